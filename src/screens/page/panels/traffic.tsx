// The traffic panel: a filter, the scrubber, and the exchanges with the newest first.

import { signal } from '@preact/signals'
import type { EventType } from '../../../control/contract/events.ts'
import { type Entry, exchangesIn, isAnsweredPoll, searchedParts } from '../../model/traffic-entries.ts'
import { chipsIn, matchesChip } from '../../model/traffic-filter.ts'
import { model } from '../emulator.ts'
import { Memo } from '../memo.tsx'
import { ExchangeView } from '../traffic/exchange.tsx'
import { shownPast } from '../traffic/history.ts'
import { Scrubber } from '../traffic/scrubber.tsx'

const filter = signal('')

export function TrafficPanel() {
  const chips = chipsIn(filter.value)
  const past = shownPast.value ?? Infinity
  const matches = (entry: Entry) => chips.every((chip) => matchesChip(chip, searchedParts(entry)))
  const newestFirst = exchangesIn(model.traffic.value.filter((entry) => entry.id <= past && isShown(entry)))
    .filter((exchange) => exchange.some(matches))
    .slice(-MAX_EXCHANGES)
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
        <Memo key={exchange[0]?.id} inputs={exchange} draw={() => <ExchangeView exchange={exchange} />} />
      ))}
    </section>
  )
}

const MAX_EXCHANGES = 300

/** Program output without an error is not shown, because it would hide the calls. */
const isShown = (entry: Entry) =>
  !isAnsweredPoll(entry) &&
  !(entry.kind === 'note' && (HIDDEN_NOTES.includes(entry.about) || (entry.isOutput && entry.error === undefined)))

const HIDDEN_NOTES: readonly EventType[] = ['clock', 'reset']
