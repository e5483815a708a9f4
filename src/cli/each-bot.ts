// What is shown of one bot, or of each of them.

import type { Client } from '../client/client.ts'
import { answer, carriedOut, type TargetOptions, targetOf } from './emulator-target.ts'
import type { Line } from './print/print.ts'

export async function shownOfBots<View>(
  ref: string | undefined,
  options: TargetOptions,
  look: (client: Client, bot: string) => Promise<View>,
  lines: (view: View) => Line[],
) {
  await carriedOut(options, async () => {
    const { client } = await targetOf(options)
    const bots = ref === undefined ? await client.view('/bots') : [await client.view('/bots/:bot', { bot: ref })]
    const views: Record<string, View> = {}
    for (const { handle } of bots) views[handle] = await look(client, handle)
    const shown = Object.entries(views).flatMap(([handle, view]): Line[] => [
      ...(bots.length > 1 ? [[{ as: 'title' as const, text: `${handle}:` }]] : []),
      ...lines(view),
    ])
    answer(options, views, ...(bots.length ? shown : ['There is no bot yet.']))
  })
}
