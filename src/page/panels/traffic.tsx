// The traffic panel: a filter, the scrubber, and the exchanges with the newest first.

import { signal } from '@preact/signals'
import type { Exchange } from '../../describe/exchange.ts'
import { updateText } from '../../describe/message.ts'
import { type Chip, chipsIn, matchesChip } from '../../describe/traffic-filter.ts'
import { Memo } from '../memo.tsx'
import { ExchangeView } from '../traffic/exchange.tsx'
import { exchanges } from '../traffic/exchanges.ts'
import { shownPast } from '../traffic/history.ts'
import { Scrubber } from '../traffic/scrubber.tsx'

const filter = signal('')

export function TrafficPanel() {
  const chips = chipsIn(filter.value)
  const past = shownPast.value ?? Infinity
  const newestFirst = exchanges.value
    .filter(({ id }) => id <= past)
    .map((each) => withoutLater(each, past))
    .filter((exchange) => matches(exchange, chips))
    .reverse()
  return (
    <section class="traffic" aria-label="Traffic">
      <div class="toolbar">
        <input
          type="search"
          aria-label="Filter the traffic"
          placeholder="Filter: words, op:send, status:400, bot:name"
          value={filter.value}
          onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
        />
        <Scrubber />
      </div>
      {!newestFirst.length && (
        <p class="hint">
          {chips.length ? 'No exchange matches the filter.' : 'No calls yet. Start your bot, and send it a message.'}
        </p>
      )}
      {newestFirst.map((exchange) => (
        <Memo key={exchange.id} inputs={[exchange]} draw={() => <ExchangeView exchange={exchange} />} />
      ))}
    </section>
  )
}

function withoutLater(exchange: Exchange, past: number): Exchange {
  const { calls, deliveries } = exchange
  const isKnown = ({ event }: { event: number }) => event <= past
  if (calls.every(isKnown) && deliveries.every(isKnown)) return exchange
  return { ...exchange, calls: calls.filter(isKnown), deliveries: deliveries.filter(isKnown) }
}

/** Returns true if the update, the note or a call of the exchange matches all words of the filter. */
function matches({ bot, update, calls, note = '' }: Exchange, chips: readonly Chip[]): boolean {
  if (!chips.length) return true
  const { type = '', state = 'note', content } = update ?? {}
  const about = { bot, op: type, status: state, text: () => `${type} ${content ? updateText(content) : note}` }
  const answers = calls.map(({ method, ok, status, params, body, why }) => {
    return {
      bot,
      op: method,
      status: ok ? 'ok' : String(status),
      text: () => JSON.stringify([method, params, body, why]),
    }
  })
  return [about, ...answers].some((subject) => chips.every((chip) => matchesChip(chip, subject)))
}
