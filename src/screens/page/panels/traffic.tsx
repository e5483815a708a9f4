// The traffic: filters, the scrubber, exchanges, and the details of one entry.

import type { TargetedKeyboardEvent } from 'preact'
import { formatMs } from '../../../lib/time-text.ts'
import { Button, Memo } from '../controls.tsx'
import { isCopy, model } from '../emulator.ts'
import { Icon } from '../icons.tsx'
import { steppedTo } from '../keep-focus.ts'
import { linkTo, openChats } from '../route.ts'
import { Details } from '../traffic/details.tsx'
import { ExchangeView } from '../traffic/exchange.tsx'
import { pastCalls, refusedInPast, shownMoment } from '../traffic/history.ts'
import { Scrubber } from '../traffic/scrubber.tsx'
import { axisMs, clearFilter, filter, isFiltered, isOfOpenChats, shownExchanges } from '../traffic/shown.ts'

export function TrafficPanel() {
  const exchanges = shownExchanges.value
  const isStart = !exchanges.length && !isFiltered.value && !shownMoment.value
  return (
    <section class="traffic" aria-label="Traffic">
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
      <section class="exchanges" aria-label="Calls and updates" tabIndex={0} onKeyDown={moveSelection}>
        <div class={isStart ? 'no-calls' : ''}>
          {exchanges.length > 0 && (
            <p class="entry heads" aria-hidden="true">
              <span>time</span>
              <span>update, calls</span>
              <span />
              <span>took</span>
              <span>{`0 – ${formatMs(axisMs.value)}`}</span>
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
      <Details />
    </section>
  )
}

/** The start: what will be here, and what the other panels are for. */
const NoCalls = () => (
  <>
    <h2>No calls yet.</h2>
    <p class="dim">
      Start your bot, and send it a message: it appears here, with the calls that answer it or are refused.
    </p>
    {!isCopy && (
      <ul class="ways" aria-label="What else is here">
        {WAYS.map(([name, title, text]) => (
          <li key={name}>
            <a class="document" href={linkTo({ panel: name })}>
              <Icon name={name} />
              <b>{title}</b>
              <small>{text}</small>
            </a>
          </li>
        ))}
      </ul>
    )}
  </>
)

const WAYS = [
  ['bots', 'Bots', 'Tokens, pending updates, limits and webhooks.'],
  ['world', 'World', 'Move the clock, inject faults, save a snapshot.'],
  ['record', 'Record', 'Record what you do as a scenario that tests it.'],
  ['actions', 'Actions', 'Create people, groups and channels.'],
] as const

/** Selects the entry before or after the focused or selected one; without one, the newest. */
function moveSelection(event: TargetedKeyboardEvent<HTMLElement>) {
  const next = steppedTo<HTMLAnchorElement>(event, 'a.entry')
  next?.focus()
  if (next && !next.ariaCurrent) location.replace(next.href)
}

const MAX_OPERATIONS = 5

/** Buttons for the filters that people use most: refused calls, each bot, the most frequent operations. */
function Chips() {
  const calls = pastCalls.value
  if (!calls.length) return null
  const refused = refusedInPast.value
  const bots = model.bots.value.length > 1 ? model.bots.value : []
  const operations = [...Map.groupBy(calls, ({ method }) => method)].sort(([, a], [, b]) => b.length - a.length)
  const offered = [
    ...(refused ? ['status:refused'] : []),
    ...bots.map(({ handle }) => `bot:${handle}`),
    ...operations.slice(0, operations.length > 1 ? MAX_OPERATIONS : 0).map(([method]) => `op:${method}`),
  ]
  const words = filter.value.split(/\s+/).filter(Boolean)
  const toggle = (word: string) =>
    (filter.value = (words.includes(word) ? words.filter((each) => each !== word) : [...words, word]).join(' '))
  return (
    <fieldset class="chips">
      <legend class="hidden">Filters</legend>
      {openChats.value.length > 0 && (
        <Button aria-pressed={isOfOpenChats.value} onClick={() => (isOfOpenChats.value = !isOfOpenChats.value)}>
          {openChats.value.length > 1 ? 'These chats' : 'This chat'}
        </Button>
      )}
      {offered.map((word) => (
        <Button key={word} aria-pressed={words.includes(word)} onClick={() => toggle(word)}>
          {word.replace('status:', `${refused} `).replace('bot:', '@').replace('op:', '')}
        </Button>
      ))}
    </fieldset>
  )
}
