// Tells whether a bot is connected, and whether it is idle.

import { stopwatch } from '../../lib/clock.ts'
import type { Call, RecordedOf } from '../../service/event-log/entry.ts'
import { countPending } from '../../service/messenger/updates/update-queue.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { UnconfirmedUpdate } from '../../service/rules/shapes.ts'
import type { UpdateType } from '../../service/rules/update-types.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import type { TimePlayer } from '../clock/play-time.ts'
import { isPoll } from '../describe/call.ts'
import type { Programs } from './programs.ts'

/** A bot that has done something since the last action counts as done with it after this time without a call. */
export const DONE_AFTER_CALL_MS = 150
/** A bot that has done nothing counts as silent after this time. It is long, because a timer may wake the bot. */
export const SILENT_AFTER_MS = 1000
/** A bot that seems busy is asked whether it is idle once nothing has happened for this time, since asking takes time. */
const ASK_AFTER_MS = 100
/** How long a process that follows the clock may take to answer whether it is idle. */
const ANSWER_MS = 1000
/** The longest real time that a library lets pass between two polls. node-telegram-bot-api waits for 300 ms. */
const BETWEEN_POLLS_MS = 1000

/** How long bots must still be idle. Bots that work are looked at again after a while, also without an event. */
export const msUntilIdle = (neededMs: number, idleMs: number | undefined) =>
  idleMs === undefined ? ASK_AFTER_MS : neededMs - idleMs

export type Activity = ReturnType<typeof createActivity>

export interface DiagnosisSources {
  read: Read
  /** Returns the update with which the bot's latest getUpdates calls were answered, if it has not confirmed it. */
  unconfirmedOf(bot: BotRow): UnconfirmedUpdate | undefined
  activity: Activity
  programs: Programs
  causedUpdates(action: string): readonly UpdateType[]
}

interface Sources {
  read: Read
  programs: Programs
  isPolling(bot: number): boolean
}

export function createActivity({ read, programs, isPolling }: Sources, timePlayer: TimePlayer) {
  const lastPolls = new Map<number, { call: Call; ageMs: () => number }>()
  let sinceEntry = stopwatch()
  read.log.subscribe(() => {
    sinceEntry = stopwatch()
  })

  const hasWebhook = ({ id }: BotRow) => Boolean(read.store.webhooks.get(id)?.url)
  const lastPoll = ({ id }: BotRow) => lastPolls.get(id)?.call
  const isReady = (bot: BotRow) => isPolling(bot.id) || hasWebhook(bot)

  /** Judges by the bot's calls: an idle bot has confirmed all its updates, and asks for more unless it polls shortly. */
  function seemsIdle(bot: BotRow): boolean {
    const poll = lastPoll(bot)
    if ((!poll && !isReady(bot)) || programs.of(bot.id)?.end) return true
    const pollsShortly = poll?.status === 200 && !Number(poll.params.timeout ?? 0)
    return countPending(read, bot) === 0 && (isReady(bot) || pollsShortly)
  }

  /** True if the bot has polled just now, and will fetch its pending updates with the next poll. */
  function isBetweenPolls(bot: BotRow): boolean {
    const last = lastPolls.get(bot.id)
    return last?.call.status === 200 && last.ageMs() < BETWEEN_POLLS_MS && !isReady(bot) && countPending(read, bot) > 0
  }

  /** Asks the processes that follow the clock; judges the others by their calls. */
  async function areIdle(bots: () => readonly BotRow[]): Promise<boolean> {
    const seem = bots().every(seemsIdle)
    if (!timePlayer.isFollowed() || (!seem && sinceEntry() < ASK_AFTER_MS)) return seem
    return (await timePlayer.untilIdle(ANSWER_MS)).isIdle
  }

  return {
    isPolling,
    hasWebhook,
    lastPoll,
    isReady,
    isConnected: (bot: BotRow) => isReady(bot) || lastPoll(bot)?.status === 200,
    seemsIdle,
    isBetweenPolls,
    areIdle,
    /** For how long the bots have been idle without a call; undefined while they work. Call it at each event. */
    measureIdle(bots: () => readonly BotRow[]): () => Promise<number | undefined> {
      let newest = read.log.calls.lastId()
      let idleMs: (() => number) | undefined
      return async () => {
        const isIdle = await areIdle(bots)
        const call = read.log.calls.lastId()
        if (!isIdle) idleMs = undefined
        else if (!idleMs || call !== newest) idleMs = stopwatch()
        newest = call
        return idleMs?.()
      }
    },
    async nextSkip(bots: () => readonly BotRow[]): Promise<'busy' | 'due' | 'nothing'> {
      if (!(await areIdle(bots))) return 'busy'
      const { isIdle, dueMs } = await timePlayer.untilIdle(ANSWER_MS)
      return isIdle && timePlayer.isFollowed() && dueMs !== undefined ? 'due' : 'nothing'
    },
    onEntries(entries: readonly RecordedOf<'call' | 'world'>[]) {
      for (const entry of entries) {
        if (entry.type === 'world') lastPolls.clear()
        else if (entry.call.bot !== null && isPoll(entry.call.method))
          lastPolls.set(entry.call.bot, { call: entry.call, ageMs: stopwatch() })
      }
    },
  }
}
