// Notices an update that a bot gets again and again, because it never confirms it.

import { firstPendingId } from '../messenger/updates/update-queue.ts'
import type { Read } from '../messenger/world.ts'
import type { UnconfirmedUpdate } from '../rules/shapes.ts'
import type { BotRow } from '../store/tables/bots.ts'

/** A bot may get an update twice without a mistake, for example after a restart. */
const TOO_OFTEN = 3

const FIRST_UPDATE = /^\{"ok":true,"result":\[\{"update_id":(\d+),"(\w+)"/

interface Repeated {
  update_id: number
  type: string
  times: number
  /** True if the bot has done something about a chat since it got the update, so that it can read its updates. */
  isHandled: boolean
}

export type Unconfirmed = ReturnType<typeof createUnconfirmed>

export function createUnconfirmed(read: Read) {
  const byBot = new Map<number, Repeated>()

  function view({ update_id, type, times, isHandled }: Repeated): UnconfirmedUpdate {
    const advice =
      isHandled || read.service.client_fields
        ? `Pass offset ${update_id + 1} to the next getUpdates.`
        : `If its library can't read this ${type}, run bot-emulator with --client-fields; otherwise pass offset ${update_id + 1} to the next getUpdates.`
    return { update_id, type, times, advice }
  }

  return {
    /** Counts an answer to getUpdates. Returns its first update if the bot gets it again and again. */
    addAnswer(bot: number, body: string): UnconfirmedUpdate | undefined {
      const [, id, type = ''] = FIRST_UPDATE.exec(body) ?? []
      const before = byBot.get(bot)
      const isSame = before?.update_id === Number(id)
      const repeated = isSame ? before : { update_id: Number(id), type, times: 0, isHandled: false }
      repeated.times++
      if (id === undefined) byBot.delete(bot)
      else byBot.set(bot, repeated)
      return repeated.times >= TOO_OFTEN ? view(repeated) : undefined
    },
    addOtherCall(bot: number, params: Readonly<Record<string, unknown>>) {
      const repeated = byBot.get(bot)
      if (repeated && ('chat_id' in params || 'callback_query_id' in params)) repeated.isHandled = true
    },
    /** Returns the update with which the latest getUpdates calls were answered, if the bot has not confirmed it. */
    of(bot: BotRow): UnconfirmedUpdate | undefined {
      const repeated = byBot.get(bot.id)
      return repeated && repeated.update_id === firstPendingId(read, bot) ? view(repeated) : undefined
    },
    forget: () => byBot.clear(),
  }
}
