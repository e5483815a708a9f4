// An exchange: an update, its deliveries and the calls that answer it, as a waterfall.

import type { Exchange } from '../../describe/exchange.ts'
import { updateText } from '../../describe/message.ts'
import { secondOf } from '../../describe/time.ts'
import { Bar } from './bar.tsx'
import { CallRow } from './call.tsx'

export function ExchangeView({ exchange: { at, bot, update, calls, deliveries, note } }: { exchange: Exchange }) {
  const ends = [...deliveries, ...calls].map(({ endMs, duration_ms = 0 }) => Math.max(endMs, duration_ms))
  const totalMs = update ? Math.max(0, ...ends) : 0
  return (
    <article class="exchange">
      <p>
        <time>{secondOf(at)}</time> {bot && <b>@{bot}</b>} {note}
        {update && (
          <>
            {update.type} <bdi>{updateText(update.content)}</bdi>{' '}
            <small class={`state ${update.state.startsWith('failed') ? 'bad' : ''}`}>
              {update.state}
              {(update.receivedMs ?? 0) > 0 && `, received after ${update.receivedMs?.toFixed()} ms`}
            </small>
          </>
        )}
      </p>
      {deliveries.map(({ event, endMs, attempt, status, error, duration_ms = 0 }) => (
        <div key={event} class={error === null ? 'call' : 'call bad'}>
          webhook, attempt {attempt} <small>{error === null ? `✓ ${status}` : '✗'}</small>
          {error && <span class="refusal"> {error}</span>}
          <Bar endMs={endMs} duration_ms={duration_ms} totalMs={totalMs} />
        </div>
      ))}
      {calls.map((call) => (
        <CallRow key={call.id} call={call} endMs={call.endMs} totalMs={totalMs} />
      ))}
    </article>
  )
}
