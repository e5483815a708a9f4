// Reports how much of each limit a bot has used.

import { DAY_MS, type LimitName } from '../../service/messenger/limits/message-limits.ts'
import type { Read } from '../../service/messenger/world.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import { DEVICES_MS, type LedgerRow, MINUTE_MS, SECOND_MS } from '../../service/store/tables/ledger.ts'
import type { LimitUse } from '../contract/traffic.ts'

type Use = Omit<LimitUse, 'operations'> & { limit: LimitName }

export function listLimitUses(read: Read, bot: BotRow): Use[] {
  const nowMs = read.clock.ms()
  const { ledger, dailyChats, members, chats } = read.store
  const uses: Use[] = []
  const add = (limit: LimitName, used: number, allowed: number, freeMs: number, chat?: number) =>
    uses.push({ limit, ...(chat && { chat }), used, allowed, free_in: Math.ceil(freeMs / 1000) })
  const addCount = (limit: LimitName, rows: LedgerRow[], allowed: number, windowMs: number, chat?: number) => {
    const first = rows.at(-allowed)
    add(limit, rows.length, allowed, first ? first.at_ms + windowMs - nowMs : 0, chat)
  }
  addCount('messages_per_second', ledger.sendsOfBot(bot.id, nowMs - SECOND_MS), LIMITS.messagesPerBot, SECOND_MS)
  for (const { chat } of members.ofUser(bot.id)) {
    if (!chats.byId(chat)) continue
    const inChat = ledger.inChat(chat, bot.id, nowMs - MINUTE_MS)
    addCount('messages_per_minute', inChat, LIMITS.messagesPerChat, MINUTE_MS, chat)
  }
  const addWhole = (limit: LimitName, used: number, allowed: number, fullMs: number) =>
    add(limit, used, allowed, used >= allowed ? fullMs : 0)
  const retryMs = LIMITS.transferRetrySeconds * 1000
  addWhole('transfers', read.transfers.count(bot.id), LIMITS.transfersPerBot, retryMs)
  addWhole('transfers_overall', read.transfers.countOverall(), LIMITS.transfersOverall, retryMs)
  const recent = ledger.devices(nowMs - DEVICES_MS)
  const addDevices = (limit: LimitName, rows: LedgerRow[], allowed: number) => {
    const used = rows.reduce((sum, row) => sum + row.devices, 0)
    addWhole(limit, used, allowed, (rows[0]?.at_ms ?? nowMs) + DEVICES_MS - nowMs)
  }
  const ofBot = recent.filter((row) => row.bot === bot.id)
  const ofOwner = recent.filter((row) => row.owner === bot.owner)
  addDevices('devices_per_second', ofBot, LIMITS.devicesPerBot)
  addDevices('devices_per_second_of_owner', ofOwner, LIMITS.devicesPerOwner)
  addDevices('devices_per_second_overall', recent, LIMITS.devicesOverall)
  if (!bot.verified) {
    const chatsToday = dailyChats.count(bot.id, Math.floor(nowMs / DAY_MS))
    addWhole('chats_per_day', chatsToday, LIMITS.chatsPerDay, DAY_MS - (nowMs % DAY_MS))
  }
  return uses
}
