// The traffic: filters, the scrubber, exchanges, and the details of one entry.

import { signal } from '@preact/signals'
import type { TargetedKeyboardEvent } from 'preact'
import type { EventType } from '../../../control/contract/events.ts'
import { isAbout } from '../../model/links.ts'
import {
  elapsedMs,
  exchangesIn,
  isAnsweredPoll,
  searchedParts,
  type TrafficEntry,
} from '../../model/traffic-entries.ts'
import { chipsIn, matchesChip } from '../../model/traffic-filter.ts'
import { Button, Memo } from '../controls.tsx'
import { model } from '../emulator.ts'
import { steppedTo } from '../keep-focus.ts'
import { openChats } from '../route.ts'
import { msText } from '../traffic/call.tsx'
import { Details } from '../traffic/details.tsx'
import { ExchangeView } from '../traffic/exchange.tsx'
import { shownPast } from '../traffic/history.ts'
import { Scrubber } from '../traffic/scrubber.tsx'

const filter = signal('')
/** True if only the entries of the chats that are open on the phones are shown. */
const isOfOpenChats = signal(false)

export function TrafficPanel() {
  const chips = chipsIn(filter.value)
  const past = shownPast.value ?? Infinity
  const chats = isOfOpenChats.value ? openChats.value : undefined
  const matches = (entry: TrafficEntry) =>
    chips.every((chip) => matchesChip(chip, searchedParts(entry))) &&
    (!chats || chats.some((chat) => isAbout(entry, chat)))
  const exchanges = exchangesIn(model.traffic.value.filter((entry) => entry.id <= past && isShown(entry)))
    .filter((exchange) => exchange.some(matches))
    .slice(-MAX_EXCHANGES)
  const axisMs = axisOf(exchanges)
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
        <Scrubber />
        <Chips />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move among the entries */}
      <section class="exchanges" aria-label="Calls and updates" tabIndex={0} onKeyDown={moveSelection}>
        <div>
          {exchanges.length > 0 && (
            <p class="entry heads" aria-hidden="true">
              <span>time</span>
              <span>update, calls</span>
              <small>took</small>
              <span class="axis">{`0 – ${msText(axisMs)}`}</span>
            </p>
          )}
          {!exchanges.length && (
            <p class="hint">
              {chips.length || chats
                ? 'No exchange matches the filter.'
                : 'No calls yet. Start your bot, and send it a message.'}
            </p>
          )}
          {exchanges.map((exchange) => (
            <Memo
              key={exchange[0]?.id}
              inputs={[...exchange, axisMs]}
              draw={() => <ExchangeView exchange={exchange} axisMs={axisMs} />}
            />
          ))}
        </div>
      </section>
      <Details />
    </section>
  )
}

/** The length of the time axis: a round number, so that it changes rarely. The longest tenth is cut. */
function axisOf(exchanges: readonly (readonly TrafficEntry[])[]): number {
  const lengths = exchanges
    .map((exchange) => {
      const ends = exchange.map((entry) => elapsedMs(exchange[0] ?? entry, entry) || durationOf(entry))
      return Math.max(...ends, MIN_AXIS_MS)
    })
    .toSorted((one, other) => one - other)
  const length = lengths[Math.ceil((lengths.length - 1) * 0.9)] ?? MIN_AXIS_MS
  const unit = 10 ** Math.floor(Math.log10(length))
  return ([1, 2, 5].find((times) => times * unit >= length) ?? 10) * unit
}

const MIN_AXIS_MS = 10

const durationOf = (entry: TrafficEntry) => (entry.kind === 'call' ? entry.call.duration_ms : 0)

/** Selects the entry before or after the focused or selected one; without one, the newest. */
function moveSelection(event: TargetedKeyboardEvent<HTMLElement>) {
  const next = steppedTo<HTMLAnchorElement>(event, 'a.entry')
  next?.focus()
  if (next && !next.ariaCurrent) location.replace(next.href)
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
  const place = openChats.value.length > 1 ? 'These chats' : 'This chat'
  const words = filter.value.split(/\s+/).filter(Boolean)
  const isOn = (word: string) => words.includes(word)
  const toggle = (word: string) =>
    (filter.value = (isOn(word) ? words.filter((each) => each !== word) : [...words, word]).join(' '))
  if (!calls.length) return null
  return (
    <fieldset class="chips">
      <legend class="hidden">Filters</legend>
      {openChats.value.length > 0 && (
        <Button aria-pressed={isOfOpenChats.value} onClick={() => (isOfOpenChats.value = !isOfOpenChats.value)}>
          {place}
        </Button>
      )}
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
