// The emulator's clock in the header, and the field that sets it.

import { useEffect, useState } from 'preact/hooks'
import { formatSpan, minuteOf, parseMoment, secondOf } from '../../lib/time-text.ts'
import { act } from './actions.ts'
import { LineForm } from './controls.tsx'
import { isCopy, model } from './emulator.ts'
import { showToast } from './toasts.tsx'
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
  const moved = past ? 'past' : isCopy ? '' : aheadText(shown - Date.now() / 1000)
  return (
    <span class={seenMs > firstSeen ? 'clock moved' : 'clock'} key={now}>
      <span class="hidden">clock </span>
      {`${dayText(shown)} ${minuteOf(shown)}`}
      {moved && <small> · {moved}</small>}
      {frozen && !past && <small> frozen</small>}
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

/** A field that takes a moment such as `tomorrow 9:00`. */
export const ClockField = () => (
  <LineForm label="Set the clock to" placeholder="tomorrow 9:00" button="Set" onSubmit={setClock} />
)

async function setClock(text: string): Promise<boolean> {
  const at = parseMoment(text, model.timeNow())
  if (at !== undefined) return (await act('setClock', { at })) !== undefined
  const hint = 'Write "tomorrow 9:00", "18:30" or "2027-01-15 12:00".'
  showToast({ message: `"${text}" isn't a moment.`, hint, isError: true })
  return false
}
