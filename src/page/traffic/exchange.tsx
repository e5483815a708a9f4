// An exchange: an update, and the calls that answer it as a waterfall.

import type { Exchange } from '../../describe/exchange.ts'
import { updateText } from '../../describe/message.ts'
import { secondOf } from '../../describe/time.ts'
import { CallRow, milliseconds } from './call.tsx'

export function ExchangeView({ exchange: { at, bot, update, calls, note } }: { exchange: Exchange }) {
  const end = Math.max(...calls.map((call) => call.at + call.duration_ms / 1000), at)
  return (
    <article class="exchange">
      <p>
        <time>{secondOf(at)}</time> {bot && <b>@{bot}</b>} {note}
        {update && (
          <>
            {update.type} {updateText(update.content)}{' '}
            <small class={`state ${update.state.startsWith('failed') ? 'bad' : ''}`}>
              {update.state}
              {update.receivedAt !== undefined && `, received after ${milliseconds(update.receivedAt - at)}`}
            </small>
          </>
        )}
      </p>
      {calls.map((call) => (
        <CallRow key={call.id} call={call} axis={update ? { start: at, end } : { start: call.at, end: call.at }} />
      ))}
    </article>
  )
}
