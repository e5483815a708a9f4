// `act`: performs an action, as a person or on the service.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as z from 'zod'
import type { Values } from '../../client/client.ts'
import { ACTIONS } from '../../control-api/actions/index.ts'
import { Problem } from '../../lib/problem.ts'
import { shortJson } from '../answer-text.ts'
import { tool } from '../tool.ts'

export const act = tool({
  name: 'act',
  description: `Performs an action as a person or on the service, e.g. {action: "send", params: {as: "alice", to: "greeter", text: "hi"}}. \`describe\` lists the parameters of an action. A file may be {path: "cat.jpg"}. Actions: ${ACTIONS.map(({ name }) => name).join(', ')}.`,
  params: z.strictObject({ action: z.string(), params: z.record(z.string(), z.unknown()).default({}) }),
  readOnly: false,
  async answer(client, { action, params }) {
    return shortJson(await client.perform(action, await withFile(params)), 'look at it with `view` or `object`')
  },
})

/**
 * Replaces the parameter `file: { path }` with the name and bytes of that file, so that the agent does not have to send
 * the bytes.
 */
async function withFile(params: Values): Promise<Values> {
  const { path } = (params.file ?? {}) as { path?: unknown }
  if (typeof path !== 'string') return params
  try {
    return { ...params, file: { name: basename(path), bytes: await readFile(path) } }
  } catch (error) {
    throw new Problem(
      'bad-file',
      `${path} cannot be read: ${(error as Error).message}.`,
      'Write the path of a file on this machine.',
    )
  }
}
