// expectInOrder: calls of the bot, each after the one before it.

import type { Params } from '../../scenario.ts'
import type { Play } from '../play.ts'
import { nextCall, resultOf } from './expect-call.ts'

export async function expectInOrder(play: Play, params: Params, signal: AbortSignal): Promise<void> {
  let after = play.since
  for (const [index, each] of Object.values(params as Record<string, Params>).entries()) {
    const before = index ? `After the first ${index} of them ` : ''
    const call = await nextCall(play, each, signal, { after, before, index })
    after = call.id
    if (each.as !== undefined) play.variables[String(each.as)] = resultOf(call)
  }
}
