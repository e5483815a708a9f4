// The step expectBot: the bot answers, stops calling, or does not write a certain text.

import { span } from '../../../../control/contract/time.ts'
import { callLines, isNoticeable, waitEndText } from '../../../../control/describe/call.ts'
import { stopwatch } from '../../../../lib/clock.ts'
import { compare } from '../../../../lib/compare/difference.ts'
import { regexIn } from '../../../../lib/compare/regex.ts'
import { describeValue } from '../../../../lib/safe-text.ts'
import type { Params } from '../../scenario.ts'
import { callsSince, FailedStep, type Play } from '../play.ts'
import { diagnosisLines, waitFor, waitLimitOf, waitUntilIdle } from './wait-for-bot.ts'

export async function expectBot(play: Play, params: Params, signal: AbortSignal): Promise<void> {
  if (params.answers) await expectAnswer(play, params, signal)
  if (params.quiet !== undefined) await expectQuiet(play, params, signal)
  if (params.withoutOutput !== undefined) await expectNoOutput(play, String(params.withoutOutput), signal)
}

async function expectAnswer(play: Play, params: Params, signal: AbortSignal) {
  const limit = waitLimitOf(play, params)
  const { miss } = await waitFor(
    play,
    { until: 'answered', bot: play.bot, after: play.beforeLastAction.call },
    limit,
    signal,
  )
  if (!miss) return
  const calls = await noticeableCalls(play)
  throw new FailedStep(`No answer to ${play.lastAction ?? 'the last action'}${waitEndText(miss, limit.seconds)}.`, [
    ...(calls.length ? ['All calls of the bot were refused:', ...callLines(calls)] : diagnosisLines(miss)),
  ])
}

const noticeableCalls = async (play: Play) =>
  (await callsSince(play, play.beforeLastAction.call)).filter((call) => isNoticeable(call))

async function expectQuiet(play: Play, { quiet, ...params }: Params, signal: AbortSignal) {
  const quietMs = span.parse(quiet) * 1000
  const { seconds } = waitLimitOf(play, params)
  let quietTime = stopwatch()
  let count = 0
  const found = await play.eventStream.until(
    async (again) => {
      const { length } = await noticeableCalls(play)
      if (length !== count) quietTime = stopwatch()
      count = length
      const leftMs = quietMs - quietTime()
      return leftMs <= 0 || again(leftMs) || undefined
    },
    { withinMs: seconds * 1000, signal },
  )
  if (found && quietTime() >= quietMs) return
  throw new FailedStep(
    `The bot made ${count} calls since the last action, and did not stop within ${seconds} s.`,
    callLines(await noticeableCalls(play)),
  )
}

async function expectNoOutput(play: Play, pattern: string, signal: AbortSignal) {
  await waitUntilIdle(play, signal)
  const isWritten = (line: string) => (regexIn(pattern) ? !compare(pattern, line).difference : line.includes(pattern))
  const line = play.output().find(isWritten)
  if (line !== undefined) throw new FailedStep(`The bot wrote ${describeValue(line)}.`)
}
