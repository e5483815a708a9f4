// A slider that selects the moment of the past that the page shows.

import { signal } from '@preact/signals'
import { updateParts } from '../../../control/describe/message.ts'
import { secondOf } from '../../../lib/time-text.ts'
import type { TrafficEntry } from '../../model/traffic-entries.ts'
import { Button } from '../controls.tsx'
import { Icon } from '../icons.tsx'
import { outcomeOf } from './call.tsx'
import { ChatLink, placeOf } from './details.tsx'
import { moments, shownMoment, shownPast } from './history.ts'

/** The index of the shown moment. The last index is the present. */
const shownAt = () => (shownMoment.value ? moments.value.indexOf(shownMoment.value) : moments.value.length - 1)

function showMoment(at: number) {
  shownPast.value = at >= moments.value.length - 1 ? undefined : moments.value[at]?.id
}

/** Goes forward by `by` moments, or back if it is negative. The last moment is the present. */
export const stepInPast = (by: number) => showMoment(Math.max(0, shownAt() + by))

const isOpen = signal(false)

function whatHappened(entry: TrafficEntry): string {
  if (entry.kind === 'call') return `${entry.call.method} ${outcomeOf(entry.call)}`
  const { who = '', what = '' } = entry.kind === 'update' ? updateParts(entry.update) : {}
  return [who, what].filter(Boolean).join(': ')
}

export const ReturnButton = () => <Button onClick={() => (shownPast.value = undefined)}>Return to the present</Button>

export function Scrubber() {
  const last = moments.value.length - 1
  const at = shownAt()
  const shown = moments.value[at]
  if (!shown || last < 1) return null
  const [time, what, place] = [secondOf(shown.at), whatHappened(shown), placeOf(shown)]
  const isPast = shownMoment.value !== undefined
  return (
    <>
      <Button
        class="look-back"
        title="Look back"
        aria-expanded={isOpen.value || isPast}
        onClick={() => {
          isOpen.value = !isOpen.value && !isPast
          shownPast.value = undefined
        }}
      >
        <Icon name="past" /> <span>Look back</span>
      </Button>
      {(isOpen.value || isPast) && (
        <div class="row">
          <input
            type="range"
            aria-label="What happened"
            aria-valuetext={[time, place?.title, what].filter(Boolean).join(' · ')}
            min={0}
            max={last}
            value={at}
            onInput={({ currentTarget }) => showMoment(Number(currentTarget.value))}
          />
          <small>{isPast ? `${at + 1} of ${last + 1}` : 'now'}</small>
        </div>
      )}
      {isPast && (
        <div class="row past">
          <p class="titles" role="status">
            <b>The past, read-only.</b>{' '}
            <bdi>
              {time}
              {place && (
                <>
                  {' · '}
                  <ChatLink place={place} />
                </>
              )}
              {`\u00a0· ${what}`}
            </bdi>
          </p>
          <ReturnButton />
        </div>
      )}
    </>
  )
}
