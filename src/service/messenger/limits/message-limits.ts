// Enforces message limits: counts within time windows, and distinct chats per day.

import { LIMITS } from '../../rules/limits.ts'
import { type Refusal, refusal } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { DEVICES_MS, type LedgerRow, MINUTE_MS, SECOND_MS } from '../../store/tables/ledger.ts'
import type { BotChat } from '../chats/find-chat.ts'
import type { Read, Tx } from '../world.ts'

export const DAY_MS = 24 * 3600 * 1000

/** The limits that an edit in a group counts against. Edits elsewhere are free. */
export const EDIT_LIMITS = [
  'messages_per_minute',
  'devices_per_second',
  'devices_per_second_of_owner',
  'devices_per_second_overall',
] as const
export const SEND_LIMITS = [...EDIT_LIMITS, 'messages_per_second', 'chats_per_day'] as const
export const TRANSFER_LIMITS = ['transfers', 'transfers_overall'] as const

export type LimitName = (typeof SEND_LIMITS | typeof TRANSFER_LIMITS)[number]

/** Counts a new message, or refuses it. If several limits are reached, refuses with the longest wait. */
export function countSend(tx: Tx, bot: BotRow, chat: BotChat) {
  const nowMs = tx.clock.ms()
  const nth = numberChatOfDay(tx, bot, chat, nowMs)
  refuseWithLongestWait(nowMs, [checkBot(tx, bot, nowMs), ...checkSharedChat(tx, bot, chat, nowMs)])
  if (nth) tx.store.dailyChats.add(bot.id, Math.floor(nowMs / DAY_MS), chat.chat, nth)
  addToLedger(tx, bot, chat, nowMs, 1)
}

/** Counts an edit in a group towards the limit of the chat and the limits of devices. Other edits do not count. */
export function countEdit(tx: Tx, bot: BotRow, chat: BotChat) {
  if (chat.kind !== 'group') return
  const nowMs = tx.clock.ms()
  refuseWithLongestWait(nowMs, checkSharedChat(tx, bot, chat, nowMs))
  addToLedger(tx, bot, chat, nowMs, 0)
}

function addToLedger(tx: Tx, bot: BotRow, chat: BotChat, nowMs: number, is_send: 0 | 1) {
  const devices = chat.kind === 'group' ? chat.devices : 0
  const row = { bot: bot.id, owner: bot.owner, chat: chat.chat, at_ms: nowMs, is_send, devices }
  tx.store.ledger.insert(row, nowMs - MINUTE_MS)
}

/**
 * If the bot writes to a new chat today, returns its number: 1 for the bot's first chat of the day, 2 for the second.
 */
function numberChatOfDay(read: Read, bot: BotRow, chat: BotChat, nowMs: number): number | undefined {
  const day = Math.floor(nowMs / DAY_MS)
  if (read.store.dailyChats.has(bot.id, day, chat.chat)) return undefined
  const nth = read.store.dailyChats.count(bot.id, day) + 1
  if (nth > LIMITS.chatsPerDay && !bot.verified) {
    const slots = { retry_after: LIMITS.chatsPerDayRetrySeconds, allowed: LIMITS.chatsPerDay, bot: bot.first_name }
    throw refusal('dailyChats', 'chats', slots)
  }
  return nth
}

type LimitCause = 'perChat' | 'perBot' | 'devicesPerBot' | 'devicesPerOwner' | 'devicesOverall'

interface ReachedLimit {
  /** The emulator's time at which a new message would be accepted again. */
  freeMs: number
  createRefusal: (retryAfter: number) => Refusal
}

function checkBot(read: Read, bot: BotRow, nowMs: number): ReachedLimit | undefined {
  const sends = read.store.ledger.sendsOfBot(bot.id, nowMs - SECOND_MS, LIMITS.messagesPerBot)
  return checkCount('perBot', sends, LIMITS.messagesPerBot, SECOND_MS, { bot: bot.first_name })
}

function checkSharedChat(read: Read, bot: BotRow, chat: BotChat, nowMs: number): (ReachedLimit | undefined)[] {
  if (chat.kind === 'private') return []
  const slots = { bot: bot.first_name, chat: chat.title }
  const rows = read.store.ledger.inChat(chat.chat, bot.id, nowMs - MINUTE_MS, LIMITS.messagesPerChat)
  const minute = checkCount('perChat', rows, LIMITS.messagesPerChat, MINUTE_MS, slots)
  return chat.kind === 'group' ? [minute, ...checkDevices(read, bot, chat.devices, nowMs, slots)] : [minute]
}

function checkCount(cause: LimitCause, rows: LedgerRow[], allowed: number, windowMs: number, slots: Slots) {
  const first = rows.at(-allowed)
  return first && reachedLimit(cause, first.at_ms + windowMs, { ...slots, used: rows.length, allowed })
}

function checkDevices(read: Read, bot: BotRow, cost: number, nowMs: number, slots: Slots) {
  const recent = read.store.ledger.devices(nowMs - DEVICES_MS)
  if (!recent.length) return []
  const mine = recent.filter((row) => row.bot === bot.id)
  const owners = recent.filter((row) => row.owner === bot.owner)
  return [
    checkBudget('devicesPerBot', mine, LIMITS.devicesPerBot, cost, slots),
    checkBudget('devicesPerOwner', owners, LIMITS.devicesPerOwner, cost, slots),
    checkBudget('devicesOverall', recent, LIMITS.devicesOverall, cost, slots),
  ]
}

/**
 * Limits the devices for which messages are encrypted: returns the limit if `cost` more devices would exceed it.
 * Returns undefined if no message was sent recently, even if `cost` alone exceeds the limit.
 */
function checkBudget(cause: LimitCause, recent: LedgerRow[], allowed: number, cost: number, slots: Slots) {
  const used = recent.reduce((sum, row) => sum + row.devices, 0)
  let left = used
  let freeMs: number | undefined
  for (const row of recent) {
    if (left + cost <= allowed) break
    left -= row.devices
    freeMs = row.at_ms + DEVICES_MS
  }
  return freeMs === undefined ? undefined : reachedLimit(cause, freeMs, { ...slots, used, allowed, cost })
}

type Slots = Record<string, string | number>

function reachedLimit(cause: LimitCause, freeMs: number, slots: Slots): ReachedLimit {
  return { freeMs, createRefusal: (retry_after) => refusal('retryAfter', cause, { ...slots, retry_after }) }
}

function refuseWithLongestWait(nowMs: number, limits: (ReachedLimit | undefined)[]) {
  let longest: ReachedLimit | undefined
  for (const limit of limits) if (limit && (!longest || limit.freeMs > longest.freeMs)) longest = limit
  if (longest) throw longest.createRefusal(Math.max(1, Math.ceil((longest.freeMs - nowMs) / 1000)))
}

export function setDailyChatCount(tx: Tx, bot: BotRow, count: number) {
  tx.store.dailyChats.setCount(bot.id, Math.floor(tx.clock.ms() / DAY_MS), count)
}
