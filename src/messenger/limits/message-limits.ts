// Enforces the message limits: sliding windows over the ledger, and the chats of a day.

import { LIMITS } from '../../spec/limits.ts'
import { type Refusal, refusal } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { Spending } from '../../store/tables/ledger.ts'
import type { BotChat } from '../chats/find-chat.ts'
import type { Read, Tx } from '../world.ts'

export const MINUTE_MS = LIMITS.messagesPerChatWindowSeconds * 1000
export const SECOND_MS = LIMITS.messagesPerBotWindowSeconds * 1000
export const DEVICES_MS = LIMITS.devicesWindowSeconds * 1000
export const DAY_MS = 24 * 3600 * 1000

/** Counts a new message towards every limit, or refuses with the longest wait. */
export function spendSend(tx: Tx, bot: BotRow, chat: BotChat) {
  const nowMs = tx.clock.ms()
  const nth = placeOfTheDay(tx, bot, chat, nowMs)
  refuseWithLongestWait(nowMs, [perBot(tx, bot, nowMs), ...perSharedChat(tx, bot, chat, nowMs)])
  if (nth) tx.store.dailyChats.add(bot.id, Math.floor(nowMs / DAY_MS), chat.chat, nth)
  enter(tx, bot, chat, nowMs, 1)
}

/** Counts a text edit in a group towards the limits of the chat and of devices. Other edits are free. */
export function spendEdit(tx: Tx, bot: BotRow, chat: BotChat) {
  if (chat.kind !== 'group') return
  const nowMs = tx.clock.ms()
  refuseWithLongestWait(nowMs, perSharedChat(tx, bot, chat, nowMs))
  enter(tx, bot, chat, nowMs, 0)
}

function enter(tx: Tx, bot: BotRow, chat: BotChat, nowMs: number, is_send: 0 | 1) {
  const devices = chat.kind === 'group' ? chat.devices : 0
  const row = { bot: bot.id, owner: bot.owner, chat: chat.chat, at_ms: nowMs, is_send, devices }
  tx.store.ledger.insert(row, nowMs - MINUTE_MS)
}

/** Returns the number of the chat among today's distinct chats, or undefined if the chat is counted already. */
function placeOfTheDay(read: Read, bot: BotRow, chat: BotChat, nowMs: number): number | undefined {
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

interface Full {
  /** The time at which the same call would pass. */
  freeMs: number
  refused: (retryAfter: number) => Refusal
}

function perBot(read: Read, bot: BotRow, nowMs: number): Full | undefined {
  const sends = read.store.ledger.sendsOfBot(bot.id, nowMs - SECOND_MS, LIMITS.messagesPerBot)
  return countedFull('perBot', sends, LIMITS.messagesPerBot, SECOND_MS, { bot: bot.first_name })
}

function perSharedChat(read: Read, bot: BotRow, chat: BotChat, nowMs: number): (Full | undefined)[] {
  if (chat.kind === 'private') return []
  const slots = { bot: bot.first_name, chat: chat.title }
  const spent = read.store.ledger.inChat(chat.chat, bot.id, nowMs - MINUTE_MS, LIMITS.messagesPerChat)
  const minute = countedFull('perChat', spent, LIMITS.messagesPerChat, MINUTE_MS, slots)
  return chat.kind === 'group' ? [minute, ...devicesFull(read, bot, chat.devices, nowMs, slots)] : [minute]
}

function countedFull(cause: LimitCause, spent: Spending[], allowed: number, windowMs: number, slots: Slots) {
  const first = spent.at(-allowed)
  return first && full(cause, first.at_ms + windowMs, { ...slots, used: spent.length, allowed })
}

function devicesFull(read: Read, bot: BotRow, cost: number, nowMs: number, slots: Slots): (Full | undefined)[] {
  const recent = read.store.ledger.devices(nowMs - DEVICES_MS)
  if (!recent.length) return []
  const mine = recent.filter((row) => row.bot === bot.id)
  const owners = recent.filter((row) => row.owner === bot.owner)
  return [
    budgetFull('devicesPerBot', mine, LIMITS.devicesPerBot, cost, slots),
    budgetFull('devicesPerOwner', owners, LIMITS.devicesPerOwner, cost, slots),
    budgetFull('devicesOverall', recent, LIMITS.devicesOverall, cost, slots),
  ]
}

/** Checks a device limit. A group that is larger than the limit itself may send as soon as the window is empty. */
function budgetFull(cause: LimitCause, recent: Spending[], allowed: number, cost: number, slots: Slots) {
  const used = recent.reduce((sum, row) => sum + row.devices, 0)
  let left = used
  let freeMs: number | undefined
  for (const row of recent) {
    if (left + cost <= allowed) break
    left -= row.devices
    freeMs = row.at_ms + DEVICES_MS
  }
  return freeMs === undefined ? undefined : full(cause, freeMs, { ...slots, used, allowed, cost })
}

type Slots = Record<string, string | number>

function full(cause: LimitCause, freeMs: number, slots: Slots): Full {
  return { freeMs, refused: (retry_after) => refusal('retryAfter', cause, { ...slots, retry_after }) }
}

function refuseWithLongestWait(nowMs: number, limits: (Full | undefined)[]) {
  let longest: Full | undefined
  for (const limit of limits) if (limit && (!longest || limit.freeMs > longest.freeMs)) longest = limit
  if (longest) throw longest.refused(Math.max(1, Math.ceil((longest.freeMs - nowMs) / 1000)))
}

export function seedChatsOfTheDay(tx: Tx, bot: BotRow, count: number) {
  tx.store.dailyChats.setCount(bot.id, Math.floor(tx.clock.ms() / DAY_MS), count)
}
