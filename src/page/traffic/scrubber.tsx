// A slider over what happened, which shows the past read-only.

import { secondOf } from '../../describe/time.ts'
import { moments, shownPast } from './history.ts'

/** Shows the moment that is `by` moments later, or the present after the last moment. */
export function stepInPast(by: number) {
  const all = moments.value
  const at = shownPast.value === undefined ? all.length - 1 : all.findIndex(({ id }) => id === shownPast.value)
  showMoment(Math.max(0, at + by))
}

const showMoment = (at: number) => {
  shownPast.value = at >= moments.value.length - 1 ? undefined : moments.value[at]?.id
}

export function Scrubber() {
  const all = moments.value
  const last = all.length - 1
  const at =
    shownPast.value === undefined
      ? last
      : Math.max(
          0,
          all.findIndex(({ id }) => id === shownPast.value),
        )
  const shown = all[at]
  const text = shown ? `${secondOf(shown.at)} ${shown.text}` : ''
  if (!shown || last < 1) return null
  return (
    <div class="scrubber">
      <input
        type="range"
        aria-label="What happened"
        aria-valuetext={text}
        min={0}
        max={last}
        value={at}
        onInput={({ currentTarget }) => showMoment(Number(currentTarget.value))}
      />
      {shownPast.value !== undefined && (
        <p class="past" role="status">
          <b>The past, read-only.</b> <span>{text}</span>
          <button type="button" onClick={() => (shownPast.value = undefined)}>
            Back to now
          </button>
        </p>
      )}
    </div>
  )
}
