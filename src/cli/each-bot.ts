// What is shown of one bot, or of each of them.

import type { Client, Json } from '../client/client.ts'
import { type Line, print } from './lines.ts'
import { carriedOut, type TargetOptions, targetOf, write } from './target.ts'

export async function shownOfBots(
  ref: string | undefined,
  options: TargetOptions,
  view: string,
  lines: (found: Json[], client: Client) => Line[] | Promise<Line[]>,
) {
  await carriedOut(options, async () => {
    const { client } = targetOf(options)
    const bots: { handle: string }[] =
      ref === undefined ? await client.view('/bots') : [await client.view(`/bots/${encodeURIComponent(ref)}`)]
    const found: Record<string, Json> = {}
    for (const { handle } of bots) found[handle] = await client.view(`/bots/${handle}/${view}`)
    if (options.json) return write({ ok: true, result: found })
    if (!bots.length) print('There is no bot yet.')
    for (const [handle, each] of Object.entries(found)) {
      print(
        ...(bots.length > 1 ? [[{ as: 'title' as const, text: `${handle}:` }]] : []),
        ...(await lines(each, client)),
      )
    }
  })
}
