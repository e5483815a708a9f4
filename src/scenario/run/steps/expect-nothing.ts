// expectNothing: since the last thing anybody did, the bot has called nothing but what was expected, and calls nothing now.

import { span } from '../../../contract/time.ts'
import type { CallView } from '../../../contract/traffic.ts'
import type { Params } from '../../scenario.ts'
import { FailedStep } from '../failed-step.ts'
import { callLines, isNoticed } from '../noticed.ts'
import { callsSince, isExpected, type Play } from '../play.ts'
import { sleep } from '../sleep.ts'

const USUAL_SECONDS = 0.2

export async function expectNothing(play: Play, { for: seconds, call }: Params, signal: AbortSignal): Promise<void> {
  const unexpected = async () =>
    (await callsSince(play, play.turn)).filter(
      (each) => !isExpected(play, each) && (call === undefined ? isNoticed(each) : each.method === call),
    )
  const early = await unexpected()
  if (early.length === 0) await sleep(span.parse(seconds ?? USUAL_SECONDS) * 1000, signal)
  const calls = early.length ? early : await unexpected()
  if (calls.length) throw new FailedStep(message(call, calls), callLines(calls))
}

function message(call: unknown, [first, ...others]: CallView[]): string {
  const came = others.length ? `${others.length + 1} calls` : first?.method
  return `${call ? `No ${call}` : 'Nothing'} was expected, and ${came} came.`
}
