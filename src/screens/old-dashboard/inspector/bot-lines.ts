// The inspector's lines for limits, queue, webhook, faults, members and snapshots.

import type { ProfileView } from '../../../control/contract/people.ts'
import type { LimitUse } from '../../../control/contract/traffic.ts'
import { updateText } from '../../../control/describe/message.ts'
import { dayOf, formatSpan, secondOf } from '../../../lib/time-text.ts'
import { emulatorTime } from '../state/clock.ts'
import type { Bot } from '../state/model.ts'
import type { Panel, State } from '../state/state.ts'
import { undoSnapshotLabel, userSnapshotsFirst } from '../state/undo.ts'
import { jsonBelow } from '../text/json-lines.ts'
import { type Line, lineOf, type Piece, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { drawBars } from '../traffic/counts.ts'
import { programActivity } from '../traffic/program.ts'

const CELLS = 20
const SECONDS = 60
const WARNING_SHARE = 0.7

export function limitLines(state: State, room: number, { limits = [] }: Panel, bot: Bot): Line[] {
  const { full, empty, bars: signs } = signsOf(state.look)
  return limits.flatMap((use): Line[] => {
    const { used, allowed, free_in } = use
    const marks = Math.min(CELLS, used > 0 ? Math.max(1, Math.round((used / allowed) * CELLS)) : 0)
    const isFull = used >= allowed
    const words = `${nameOf(state, use)} ${used}/${allowed}${isFull ? `, wait ${formatSpan(free_in)}` : ''}`
    const style = isFull ? 'bad' : used > allowed * WARNING_SHARE ? 'warn' : 'plain'
    return [
      ...textLines(words, room, isFull ? 'bad' : 'plain').map((line) => ({ ...line, value: use })),
      {
        pieces: [
          [full.repeat(marks) + empty.repeat(CELLS - marks), style],
          [` ${drawBars(countLastMinute(state, bot.handle, use), signs)}`, 'dim'],
        ],
        indent: 2,
        value: use,
      },
    ]
  })
}

function nameOf({ sharedChats }: State, { limit, chat }: LimitUse): string {
  const chatTitle = sharedChats.find((place) => place.id === chat)?.title
  return `${limit.replaceAll('_', ' ')}${chatTitle ? ` in ${chatTitle}` : ''}`
}

function countLastMinute(state: State, bot: string, { operations, chat }: LimitUse): number[] {
  const now = emulatorTime(state)
  const counts = Array<number>(CELLS).fill(0)
  for (const entry of state.traffic) {
    const age = now - entry.at
    if (entry.kind !== 'call' || entry.isUndone || entry.bot !== bot || !(age >= 0 && age < SECONDS)) continue
    const isThere = chat === undefined || String(entry.call.params.chat_id) === String(chat)
    if (!entry.call.ok || !isThere || !operations.includes(entry.call.method)) continue
    const at = CELLS - 1 - Math.floor((age / SECONDS) * CELLS)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

/** Returns a line that the user can unfold, followed by the JSON of its value if it is unfolded. */
function foldableLines(state: State, room: number, fold: string, line: Line, value: unknown): Line[] {
  const inner = state.inspector.toggledFolds.includes(fold) ? jsonBelow(state, value, room, fold) : []
  return [{ ...line, fold, value }, ...inner.map((one): Line => ({ ...one, value }))]
}

export function queueLines(state: State, room: number, { updates = [] }: Panel): Line[] {
  if (!updates.length) return textLines('No pending updates: the bot has confirmed all of them.', room, 'dim')
  return updates.flatMap((update) => {
    const type = Object.keys(update).find((key) => key !== 'update_id') ?? ''
    const line = lineOf(
      [updateText(update) || type, 'plain'],
      [` ${type.replaceAll('_', ' ')} `, 'dim'],
      [`#${update.update_id}`, 'dim'],
    )
    return foldableLines(state, room, `#${update.update_id}`, line, update)
  })
}

export function faultLines(_: State, room: number, { faults = [] }: Panel): Line[] {
  if (!faults.length) return textLines('No injected faults. To inject one, press Ctrl-O and type fault.', room, 'dim')
  return faults.flatMap((fault) => {
    const { id, bot: _, operation, match, every, times, seen, fired, spent, ...effect } = fault
    const counts = [
      `fired ${fired}${times === null ? '' : ` of ${times}`}`,
      `seen ${seen}`,
      ...(every > 1 ? [`1 in ${every}`] : []),
      ...(match ? [`if ${JSON.stringify(match)}`] : []),
      ...(spent ? ['used up'] : []),
    ]
    return [
      ...textLines(`#${id} ${operation ?? 'any call'}: ${wordsOf(effect)}`, room, 'strong'),
      ...textLines(counts.join(', '), room, fired ? 'plain' : 'dim', 2),
    ].map((line) => ({ ...line, value: fault }))
  })
}

const wordsOf = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => (value === true ? name : `${name} ${value}`))
    .join(', ')
    .replaceAll('_', ' ')

export function memberLines(_: State, room: number, { members = [] }: Panel): Line[] {
  if (!members.length) return textLines('Only groups and channels have members.', room, 'dim')
  return members.flatMap((member) => {
    const { user, handle: _, status, until_date, is_member, ...rights } = member
    const granted = wordsOf(Object.fromEntries(Object.entries(rights).filter(([, value]) => value === true)))
    const until = until_date ? ` until ${dayOf(until_date)} ${secondOf(until_date)}` : ''
    const words = `${status === 'restricted' ? 'muted' : status}${until}${is_member === false ? ', has left' : ''}`
    return [
      lineOf([`${user.first_name} `, 'strong'], [words, status === 'restricted' ? 'bad' : 'plain']),
      ...(granted ? textLines(granted, room, 'dim', 2) : []),
    ].map((line) => ({ ...line, value: member }))
  })
}

export function snapshotLines(state: State, room: number, { snapshots = [] }: Panel): Line[] {
  if (!snapshots.length) return textLines('No snapshots yet. To take one, press Ctrl-O and type snapshot.', room, 'dim')
  const order = userSnapshotsFirst(state)
  const inOrder = [...snapshots].sort((a, b) => order(a.name, b.name))
  return inOrder.map((snapshot) => {
    const { name, bytes } = snapshot
    const made_at = state.worlds.snapshots[name]?.at ?? snapshot.made_at
    const forUndo = undoSnapshotLabel(state, name)
    const at = `${dayOf(made_at)} ${secondOf(made_at)}, ${Math.ceil(bytes / 1000)} kB`
    const note = forUndo === undefined ? at : `for undo, ${at}`
    const namePiece: Piece = forUndo === undefined ? [name, 'strong'] : [forUndo, 'plain']
    return { ...lineOf(namePiece, [`  ${note}`, 'dim']), value: snapshot }
  })
}

function healthLines(webhook: ProfileView['webhook'], { updates = [], deliveries = [] }: Panel, room: number) {
  const { last_error_message, last_error_date } = webhook
  const failed = deliveries.find((one) => one.error !== null)
  const error = failed?.error ?? last_error_message
  const at = failed?.at ?? last_error_date
  const when = at ? ` at ${secondOf(at)}` : ''
  const isFailing = error && deliveries[0]?.error !== null
  const words = !error ? 'working' : isFailing ? `failing${when}: ${error}` : `working, last error${when}: ${error}`
  return textLines(`${updates.length} pending, ${words}`, room, isFailing ? 'bad' : 'good')
}

export function webhookLines(state: State, room: number, panel: Panel, bot: Bot): Line[] {
  const { deliveries = [] } = panel
  const webhook = bot.profile?.webhook
  if (!webhook?.url) {
    const text = `No webhook is set. The bot polls for its updates. Now: ${programActivity(state, bot).text}.`
    return textLines(text, room, 'dim')
  }
  const { sent } = signsOf(state.look)
  return [
    ...textLines(webhook.url, room, 'strong'),
    ...healthLines(webhook, panel, room),
    ...(state.service.allow_local_webhooks
      ? textLines('Local webhooks are allowed: over http, on any port, on this machine.', room, 'warn')
      : []),
    lineOf(),
    ...deliveries.flatMap((delivery) => {
      const { id, at, update_id, status, error } = delivery
      const outcome = error === null ? `${status} delivered` : `${status ?? 'no answer'} ${error}`
      const line = lineOf(
        [`${secondOf(at)} `, 'dim'],
        [`#${update_id} `, 'strong'],
        [`${sent} ${outcome}`, error === null ? 'good' : 'bad'],
      )
      return foldableLines(state, room, `delivery ${id}`, line, delivery)
    }),
  ]
}
