// A slider that selects the moment of the past that the page shows.

import { computed, signal } from '@preact/signals'
import { secondOf } from '../../../lib/time-text.ts'
import { Button } from '../controls.tsx'
import { Icon } from '../icons.tsx'
import { moments, shownPast } from './history.ts'

/** The index of the shown moment. The last index is the present. */
const shownAt = computed(() =>
  Math.max(
    0,
    moments.value.findLastIndex(({ id }) => id <= (shownPast.value ?? Infinity)),
  ),
)

function showMoment(at: number) {
  shownPast.value = at >= moments.value.length - 1 ? undefined : moments.value[at]?.id
}

/** Goes forward by `by` moments, or back if it is negative. The last moment is the present. */
export const stepInPast = (by: number) => showMoment(Math.max(0, shownAt.value + by))

const isOpen = signal(false)

export function Scrubber() {
  const last = moments.value.length - 1
  const shown = moments.value[shownAt.value]
  if (!shown || last < 1) return null
  const text = `${secondOf(shown.at)} ${shown.text}`
  const isPast = shownPast.value !== undefined
  return (
    <>
      <Button
        class="quiet"
        aria-label="Look back"
        title="Look back"
        aria-expanded={isOpen.value || isPast}
        disabled={isPast}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name="past" />
      </Button>
      {(isOpen.value || isPast) && (
        <div class="row">
          <input
            type="range"
            aria-label="What happened"
            aria-valuetext={text}
            min={0}
            max={last}
            value={shownAt.value}
            onInput={({ currentTarget }) => showMoment(Number(currentTarget.value))}
          />
          <small>{isPast ? `${shownAt.value + 1} of ${last + 1}` : 'now'}</small>
        </div>
      )}
      {isPast && (
        <div class="row past">
          <p class="titles" role="status">
            <b>The past, read-only.</b> <bdi>{text}</bdi>
          </p>
          <Button onClick={() => (shownPast.value = undefined)}>Return to the present</Button>
        </div>
      )}
    </>
  )
}
