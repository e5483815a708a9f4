// status: what runs, who is there, and whether bots are refused.

import * as z from 'zod'
import type { Client } from '../../client/client.ts'
import type { BotView } from '../../contract/people.ts'
import type { CallView } from '../../contract/traffic.ts'
import { deliveryText } from '../../describe/call.ts'
import { plural } from '../../describe/text.ts'
import { isoMoment } from '../../describe/time.ts'
import { callLine, newestLines, quoted } from '../answer-text.ts'
import { tool } from '../tool.ts'

export const status = tool({
  name: 'status',
  description: 'Begin here: address, clock, bots with token and state, people, chats, and the last refused call.',
  params: z.strictObject({}),
  readOnly: true,
  async answer(client) {
    const [health, bots, users, chats, calls] = await Promise.all([
      client.health(),
      client.view('/bots'),
      client.view('/users'),
      client.view('/chats'),
      client.view('/calls'),
    ])
    const { base_url, version, clock } = health
    const refused = calls.filter((call) => !call.ok)
    const last = refused.at(-1)
    return newestLines(
      [
        `bot-emulator ${version} at ${base_url}, clock ${isoMoment(clock.now)}${clock.frozen ? ', frozen' : ''}`,
        ...(await Promise.all(bots.slice(0, MAX_NAMED).map((bot) => botLine(client, bot, calls)))),
        ...(bots.length > MAX_NAMED ? [`and ${bots.length - MAX_NAMED} more bots`] : []),
        `people: ${firstOf(users, ({ handle, id }) => `${handle} (${id})`) || 'none'}`,
        `chats: ${firstOf(chats, ({ handle, id, kind, title }) => `${handle} (${kind} ${id} ${quoted(title, 30)})`) || 'private ones only'}`,
        last
          ? `${refused.length} of ${calls.length} calls refused, last: ${callLine(last)}`
          : `${plural(calls.length, 'call')}, none refused`,
      ],
      'view /bots, /users, /chats',
    )
  },
})

/** Of a crowd the first, and how many more there are. */
const MAX_NAMED = 5

function firstOf<Item>(items: readonly Item[], line: (item: Item) => string): string {
  const more = items.length > MAX_NAMED ? [`${items.length - MAX_NAMED} more`] : []
  return [...items.slice(0, MAX_NAMED).map(line), ...more].join(', ')
}

async function botLine(client: Client, { handle, id, token }: BotView, calls: CallView[]): Promise<string> {
  const state = await client.view('/bots/:bot/delivery', { bot: id })
  const made = calls.filter((call) => call.bot === handle).length
  return `bot ${handle} (${id}), token ${token}: ${deliveryText(state)}, ${plural(state.waiting, 'pending update')}, ${plural(made, 'call')}`
}
