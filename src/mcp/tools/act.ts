// act: performs an action of the catalogue, as a person or on the service.

import * as z from 'zod'
import { ACTIONS } from '../../control-api/actions/index.ts'
import { shortJson } from '../answer-text.ts'
import { tool } from '../tool.ts'

export const act = tool({
  name: 'act',
  description: `Plays a person or sets the stage, e.g. {action: "send", params: {as: "alice", to: "greeter", text: "hi"}}. \`describe\` tells what an action takes. Actions: ${ACTIONS.map(({ name }) => name).join(', ')}.`,
  params: z.strictObject({ action: z.string(), params: z.record(z.string(), z.unknown()).default({}) }),
  readOnly: false,
  async answer(client, { action, params }) {
    return shortJson(await client.perform(action, params), 'look at it with `view` or `object`')
  },
})
