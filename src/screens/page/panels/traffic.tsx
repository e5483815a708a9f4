// The traffic: filters, the scrubber, exchanges, and the details of one entry.

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { formatMs } from '../../../lib/time-text.ts'
import { Button, Memo } from '../controls.tsx'
import { model } from '../emulator.ts'
import { Sign } from '../icons.tsx'
import { steppedTo } from '../keep-focus.ts'
import { Choice } from '../menu.tsx'
import { hasRoom, openChats } from '../route.ts'
import { Line } from '../traffic/call.tsx'
import { Details } from '../traffic/details.tsx'
import { ExchangeView } from '../traffic/exchange.tsx'
import { pastCalls, refusedInPast, shownMoment } from '../traffic/history.ts'
import { Scrubber } from '../traffic/scrubber.tsx'
import { axisMs, clearFilter, filter, isFiltered, isOfOpenChats, shownExchanges } from '../traffic/shown.ts'
import { useWholeRows } from '../traffic/whole-rows.ts'

export function TrafficPanel({ children }: { children?: ComponentChildren }) {
  const rows = useWholeRows()
  const exchanges = shownExchanges.value
  const isStart = !exchanges.length && !isFiltered.value && !shownMoment.value
  return (
    <section class="traffic" aria-label="Traffic">
      {children}
      {!isStart && (
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
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move among the entries */}
      <section class="exchanges" ref={rows} aria-label="Calls and updates" tabIndex={0} onKeyDown={moveSelection}>
        <div class={isStart ? 'no-calls' : ''}>
          {exchanges.length > 0 && (
            <p class="entry heads" aria-hidden="true">
              <span>time</span>
              <span>update, calls</span>
              <span />
              <span>took</span>
              <span>
                <span>0</span> <span>{formatMs(axisMs.value)}</span>
              </span>
            </p>
          )}
          {isStart && <NoCalls />}
          {!exchanges.length && isFiltered.value && (
            <p class="hint">
              No exchange matches the filter. <Button onClick={clearFilter}>Clear the filter</Button>
            </p>
          )}
          {exchanges.map((exchange) => (
            <Memo key={exchange[0]?.id} inputs={exchange} draw={() => <ExchangeView exchange={exchange} />} />
          ))}
        </div>
      </section>
      {!hasRoom.value && <Details />}
    </section>
  )
}

/** The start: what will be here. */
const NoCalls = () => (
  <>
    <h2>No calls yet.</h2>
    <p class="dim">
      Start your bot, and send it a message: it appears here, with the calls that answer it or are refused.
    </p>
    <div class="example card" aria-hidden="true">
      <small>for example</small>
      <p class="entry update">
        <time>12:00:00</time>
        <span class="what">
          <Sign name="message" text="message" />{' '}
          <span>
            <b>Alice:</b> /start
          </span>
        </span>
        <span class="state">2 calls</span>
      </p>
      {EXAMPLE.map((line) => (
        <p key={line.name} class={`entry call ${line.outcome === '✓' ? '' : 'bad'}`}>
          <Line {...line} />
          {line.outcome !== '✓' && <span class="cause">the chat does not exist</span>}
        </p>
      ))}
    </div>
  </>
)

/** How an answer and a refusal will look. */
const EXAMPLE = [
  { at: 0, after: '+12 ms', name: 'sendMessage', content: '"Hello, Alice!"', outcome: '✓', ms: 1.2 },
  { at: 0, after: '+15 ms', name: 'sendPhoto', content: '"Our menu"', outcome: '✗ 400', ms: 0.8 },
] as const

/** Selects the entry before or after the focused or selected one; without one, the newest. */
function moveSelection(event: TargetedKeyboardEvent<HTMLElement>) {
  const next = steppedTo<HTMLAnchorElement>(event, 'a.entry')
  next?.focus()
  if (next && !next.ariaCurrent) location.replace(next.href)
}

/** The filters that people use most: the open chats, refused calls, a bot, an operation. */
function Chips() {
  const calls = pastCalls.value
  if (!calls.length) return null
  const refused = refusedInPast.value
  const operations = [...Map.groupBy(calls, ({ method }) => method)].sort(([, a], [, b]) => b.length - a.length)
  return (
    <fieldset class="chips">
      <legend class="hidden">Filters</legend>
      {openChats.value.length > 0 && (
        <Button aria-pressed={isOfOpenChats.value} onClick={() => (isOfOpenChats.value = !isOfOpenChats.value)}>
          {openChats.value.length > 1 ? 'These chats' : 'This chat'}
        </Button>
      )}
      {refused > 0 && (
        <Button aria-pressed={wordWith('status:') === 'refused'} onClick={() => toggle('status:', 'refused')}>
          {refused} refused
        </Button>
      )}
      <ChipMenu all="All bots" prefix="bot:" values={model.bots.value.map(({ handle }) => handle)} />
      <ChipMenu all="All calls" prefix="op:" values={operations.map(([method]) => method)} />
    </fieldset>
  )
}

/** A filter with several values, of which one can be chosen. */
function ChipMenu({ all, prefix, values }: { all: string; prefix: string; values: readonly string[] }) {
  if (values.length < 2) return null
  const chosen = wordWith(prefix) ?? ''
  return (
    <Choice
      label="Filter"
      class={chosen && 'chosen'}
      value={chosen}
      choices={['', ...values]}
      texts={[all, ...values]}
      onChoose={(value) => toggle(prefix, value)}
    />
  )
}

const filterWords = () => filter.value.split(/\s+/).filter(Boolean)

/** What the filter has after a prefix such as `op:`. */
const wordWith = (prefix: string) =>
  filterWords()
    .find((word) => word.startsWith(prefix))
    ?.slice(prefix.length)

/** Replaces the word with the prefix, or removes it if it has this value or the value is empty. */
function toggle(prefix: string, value: string) {
  const others = filterWords().filter((word) => !word.startsWith(prefix))
  const isNew = value !== '' && wordWith(prefix) !== value
  filter.value = [...others, ...(isNew ? [prefix + value] : [])].join(' ')
}
