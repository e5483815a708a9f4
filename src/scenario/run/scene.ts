// The conversation as people saw it, made of what happened.

import type { EventView } from '../../client/client.ts'
import { fileIn } from '../file-in.ts'
import type { Json, SeenCall } from './result.ts'

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
  const said = new Map<string, Line>()
  return events.flatMap((event) => {
    if (event.type === 'call') showKeys(event, said)
    const line = lineOf(event, names)
    if (Array.isArray(line)) return line
    if (line.chat) names.set(place(event), line.chat)
    if (line.kind === 'message') said.set(`${place(event)} ${line.message_id}`, line)
    return line
  })
}

/** A reply keyboard is the chat's, not the message's: only the call tells which message has brought it. */
function showKeys(event: EventView, said: ReadonlyMap<string, Line>) {
  const { params, body } = event.call as SeenCall
  const line = said.get(`${place(event)} ${body.result?.message_id}`)
  const { keyboard } = fromText(params.reply_markup) ?? {}
  if (line && Array.isArray(keyboard)) line.keys = labelsOf(keyboard)
}

/** In query, form and multipart a structure travels as JSON text; the service has read it already. */
const fromText = (value: Json): Json => (typeof value === 'string' ? JSON.parse(value) : value)

const labelsOf = (rows: Json[]): string[][] => rows.map((row) => row.map((one: Json) => one.text ?? one))

const place = ({ bot, chat }: EventView) => `${bot} ${chat}`

function lineOf(event: EventView, names: ReadonlyMap<string, string>): Line | Line[] {
  const base = { event: event.id, at: event.at }
  switch (event.type) {
    case 'message':
    case 'edit':
      return messageLine(base, event)
    case 'delete':
      return { ...base, chat: names.get(place(event)) ?? '', kind: 'delete', message_id: event.message_id as number }
    case 'action':
      return actionLine(base, event)
    default:
      return []
  }
}

type Base = Pick<Line, 'event' | 'at'>

function messageLine(base: Base, { type, message, bot }: EventView): Line | Line[] {
  if (!message) return []
  const m = message as Json
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
    text: notice ?? m.text ?? m.caption,
    ...(file && { file: { name: 'photo', ...file } }),
    ...(rows && { buttons: labelsOf(rows) }),
  }
}

function noticeOf(message: Json): string | undefined {
  const names = message.new_chat_members?.map((one: Json) => one.first_name).join(', ')
  if (names) return `${names} joined`
  return message.left_chat_member && `${message.left_chat_member.first_name} left`
}

/** Actions that leave no message of their own, but that whoever reads along wants to know of. */
const TOLD = new Set([
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

function actionLine(base: Base, { action, params }: EventView): Line | Line[] {
  if (!TOLD.has(action as string)) return []
  const { as, chat, bot, button, ...rest } = (params ?? {}) as Record<string, Json>
  const line = { ...base, chat: '', ...(as !== undefined && { author: String(as) }) }
  if (action === 'press') return { ...line, kind: 'press', text: button }
  const told = Object.values(rest).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
  const where = chat ?? bot
  return { ...line, kind: 'act', text: [action, ...told, ...(where === undefined ? [] : [`in ${where}`])].join(' ') }
}
