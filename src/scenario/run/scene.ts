// The conversation as people saw it, made of what happened.

import type { EventView } from '../../client/client.ts'
import { fileIn } from '../file-in.ts'
import type { Json } from './result.ts'

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
  keys?: string[][]
}

export type Scene = Line[]

export function sceneOf(events: readonly EventView[]): Scene {
  /** The names of chats by bot and id: who hears of a deletion has heard of the chat before. */
  const names = new Map<string, string>()
  return events.flatMap((event) => {
    const line = lineOf(event, names)
    if (!Array.isArray(line) && line.chat) names.set(place(event), line.chat)
    return line
  })
}

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
  const rows = (key: string) => m.reply_markup?.[key]?.map((row: Json) => row.map((one: Json) => one.text ?? one))
  return {
    ...base,
    chat: m.chat.title ?? `${m.chat.first_name} · ${bot}`,
    kind: type === 'edit' ? 'edit' : notice ? 'notice' : 'message',
    author: m.author.first_name,
    bot: m.author.is_bot,
    message_id: m.message_id,
    text: notice ?? m.text ?? m.caption,
    ...(file && { file: { name: 'photo', ...file } }),
    ...(rows('inline_keyboard') && { buttons: rows('inline_keyboard') }),
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
