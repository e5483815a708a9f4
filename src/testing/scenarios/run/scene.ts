// Builds the conversation, as people saw it, from events, and formats it.

import type { EventOf, EventView } from '../../../control/contract/events.ts'
import type { SceneLine, UndatedLine } from '../../../control/contract/page-data.ts'
import type { ActionDescription } from '../../../control/contract/service.ts'
import { buttonRow, fileText, messageIn, placeText, serviceText } from '../../../control/describe/message.ts'
import { sanitizeLine } from '../../../lib/safe-text.ts'
import { formatSince } from '../../../lib/time-text.ts'
import { shownByCall, shownContent } from '../../seen/seen.ts'
import { CREATE_ACTIONS } from '../../worlds/world-file.ts'

export type Scene = SceneLine[]

export function sceneOf(events: readonly EventView[], actions: readonly ActionDescription[]): Scene {
  const shown = new Set(actions.filter(isShown).map(({ name }) => name))
  /** Chat titles by chat, because an event of a deleted message does not contain the title. */
  const names = new Map<string, string>()
  const lines = new Map<string, SceneLine>()
  return events.flatMap((event) => {
    if (event.type === 'call') completeLine(event, lines)
    if (event.type === 'action' && !shown.has(event.action)) return []
    const line = lineOf(event, names)
    if (Array.isArray(line)) return line
    if (line.chat) names.set(chatKey(event), line.chat)
    if (line.kind === 'message' || line.kind === 'edit') lines.set(`${chatKey(event)} ${line.message_id}`, line)
    return line
  })
}

/** Restores a message's original content from the call: the event shows later edits and lacks the reply keyboard. */
function completeLine(event: EventOf<'call'>, lines: ReadonlyMap<string, SceneLine>) {
  const line = lines.get(`${chatKey(event)} ${messageIn(event.call.body.result).message_id}`)
  if (!line) return
  delete line.buttons
  Object.assign(line, shownByCall(event.call))
}

const chatKey = ({ bot, chat }: EventView) => `${bot} ${chat}`

function lineOf(event: EventView, names: ReadonlyMap<string, string>): SceneLine | SceneLine[] {
  const base = { event: event.id, at: event.at }
  switch (event.type) {
    case 'message':
    case 'edit':
      return messageLine(base, event)
    case 'delete':
      return { ...base, chat: names.get(chatKey(event)) ?? '', kind: 'delete', message_id: event.message_id }
    case 'action':
      return actionLine(base, event)
    default:
      return []
  }
}

type Base = Pick<SceneLine, 'event' | 'at'>

function messageLine(base: Base, { type, message: m, bot }: EventOf<'message'>): SceneLine | SceneLine[] {
  if (!m) return []
  return {
    ...base,
    chat: m.chat.title ?? `${m.chat.first_name} · ${bot}`,
    kind: type === 'edit' ? 'edit' : serviceText(m) ? 'notice' : 'message',
    author: m.author.first_name,
    bot: m.author.is_bot,
    message_id: m.message_id,
    ...shownContent(m),
  }
}

/** True for what people do without a message of their own. For \`delete\`, the deleted message has a line. */
const isShown = ({ name, recorded, updates }: ActionDescription) =>
  recorded && !CREATE_ACTIONS.has(name) && name !== 'delete' && !updates.some((type) => /(message|post)$/.test(type))

function actionLine(base: Base, { action, params }: EventOf<'action'>): SceneLine {
  const { as, chat, bot, button, ...rest } = params
  const line = { ...base, chat: '', ...(as !== undefined && { author: String(as) }) }
  if (action === 'press') return { ...line, kind: 'press', text: String(button ?? rest.data ?? placeText(rest)) }
  const values = Object.values(rest).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
  const where = chat ?? bot
  return { ...line, kind: 'act', text: [action, ...values, ...(where === undefined ? [] : [`in ${where}`])].join(' ') }
}

export function sceneLines(scene: Scene): string[] {
  const hasSeveralChats = new Set(scene.flatMap(({ chat }) => chat || [])).size > 1
  const from = scene[0]?.at ?? 0
  return scene.map((line) => {
    const where = hasSeveralChats && line.chat ? `[${sanitizeLine(line.chat)}] ` : ''
    return `${formatSince(line.at - from)}  ${where}${lineText(line)}`
  })
}

/** Names the message that is edited or deleted by its id, if the line has one. */
export function lineText({ kind, author, text, file, buttons, keys, message_id }: UndatedLine): string {
  const words = sanitizeLine([file && fileText(file), text].filter(Boolean).join(' '))
  const parts = [words, buttons && rowsOf(buttons), keys && `keyboard ${rowsOf(keys)}`].filter(Boolean).join('  ')
  const who = sanitizeLine(author ?? 'a person')
  switch (kind) {
    case 'notice':
      return `— ${words}`
    case 'press':
      return `${who} presses ${buttonRow([words])}`
    case 'edit':
      return `${who} edits${message_id === undefined ? '' : ` message ${message_id}`}: ${parts}`
    case 'delete':
      return message_id === undefined ? `${who} deletes: ${parts}` : `message ${message_id} is deleted`
    case 'act':
      return author ? `${who}: ${words}` : `— ${words}`
    default:
      return `${who}: ${parts}`
  }
}

const rowsOf = (rows: string[][]) => rows.map((row) => buttonRow(row, sanitizeLine)).join(' / ')
