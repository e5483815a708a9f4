// What is shown of one bot, or of each of them.

import type { Client } from '../client/client.ts'
import { carriedOut, type TargetOptions, targetOf, write } from './emulator-target.ts'
import { type Line, print } from './print/print.ts'

export async function shownOfBots<View>(
  ref: string | undefined,
  options: TargetOptions,
  look: (client: Client, bot: string) => Promise<View>,
  lines: (views: View, client: Client) => Line[] | Promise<Line[]>,
) {
  await carriedOut(options, async () => {
    const { client } = await targetOf(options)
    const bots = ref === undefined ? await client.view('/bots') : [await client.view('/bots/:bot', { bot: ref })]
    const views: Record<string, View> = {}
    for (const { handle } of bots) views[handle] = await look(client, handle)
    if (options.json) return write({ ok: true, result: views })
    if (!bots.length) print('There is no bot yet.')
    for (const [handle, each] of Object.entries(views)) {
      print(
        ...(bots.length > 1 ? [[{ as: 'title' as const, text: `${handle}:` }]] : []),
        ...(await lines(each, client)),
      )
    }
  })
}
