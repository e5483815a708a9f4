// An exchange: an update, its deliveries and the calls that answer it, as a waterfall.

import { updateText } from '../../../control/describe/message.ts'
import { secondOf } from '../../../lib/time-text.ts'
import type { Moment, TrafficEntry } from '../../model/traffic-entries.ts'
import { model } from '../emulator.ts'
import { Bar, CallRow, Line } from './call.tsx'

export function ExchangeView({ exchange }: { exchange: readonly TrafficEntry[] }) {
  const [head, ...answers] = exchange
  if (!head) return null
  const { at, bot, kind } = head
  const steps = kind === 'call' ? exchange : answers
  const totalMs = Math.max(0, ...answers.map((entry) => Math.max(elapsedMs(head, entry), durationOf(entry))))
  const receivedMs = kind === 'update' && head.received ? elapsedMs(head, head.received) : 0
  return (
    <article class="exchange">
      {kind !== 'call' && (
        <p class="line">
          <time>{secondOf(at)}</time> {bot && <b>@{bot}</b>}{' '}
          {kind === 'note' && <span class={head.isError ? 'told bad' : 'told'}>{head.error ?? head.text}</span>}
          {kind === 'update' && (
            <>
              <small>{head.updateType}</small> <bdi>{updateText(head.update)}</bdi>{' '}
              <small class={`state ${head.state.startsWith('failed') ? 'bad' : ''}`}>
                {head.state}
                {receivedMs > 0 && <span class="after"> after {receivedMs.toFixed()} ms</span>}
              </small>
            </>
          )}
        </p>
      )}
      {kind === 'call' && model.bots.value.length > 1 && <small>@{bot}</small>}
      {steps.map((entry) => (
        <Step key={entry.id} entry={entry} endMs={elapsedMs(head, entry)} totalMs={totalMs} />
      ))}
    </article>
  )
}

/** Returns the time between two moments: real time if known, else time of the emulator's clock, which can be frozen. */
const elapsedMs = (from: Moment, to: Moment) =>
  from.ms === undefined || to.ms === undefined ? 1000 * (to.at - from.at) : to.ms - from.ms

const durationOf = (entry: TrafficEntry) =>
  (entry.kind === 'call' ? entry.call : entry.kind === 'note' ? entry.delivery : undefined)?.duration_ms ?? 0

function Step({ entry, endMs, totalMs }: { entry: TrafficEntry; endMs: number; totalMs: number }) {
  if (entry.kind === 'call') return <CallRow call={entry.call} endMs={endMs} totalMs={totalMs} />
  if (entry.kind !== 'note' || !entry.delivery) return null
  const { attempt, status, error, duration_ms = 0 } = entry.delivery
  return (
    <div class={entry.isError ? 'call bad' : 'call'}>
      <Line
        at={entry.at}
        name={`webhook, attempt ${attempt}`}
        outcome={entry.isError ? '✗' : `✓ ${status}`}
        ms={duration_ms}
      />
      {error && <span class="refusal">{error}</span>}
      <Bar endMs={endMs} duration_ms={duration_ms} totalMs={totalMs} />
    </div>
  )
}
