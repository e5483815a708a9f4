// `updates` and `limits`: show a bot's pending updates and its use of each limit.

import { Argument } from 'commander'
import type { Client } from '../../control/client/client.ts'
import type { LimitUse } from '../../control/contract/traffic.ts'
import { formatSpan } from '../../lib/time-text.ts'
import type { Update } from '../../service/rules/shapes.ts'
import { defineForTarget, findTarget, printResult } from '../emulator-target.ts'
import { columns, type Line, type Piece, textOrJson } from '../print/print.ts'

export const updates = listOfBots(
  ['updates greeter', 'updates --json'],
  (client, bot) => client.view('/bots/:bot/updates', { bot }),
  (updates: readonly Update[]) => (updates.length ? columns(updates.map(updateRow)) : ['No pending updates.']),
)

export const limits = listOfBots(
  ['limits greeter', 'limits --json'],
  (client, bot) => client.view('/bots/:bot/limits', { bot }),
  (uses: readonly LimitUse[]) => columns(uses.map(limitRow)),
)

function listOfBots<View>(
  examples: string[],
  loadView: (client: Client, bot: string) => Promise<View>,
  lines: (view: View) => Line[],
) {
  return defineForTarget({
    args: [new Argument('[bot]', 'the id, @username or handle of the bot')],
    examples,
    async run(options, ref: string | undefined) {
      const { client } = await findTarget(options)
      const bots = ref === undefined ? await client.view('/bots') : [await client.view('/bots/:bot', { bot: ref })]
      const views: Record<string, View> = {}
      for (const { handle } of bots) views[handle] = await loadView(client, handle)
      const output = Object.entries(views).flatMap(([handle, view]): Line[] => [
        ...(bots.length > 1 ? [[{ as: 'title' as const, text: `${handle}:` }]] : []),
        ...lines(view),
      ])
      printResult(options, views, ...(bots.length ? output : ['The world does not have any bots.']))
    },
  })
}

function updateRow({ update_id, ...update }: Update): string[] {
  const [type = '', content] = Object.entries(update)[0] ?? []
  return [String(update_id), type, textOrJson(content)]
}

function limitRow({ limit, chat, used, allowed, free_in }: LimitUse): Piece[] {
  const label = chat === undefined ? limit : `${limit} in ${chat}`
  const meaning = used === 0 ? 'aside' : used < allowed ? 'good' : 'bad'
  return [
    label,
    { as: meaning, text: `${used} of ${allowed}` },
    { as: 'aside', text: free_in ? `wait ${formatSpan(free_in)}` : '' },
  ]
}
