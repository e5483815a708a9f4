// The traffic panel: a filter, the scrubber, and the exchanges with the newest first.

import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Exchange } from '../../describe/exchange.ts'
import { updateText } from '../../describe/message.ts'
import { type Chip, chipsIn, matchesChip } from '../../describe/traffic-filter.ts'
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
    .map((each) =>
      (each.calls.at(-1)?.event ?? 0) > past
        ? { ...each, calls: each.calls.filter(({ event }) => event <= past) }
        : each,
    )
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
        <ExchangeRow key={exchange.id} exchange={exchange} />
      ))}
    </section>
  )
}

/** Returns the same element again for the same exchange, so that a new one does not draw all the others again. */
const ExchangeRow = ({ exchange }: { exchange: Exchange }) =>
  useMemo(() => <ExchangeView exchange={exchange} />, [exchange])

/** Returns true if the update, the note or a call of the exchange matches all words of the filter. */
function matches({ bot, update, calls, note = '' }: Exchange, chips: readonly Chip[]): boolean {
  if (!chips.length) return true
  const about = update
    ? { bot, op: update.type, status: update.state, text: () => `${update.type} ${updateText(update.content)}` }
    : { bot, op: '', status: 'note', text: () => note }
  const answers = calls.map((call) => ({
    bot,
    op: call.method,
    status: call.ok ? 'ok' : String(call.status),
    text: () => JSON.stringify([call.method, call.params, call.body, call.why]),
  }))
  return [about, ...answers].some((subject) => chips.every((chip) => matchesChip(chip, subject)))
}
