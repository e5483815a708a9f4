// The traffic panel: a filter, the scrubber, and the exchanges with the newest first.

import { signal } from '@preact/signals'
import type { EventType } from '../../../control/contract/events.ts'
import { exchangesIn, isAnsweredPoll, searchedParts, type TrafficEntry } from '../../model/traffic-entries.ts'
import { chipsIn, matchesChip } from '../../model/traffic-filter.ts'
import { Button, Memo } from '../controls.tsx'
import { model } from '../emulator.ts'
import { ExchangeView } from '../traffic/exchange.tsx'
import { shownPast } from '../traffic/history.ts'
import { Scrubber } from '../traffic/scrubber.tsx'

const filter = signal('')

export function TrafficPanel() {
  const chips = chipsIn(filter.value)
  const past = shownPast.value ?? Infinity
  const matches = (entry: TrafficEntry) => chips.every((chip) => matchesChip(chip, searchedParts(entry)))
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
          placeholder="Filter: words, op:send, status:400"
          value={filter.value}
          onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
        />
        <Chips />
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
const MAX_OPERATIONS = 5

/** Buttons for the filters that people use most: refused calls, each bot, the most frequent operations. */
function Chips() {
  const calls = model.traffic.value.flatMap((entry) => (entry.kind === 'call' && isShown(entry) ? [entry] : []))
  const operations = [...Map.groupBy(calls, ({ call }) => call.method)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_OPERATIONS)
    .map(([method]) => [method, `op:${method}`] as const)
  const bots = model.bots.value.length > 1 ? model.bots.value : []
  const refused = calls.filter(({ call }) => !call.ok).length
  const all = [
    ...(refused ? [[`${refused} refused`, 'status:refused'] as const] : []),
    ...bots.map(({ handle }) => [`@${handle}`, `bot:${handle}`] as const),
    ...(operations.length > 1 ? operations : []),
  ]
  const words = filter.value.split(/\s+/).filter(Boolean)
  const isOn = (word: string) => words.includes(word)
  const toggle = (word: string) =>
    (filter.value = (isOn(word) ? words.filter((each) => each !== word) : [...words, word]).join(' '))
  if (!all.length) return null
  return (
    <fieldset class="chips">
      <legend class="hidden">Filters</legend>
      {all.map(([text, word]) => (
        <Button key={word} aria-pressed={isOn(word)} onClick={() => toggle(word)}>
          {text}
        </Button>
      ))}
    </fieldset>
  )
}

/** Program output without an error is not shown, because it would hide the calls. */
const isShown = (entry: TrafficEntry) =>
  !isAnsweredPoll(entry) &&
  !(entry.kind === 'note' && (HIDDEN_NOTES.includes(entry.about) || (entry.isOutput && entry.error === undefined)))

const HIDDEN_NOTES: readonly EventType[] = ['clock', 'reset']
