// object: one call, message, update or delivery, whole.

import * as z from 'zod'
import type { Client } from '../../client/client.ts'
import { Problem } from '../../lib/problem.ts'
import { tool } from '../tool.ts'

type Params = z.output<typeof params>

const params = z.strictObject({
  kind: z.enum(['call', 'message', 'update', 'delivery']),
  id: z.int(),
  of: z.string().optional().describe('the chat of a message; the bot of an update or delivery'),
  bot: z.string().optional().describe('of a message in a private chat: the bot'),
})

export const object = tool({
  name: 'object',
  description: 'One call, message, update or webhook delivery as JSON, whole, by its id.',
  params,
  readOnly: true,
  async answer(client, params) {
    const { kind, id } = params
    const found = await FIND[kind](client, params)
    if (found !== undefined) return JSON.stringify(found)
    throw new Problem('no-such-object', `There is no ${kind} ${id}.`, 'Old ones are forgotten; look at what there is.')
  },
})

const FIND: Record<Params['kind'], (client: Client, params: Params) => Promise<unknown>> = {
  call: async (client, { id }) => (await client.view('/calls', { after: id - 1 })).find((call) => call.id === id),
  message: async (client, { id, of, bot }) =>
    (await client.view('/chats/:chat/messages', { chat: named(of, 'chat'), bot, after: id - 1, before: id + 1 })).at(0),
  update: async (client, { id, of }) =>
    (await client.view('/bots/:bot/updates', { bot: named(of, 'bot') })).find(({ update_id }) => update_id === id),
  delivery: (client, { id, of }) =>
    client.view('/bots/:bot/deliveries/:delivery', { bot: named(of, 'bot'), delivery: id }),
}

function named(of: string | undefined, what: string): string {
  if (of !== undefined) return of
  throw new Problem('invalid-params', `object: \`of\` is missing.`, `Name the ${what} in it.`)
}
