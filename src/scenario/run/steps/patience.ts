// How long a step waits for a bot: as long as the bot works, and no longer, unless the step says how long.

import { span } from '../../../contract/time.ts'
import { stopwatch } from '../../../lib/clock.ts'
import type { Params } from '../../scenario.ts'
import { newestCall, type Play } from '../play.ts'
import { sleep } from '../sleep.ts'

const LOOK_AGAIN_MS = 10
/** A bot at rest that has done something else, and one that has done nothing: a timer of it may be due. */
const WRONG_MS = 150
const SILENT_MS = 1000

/** Why a wait is broken off; an error of its own would cost a stack each time. */
export const OVER = 'over'

export interface Patience {
  seconds: number
  /** Whoever names a time means it, whatever the bot does; and of another bot nobody knows whether it is at rest. */
  isFixed: boolean
}

export const patienceOf = ({ patience }: Play, { within }: Params, isOfOther = false): Patience => ({
  seconds: within === undefined ? patience : span.parse(within),
  isFixed: within !== undefined || isOfOther,
})

/** Why a step has waited no longer. */
export const waitedText = (how: 'over' | 'rest', { seconds }: Patience) =>
  how === 'rest' ? 'came, and the bot is at rest' : `came within ${seconds} s`

/** Resolves when the bot has been at rest for a moment: longer where it has done nothing that could be meant. */
export async function atRest(play: Play, hasDoneWrong: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let newest = await newestCall(play)
  let quiet = stopwatch()
  for (;;) {
    await sleep(LOOK_AGAIN_MS, signal)
    const now = await newestCall(play)
    if (now !== newest || !(await play.isAtRest())) {
      newest = now
      quiet = stopwatch()
    } else if (quiet() >= SILENT_MS || (quiet() >= WRONG_MS && (await hasDoneWrong()))) return
  }
}

interface Look<T> {
  found?: T
  /** Something was there that is not what was meant. */
  isWrong: boolean
}

/** Looks again and again until it finds; else why it looks no longer. */
export async function patiently<T>(
  play: Play,
  patience: Patience,
  signal: AbortSignal,
  look: () => Promise<Look<T>>,
): Promise<{ found: T } | { ended: 'over' | 'rest' }> {
  const elapsed = stopwatch()
  const stop = new AbortController()
  let isWrong = false
  let rests = false
  if (!patience.isFixed) {
    const either = AbortSignal.any([signal, stop.signal])
    void atRest(play, async () => isWrong, either).then(
      () => {
        rests = true
      },
      () => {},
    )
  }
  try {
    for (;;) {
      // What has come by the end counts, so the end is looked at first.
      const ended = elapsed() >= patience.seconds * 1000 ? 'over' : rests ? 'rest' : undefined
      const more = play.nextOfBot()
      const seen = await look()
      if (seen.found !== undefined) return { found: seen.found }
      if (ended) return { ended }
      isWrong = seen.isWrong
      await sleep(LOOK_AGAIN_MS, signal, more)
    }
  } finally {
    stop.abort(OVER)
  }
}
