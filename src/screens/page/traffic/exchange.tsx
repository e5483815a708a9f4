// An update, its deliveries and the calls that answer it, as rows.

import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Update } from '../../../control/contract/shapes.ts'
import { updateParts } from '../../../control/describe/message.ts'
import { plural } from '../../../lib/safe-text.ts'
import { formatMs, secondOf } from '../../../lib/time-text.ts'
import { messageKeyOf } from '../../model/links.ts'
import { chatIn, elapsedMs, type TrafficEntry } from '../../model/traffic-entries.ts'
import { model } from '../emulator.ts'
import { type IconName, Sign } from '../icons.tsx'
import { hasRoom, linkTo, selected, selectionOf } from '../route.ts'
import { GUESS, Line, type LineProps, lineOf, Reasons } from './call.tsx'
import { shownMoment } from './history.ts'
import { axisMs, detailed, isOfOneBot } from './shown.ts'

export function ExchangeView({ exchange }: { exchange: readonly TrafficEntry[] }) {
  const [head] = exchange
  const calls = exchange.flatMap((entry) => (entry.kind === 'call' ? [entry] : []))
  // One mark is enough if all are guesses.
  const isGuess = head?.kind === 'update' && calls.length > 0 && calls.every((call) => call.isGuess)
  return (
    <article class="exchange">
      {head && exchange.map((entry) => <Row key={entry.id} {...{ entry, head, isGuess }} calls={calls.length} />)}
    </article>
  )
}

interface RowProps {
  entry: TrafficEntry
  head: TrafficEntry
  /** The number of calls of the update, and whether each of them may answer another one. */
  calls: number
  isGuess: boolean
}

function Row({ entry, head, calls, isGuess }: RowProps) {
  const row = useRef<HTMLAnchorElement>(null)
  const isSelected = selected.value?.id === entry.id
  const isDetailed = useComputed(() => detailed.value?.id === entry.id)
  const isShownMoment = shownMoment.value?.id === entry.id
  useEffect(() => {
    // An update is always in view while one of its calls is: its first call shows where it begins.
    const shown = (entry.kind === 'update' && row.current?.nextElementSibling) || row.current
    // The details below take their place first.
    if (isSelected || isShownMoment) requestAnimationFrame(() => shown?.scrollIntoView({ block: 'nearest' }))
  }, [isSelected, isShownMoment])
  if (entry.kind === 'note') return <NoteRow {...{ entry, head }} />
  const message = selected.value?.kind === 'call' ? messageKeyOf(selected.value) : undefined
  const isAbout = isDetailed.value || (message !== undefined && messageKeyOf(entry) === message)
  const isIdle = entry.kind === 'update' && !calls
  const isBad = !entry.isUndone && (entry.kind === 'call' ? !entry.call.ok : entry.state.startsWith('failed'))
  return (
    <a
      class={[
        'entry',
        entry.kind,
        isBad && 'bad',
        isIdle && 'idle',
        entry.isUndone && 'undone',
        isAbout && 'about-selected',
        isShownMoment && 'shown-moment',
      ]
        .filter(Boolean)
        .join(' ')}
      ref={row}
      href={linkTo({ ...selectionOf(isSelected ? undefined : entry), ...(hasRoom.value && { panel: 'traffic' }) })}
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={-1}
    >
      {entry.kind === 'update' ? (
        <UpdateLine {...{ entry, calls, isGuess }} />
      ) : (
        <>
          <Step
            {...lineOf(entry.call)}
            {...(entry.isUndone && { outcome: 'undone' })}
            {...{ entry, head }}
            isGuess={entry.isGuess && !isGuess}
          />
          {!entry.isUndone && <Reasons call={entry.call} isShort />}
        </>
      )}
    </a>
  )
}

const KINDS: Readonly<Record<string, IconName>> = {
  message: 'message',
  edited_message: 'edit',
  callback_query: 'press',
  my_chat_member: 'person',
  chat_member: 'person',
  channel_post: 'channel',
  edited_channel_post: 'channel',
}

/** What a person did. Each text has its own direction. */
export function Said({ update }: { update: Update }) {
  const { who, what } = updateParts(update)
  return (
    <>
      {who && (
        <b>
          <bdi>{who}</bdi>:
        </b>
      )}{' '}
      <bdi>{what}</bdi>
    </>
  )
}

/** How long an update waited for the bot. It is unknown if the clock was frozen before the page was open. */
export function waitOf(entry: TrafficEntry & { kind: 'update' }): number | undefined {
  const waitMs = entry.received && elapsedMs(entry, entry.received)
  return waitMs === 0 && model.clock.value.frozen ? undefined : waitMs
}

/** A longer wait is in its row. */
const LONG_WAIT_MS = 1000

function UpdateLine({ entry, calls, isGuess }: Omit<RowProps, 'head'> & { entry: { kind: 'update' } }) {
  const { at, bot, update, updateType, state } = entry
  const title = chatIn(update)?.title
  const isDone = state === 'confirmed' || state.startsWith('delivered')
  const callsText = calls ? plural(calls, 'call') : isDone && 'no call'
  const outcome = entry.isUndone ? 'undone' : state.startsWith('failed') ? state : callsText
  const waitMs = waitOf(entry)
  const isLongWait = waitMs !== undefined && waitMs >= LONG_WAIT_MS
  return (
    <>
      <time>{secondOf(at)}</time>{' '}
      <span class="what">
        <Sign name={KINDS[updateType] ?? 'message'} text={updateType.replaceAll('_', ' ')} />{' '}
        <span>
          <Said update={update} />
        </span>{' '}
        <small class="place">
          <BotName bot={bot} /> {title && <bdi>{title}</bdi>}
        </small>
      </span>{' '}
      <span class="state" title={isGuess ? GUESS : state}>
        {isGuess && '≈ '}
        {outcome || <Sign name="wait" text={state} />}
        {isLongWait && `, waited ${formatMs(waitMs)}`}
      </span>{' '}
      {isLongWait && <Bar ms={waitMs} label={`waited ${formatMs(waitMs)} for the bot`} />}
    </>
  )
}

/** The name of a bot, unless all shown entries are of the same one. */
const BotName = ({ bot }: { bot: string }) => (isOfOneBot.value || !bot ? null : <small>@{bot} </small>)

function NoteRow({ entry, head }: { entry: TrafficEntry & { kind: 'note' }; head: TrafficEntry }) {
  const { at, bot, error, text, isError, delivery } = entry
  if (!delivery || entry === head)
    return (
      <p class="entry">
        <time>{secondOf(at)}</time>{' '}
        <span class={isError ? 'told bad' : 'told'}>
          <BotName bot={bot} /> {error ?? text}
        </span>
      </p>
    )
  const { attempt, status, duration_ms: ms = 0 } = delivery
  const outcome = isError ? '✗' : `✓ ${status}`
  return (
    <div class={isError ? 'entry call bad' : 'entry call'}>
      <Step name={`webhook, attempt ${attempt}`} {...{ at, outcome, ms, entry, head }} />
      {delivery.error && <span class="refusal">{delivery.error}</span>}
    </div>
  )
}

/** A call or a delivery, with its place on the time axis of its update. */
function Step({ entry, head, ...line }: LineProps & { entry: TrafficEntry; head: TrafficEntry }) {
  const startMs = startOf(head, entry, line.ms)
  const after = startMs === undefined ? '' : `+${formatMs(startMs)}`
  const label = [after, `took ${formatMs(line.ms)}`].filter(Boolean).join(', ')
  return (
    <>
      <Line {...line} after={after} bot={entry === head && <BotName bot={entry.bot} />} />
      <Bar startMs={startMs} ms={line.ms} label={label} />
    </>
  )
}

/** How long after its update a call or a delivery began. It is unknown if the clock was frozen before the page was open. */
export function startOf(update: TrafficEntry, entry: TrafficEntry, durationMs: number): number | undefined {
  const endMs = elapsedMs(update, entry)
  return endMs > 0 ? Math.max(0, endMs - durationMs) : undefined
}

/** A bar that goes beyond the time axis ends there with an arrow. */
function Bar({ startMs = 0, ms = 0, label }: { startMs?: number | undefined; ms?: number | undefined; label: string }) {
  const percent = (part: number) => `${Math.min(100, Math.max(0, (100 * part) / axisMs.value))}%`
  const endMs = startMs + ms
  return (
    <span class={endMs > axisMs.value ? 'times beyond' : 'times'} role="img" title={label} aria-label={label}>
      <i style={{ left: `min(${percent(startMs)}, 100% - var(--space-3))`, right: percent(axisMs.value - endMs) }} />
    </span>
  )
}
