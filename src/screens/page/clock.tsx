// The emulator's clock in the header.

import { useEffect, useState } from 'preact/hooks'
import { formatSpan, minuteOf, secondOf } from '../../lib/time-text.ts'
import { isCopy, model } from './emulator.ts'
import { shownMoment } from './traffic/history.ts'

const TICK_MS = 1000

/** When the page saw its first clock. Later ones have moved. */
let firstSeen = 0

export function Clock() {
  const { now, frozen, seenMs } = model.clock.value
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  firstSeen ||= seenMs
  const past = shownMoment.value?.at
  const shown = past ?? (isCopy ? now : model.timeNow())
  const ahead = past || isCopy ? '' : aheadText(shown - Date.now() / 1000)
  const state = past ? 'past' : [ahead, frozen && 'frozen'].filter(Boolean).join(' ')
  return (
    <span class={seenMs > firstSeen ? 'clock moved' : 'clock'} key={now}>
      <span class="hidden">clock </span>
      {`${dayText(shown)} ${minuteOf(shown)}`}
      {state && (
        <small title={ahead && 'compared with the clock of this machine'}>
          {' '}
          <span class="wide">· </span>
          {state}
        </small>
      )}
    </span>
  )
}

const DATE = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

/** Returns a day such as `Sun 29 Nov`. */
export const dayText = (seconds: number) => DATE.format(seconds * 1000).replace(',', '')

/** Returns a moment such as `Sun 29 Nov 15:34:07`. */
export const momentText = (seconds: number) => `${dayText(seconds)} ${secondOf(seconds)}`

/** Differences below this are not shown, because the clock of a fresh emulator is not set. */
const MIN_AHEAD_SECONDS = 60

/** Returns how far the clock is ahead of real time or behind it, such as `+2 d 1 h`. */
function aheadText(seconds: number): string {
  const distance = Math.abs(seconds)
  if (distance < MIN_AHEAD_SECONDS) return ''
  return `${seconds < 0 ? '−' : '+'}${formatSpan(60 * Math.round(distance / 60))}`
}
