// The traffic panel: exchanges with their calls, causes of refusals and call times.

import type { CallView } from '../contract/traffic.ts'
import { causeText, notesOn } from '../describe/call.ts'
import { updateText } from '../describe/message.ts'
import { quote } from '../describe/text.ts'
import { secondOf } from '../describe/time.ts'
import { linkTo, selectedCall } from './route.ts'
import { type Exchange, exchanges } from './traffic.ts'

export function TrafficPanel() {
  const newestFirst = [...exchanges.value].reverse()
  return (
    <section class="traffic" aria-label="Traffic">
      {!newestFirst.length && <p class="hint">No calls yet. Start your bot, and send it a message.</p>}
      {newestFirst.map((exchange) => (
        <ExchangeView key={exchange.id} exchange={exchange} />
      ))}
    </section>
  )
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { at, bot, update, calls, note } = exchange
  const end = Math.max(...calls.map((call) => call.at + call.duration_ms / 1000), at)
  return (
    <article class="exchange">
      <p>
        <time>{secondOf(at)}</time> {bot && <b>@{bot}</b>} {note}
        {update && (
          <>
            {update.type} {updateText(update.content)}{' '}
            <small class={update.state.startsWith('failed') ? 'bad' : ''}>{update.state}</small>
          </>
        )}
      </p>
      {calls.map((call) => (
        <CallRow key={call.id} call={call} start={update ? at : call.at} end={end} isAlone={!update} />
      ))}
    </article>
  )
}

function CallRow({ call, start, end, isAlone }: { call: CallView; start: number; end: number; isAlone: boolean }) {
  const cause = causeText(call)
  const total = Math.max(end - start, 0.001)
  const percent = (seconds: number) => `${Math.min(100, Math.max(0, (100 * seconds) / total))}`
  const width = Math.max(1, Number(percent(call.duration_ms / 1000)))
  const notes = notesOn(call)
  return (
    <details class={call.ok ? 'call' : 'call bad'} open={selectedCall.value === call.id}>
      <summary>
        {call.method} <small>{call.ok ? '✓' : `✗ ${call.status}`}</small>
        {call.body.description && <span class="refusal"> {call.body.description}</span>}
        {cause && <span class="cause">{cause}</span>}
        {notes.length > 0 && <span class="note"> {notes.join('; ')}</span>}
        {!isAlone && (
          <svg
            class="bar"
            viewBox="0 0 100 2"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${call.duration_ms.toFixed(1)} ms`}
          >
            <rect x={percent(call.at - start)} y="0" width={width} height="2" />
          </svg>
        )}
      </summary>
      <p>
        <a href={linkTo({ panel: 'traffic', call: call.id })}>call {call.id}</a> at {secondOf(call.at)},{' '}
        {call.duration_ms.toFixed(1)} ms
      </p>
      <dl>
        {Object.entries(call.params).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{quote(value)}</dd>
          </div>
        ))}
      </dl>
      <pre>{JSON.stringify(call.body, null, 2)}</pre>
    </details>
  )
}
