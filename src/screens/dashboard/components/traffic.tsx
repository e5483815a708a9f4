// The right pane: updates with the calls that answer them, the newest at the bottom.

import { contentText, isConnected, unconfirmedNotes } from '../../../control/describe/call.ts'
import { textOrCaption, updateText } from '../../../control/describe/message.ts'
import { formatMs, secondOf } from '../../../lib/time-text.ts'
import { move } from '../commands/lists.ts'
import { showView } from '../commands/traffic.ts'
import { drawn } from '../hooks/use-emulator.ts'
import { Clickable } from '../hooks/use-mouse.tsx'
import type { Signs } from '../look.ts'
import { dim, type Item, type Part } from '../screen/items.ts'
import { FRAME } from '../screen/panes.ts'
import type { Screen, TrafficEntry } from '../screen/screen.ts'
import { chooseEntry, reasonOf } from '../screen/traffic.ts'
import { wrap } from '../text/cells.ts'
import { Row, Window } from './list.tsx'
import { Pane } from './pane.tsx'
import { Paragraph } from './words.tsx'

export const Traffic = drawn<{ width: number }>((screen, { width }) => {
  const entries = screen.visibleTraffic.value
  const isFocused = screen.focus.value === 'traffic'
  const entryId = screen.entryId.value
  const hasManyBots = screen.model.bots.value.length > 1
  const found = entries.findIndex(({ id }) => id === entryId)
  const at = found < 0 ? (isFocused ? entries.length - 1 : null) : found
  const place = found < 0 || !isFocused ? '' : ` ${found + 1} of ${entries.length}`
  const title = `traffic${place}`
  const look = { width: width - FRAME.columns, isFocused, hasManyBots }
  return (
    <Pane title={title} list="traffic" width={width} isFocused={isFocused}>
      {entries.length ? (
        <Window count={entries.length} at={at} onWheel={(by) => move(screen, by, 'traffic')}>
          {(i) => (
            <Clickable key={entries[i]!.id} onClick={() => clickEntry(screen, entries[i]!)}>
              <Entry entry={entries[i]!} before={entries[i - 1]} isChosen={i === at} {...look} />
            </Clickable>
          )}
        </Window>
      ) : (
        <Paragraph dimColor>{emptyText(screen)}</Paragraph>
      )}
    </Pane>
  )
})

/** A click chooses an entry; a second one inspects it. */
function clickEntry(screen: Screen, entry: TrafficEntry) {
  const isSecond = screen.focus.peek() === 'traffic' && screen.entryId.peek() === entry.id
  screen.focus.value = 'traffic'
  chooseEntry(screen, entry)
  if (isSecond) showView(screen, 'chosen')
}

function emptyText({ filters, currentBot, model }: Screen): string {
  if (filters.value.traffic) return 'No matches. Esc clears the filter.'
  const bot = currentBot.value
  if (!bot) return model.link.value === 'open' ? 'No bots yet. Ctrl-P, then "bot", creates one.' : ''
  return isConnected(bot.delivery)
    ? `${bot.first_name} is connected. Write to it to see its updates and calls here.`
    : 'No bot has called yet.'
}

interface EntryProps {
  entry: TrafficEntry
  before: TrafficEntry | undefined
  width: number
  hasManyBots: boolean
  isChosen: boolean
  isFocused: boolean
}

const MAX_NOTE_ROWS = 3

const TIME_CELLS = 9

const Entry = drawn<EntryProps>((screen, { entry, before, hasManyBots, ...row }) => {
  const hasTime = before === undefined || Math.floor(before.at) !== Math.floor(entry.at)
  const time = hasTime ? `${entry.at ? secondOf(entry.at) : '--:--:--'} ` : ' '.repeat(TIME_CELLS)
  const bot = hasManyBots ? `${entry.bot} ` : ''
  const { parts, right, below = [] } = lineOf(entry, bot, screen.look.signs, row.width - TIME_CELLS - 1)
  const undone = (part: Part) => ({
    ...(typeof part === 'string' ? { text: part } : part),
    dimColor: true,
    strikethrough: true,
  })
  const reasons = reasonsOf(entry, before).map((text): Part => ({ text, tone: 'bad' }))
  const item: Item = {
    id: String(entry.id),
    parts: [dim(time), entry.cause === null ? '' : '  ', ...(entry.isUndone ? parts.map(undone) : parts)],
    ...(right && { right: entry.isUndone ? [dim('undone')] : right }),
    below: [...below, ...reasons],
    belowIndent: entry.kind === 'note' ? TIME_CELLS : 5,
  }
  return <Row item={item} {...row} />
})

function lineOf(entry: TrafficEntry, bot: string, { more, came }: Signs, room: number): Omit<Item, 'id'> {
  if (entry.kind === 'note') {
    const lines = entry.text.split('\n')
    const isLong = lines.length > MAX_NOTE_ROWS
    const [first = '', ...rest] = isLong
      ? [entry.error ?? lines[0] ?? '', `${more} ${lines.length} lines; Enter shows them`]
      : lines.flatMap((line) => wrap(line, room))
    const look = entry.isError ? { tone: 'bad' as const } : { dimColor: !entry.isOutput }
    return { parts: [{ text: first, ...look }], below: rest.map((text) => ({ text, ...look })) }
  }
  if (entry.kind === 'update') {
    const words = updateText(entry.update)
    const type = entry.updateType === 'callback_query' ? 'press' : entry.updateType
    const sign = { text: came, bold: true, tone: entry.state.startsWith('failed') ? ('bad' as const) : undefined }
    return {
      parts: [sign, ` ${bot}${type === 'message' && words ? '' : `${type} `}${words}`],
      right: [dim(entry.state)],
    }
  }
  const { method, status, ok, why, duration_ms, params, ignored, read_leniently, unconfirmed } = entry.call
  const tone = !ok ? 'bad' : ignored || read_leniently || unconfirmed || why ? 'warn' : 'good'
  const remarks = [remark(ignored, 'ignored'), remark(read_leniently, 'read leniently')].filter(Boolean)
  return {
    parts: [
      { text: ok ? 'ok' : String(status), bold: !ok, tone },
      ` ${bot}${method} `,
      { text: remarks.map((one) => `${one} `).join(''), tone: 'warn' },
      String(textOrCaption(params) ?? contentText(entry.call)),
    ],
    right: [dim(formatMs(duration_ms).replace(' ', ''))],
  }
}

const remark = (params: readonly string[] | undefined, what: string) => params && `(${params.join(', ')} ${what})`

/** Why a call was refused or which fault it met, unless the call before says so; or why a bot gets an update again. */
function reasonsOf(entry: TrafficEntry, before: TrafficEntry | undefined): string[] {
  if (entry.kind !== 'call' || entry.isUndone) return []
  const [note] = unconfirmedNotes(entry.call.unconfirmed)
  if (note !== undefined) return [note]
  const { why, rule = '' } = entry.call
  if (!why) return []
  const isRepeated = before?.kind === 'call' && before.call.why === why && (before.call.rule ?? '') === rule
  return isRepeated ? [] : [`${reasonOf(entry.call)} ${rule}`.trim()]
}
