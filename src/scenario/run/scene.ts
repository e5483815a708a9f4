// The conversation as people saw it, from what happened.

import type { EventOf, EventView } from '../../contract/events.ts'
import { fileIn, messageIn } from '../../contract/file-in.ts'
import type { MessageView } from '../../contract/messages.ts'

export interface Line {
  /** The event it comes from. */
  event: number
  at: number
  /** The chat's name. */
  chat: string
  kind: 'message' | 'notice' | 'press' | 'edit' | 'delete' | 'act'
  author?: string
  bot?: boolean
  message_id?: number
  /** What the message answers. */
  reply_to?: string
  text?: string
  file?: { kind: string; unique_id: string; name: string }
  buttons?: string[][]
  /** Of the reply keyboard that came with it. */
  keys?: string[][]
}

export type Scene = Line[]

export function sceneOf(events: readonly EventView[]): Scene {
  /** The names of chats by bot and id: who hears of a deletion has heard of the chat before. */
  const names = new Map<string, string>()
  const lines = new Map<string, Line>()
  return events.flatMap((event) => {
    if (event.type === 'call') showKeys(event, lines)
    const line = lineOf(event, names)
    if (Array.isArray(line)) return line
    if (line.chat) names.set(chatKey(event), line.chat)
    if (line.kind === 'message') lines.set(`${chatKey(event)} ${line.message_id}`, line)
    return line
  })
}

/** A reply keyboard is the chat's, not the message's: only the call tells which message has brought it. */
function showKeys(event: EventOf<'call'>, lines: ReadonlyMap<string, Line>) {
  const { params, body } = event.call
  const line = lines.get(`${chatKey(event)} ${messageIn(body.result).message_id}`)
  const { keyboard } = line ? markupIn(params.reply_markup) : {}
  if (line && keyboard) line.keys = labelsOf(keyboard)
}

/** In query, form and multipart a structure travels as JSON text; the service has read it already. */
const markupIn = (value: unknown): { keyboard?: Label[][] } =>
  (typeof value === 'string' ? value && JSON.parse(value) : value) || {}

type Label = string | { text: string }

const labelsOf = (rows: Label[][]) => rows.map((row) => row.map((one) => (typeof one === 'string' ? one : one.text)))

const chatKey = ({ bot, chat }: EventView) => `${bot} ${chat}`

function lineOf(event: EventView, names: ReadonlyMap<string, string>): Line | Line[] {
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

type Base = Pick<Line, 'event' | 'at'>

function messageLine(base: Base, { type, message: m, bot }: EventOf<'message'>): Line | Line[] {
  if (!m) return []
  const file = fileIn(m)
  const notice = noticeOf(m)
  const rows = m.reply_markup?.inline_keyboard
  return {
    ...base,
    chat: m.chat.title ?? `${m.chat.first_name} · ${bot}`,
    kind: type === 'edit' ? 'edit' : notice ? 'notice' : 'message',
    author: m.author.first_name,
    bot: m.author.is_bot,
    message_id: m.message_id,
    reply_to: m.reply_to_message && quoted(m.reply_to_message),
    text: notice ?? m.text ?? m.caption,
    file: file && { kind: file.kind, unique_id: file.unique_id, name: file.name ?? 'photo' },
    buttons: rows && labelsOf(rows),
  }
}

const quoted = ({ text, caption }: Pick<MessageView, 'text' | 'caption'>) => text ?? caption ?? 'a file'

function noticeOf(message: MessageView): string | undefined {
  const names = message.new_chat_members?.map((one) => one.first_name).join(', ')
  if (names) return `${names} joined`
  return message.left_chat_member && `${message.left_chat_member.first_name} left`
}

/** Actions that leave no message of their own, but that whoever reads along wants to know of. */
const SHOWN = new Set([
  'press',
  'block',
  'unblock',
  'ban',
  'unban',
  'mute',
  'unmute',
  'promote',
  'demote',
  'pin',
  'unpin',
  'advanceClock',
  'setClock',
  'updateUser',
  'updateBot',
  'updateChat',
  'updateService',
  'injectFault',
  'deleteFile',
])

function actionLine(base: Base, { action, params }: EventOf<'action'>): Line | Line[] {
  if (!SHOWN.has(action)) return []
  const { as, chat, bot, button, ...rest } = params
  const line = { ...base, chat: '', ...(as !== undefined && { author: String(as) }) }
  if (action === 'press') return { ...line, kind: 'press', text: String(button) }
  const values = Object.values(rest).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
  const where = chat ?? bot
  return { ...line, kind: 'act', text: [action, ...values, ...(where === undefined ? [] : [`in ${where}`])].join(' ') }
}
