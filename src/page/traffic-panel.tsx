// The traffic panel: exchanges with their calls, causes of refusals and call times.

import type { CallView } from '../contract/traffic.ts'
import { updateText } from '../describe/message.ts'
import { secondOf } from '../describe/time.ts'
import { CallRow, durationText } from './call.tsx'
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
        <TimedCall key={call.id} call={call} start={update ? at : call.at} end={end} isAlone={!update} />
      ))}
    </article>
  )
}

function TimedCall({ call, start, end, isAlone }: { call: CallView; start: number; end: number; isAlone: boolean }) {
  const total = Math.max(end - start, 0.001)
  const percent = (seconds: number) => Math.min(100, Math.max(0, (100 * seconds) / total))
  return (
    <CallRow
      call={call}
      isOpen={selectedCall.value === call.id}
      below={
        !isAlone && (
          <svg class="bar" viewBox="0 0 100 2" preserveAspectRatio="none" role="img" aria-label={durationText(call)}>
            <rect x={percent(call.at - start)} y="0" width={Math.max(1, percent(call.duration_ms / 1000))} height="2" />
          </svg>
        )
      }
      about={
        <>
          <a href={linkTo({ panel: 'traffic', call: call.id })}>call {call.id}</a> at {secondOf(call.at)},{' '}
          {durationText(call)}
        </>
      }
    />
  )
}
