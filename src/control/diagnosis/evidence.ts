// What is known of a bot and its program since an action.

import type { Recorded } from '../../service/event-log/entry.ts'
import { firstPendingId, updateFilterOf } from '../../service/messenger/updates/update-queue.ts'
import { letsThrough, type UpdateType } from '../../service/rules/update-types.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import { isPoll } from '../describe/call.ts'
import type { DiagnosisSources } from './bot-activity.ts'

export type Evidence = ReturnType<typeof gatherEvidence>

/** `after` is the id of an event, by default the last one before the last action of a person. */
export function gatherEvidence(sources: DiagnosisSources, bot: BotRow, after = beforeLastAction(sources)) {
  const { read, activity, programs, unconfirmedOf } = sources
  const { entries } = read.log.since(after, Number.POSITIVE_INFINITY)
  const calls = entries.flatMap((entry) =>
    entry.type === 'call' && entry.call.bot === bot.id && !isPoll(entry.call.method) ? entry.call : [],
  )
  const updates = entries.flatMap((entry) => (entry.type === 'update' && entry.bot === bot.id ? entry.update_type : []))
  const handedOut = entries.findLast((entry) => entry.type === 'handed-out' && entry.bot === bot.id)
  const { end, thrown, error, output = [] } = programs.of(bot.id) ?? {}
  const isNew = (one: { event: number } | undefined) => one !== undefined && one.event > after
  return {
    read,
    bot,
    name: bot.first_name,
    isConnected: activity.isConnected(bot),
    isReady: activity.isReady(bot),
    isIdle: activity.seemsIdle(bot),
    hasWebhook: activity.hasWebhook(bot),
    hasProgram: programs.of(bot.id) !== undefined,
    end,
    thrown: isNew(thrown) ? thrown : undefined,
    error: isNew(error) ? error : undefined,
    output,
    /** The calls of the bot, without polls. */
    calls,
    /** The types of the updates for the bot. */
    updates,
    unwanted: unwantedType(sources, bot, entries),
    /** The id of the oldest pending update. */
    pending: firstPendingId(read, bot),
    received: handedOut?.type === 'handed-out' ? handedOut.update_ids.at(-1) : undefined,
    unconfirmed: unconfirmedOf(bot),
  }
}

/** The type of the update that the last action would have caused, if the bot asked for it. */
function unwantedType({ causedUpdates }: DiagnosisSources, bot: BotRow, entries: readonly Recorded[]) {
  const types = entries.map((entry) => (entry.type === 'action' ? causedUpdates(entry.action) : []))
  const caused: readonly UpdateType[] = types.findLast(({ length }) => length > 0) ?? []
  return caused.some((type) => letsThrough(updateFilterOf(bot), type)) ? undefined : caused[0]
}

/** The entries that an action's changes add, just before the entry of the action. */
const CHANGES = new Set<Recorded['type']>(['message', 'edit', 'delete', 'member', 'update', 'user', 'chat', 'bot'])

export function beforeLastAction({ read: { log }, causedUpdates }: DiagnosisSources): number {
  const { entries } = log.since(0, Number.POSITIVE_INFINITY)
  let at = entries.findLastIndex((entry) => entry.type === 'action' && causedUpdates(entry.action).length > 0)
  while (at > 0 && CHANGES.has((entries[at - 1] as Recorded).type)) at--
  return (entries[at]?.id ?? log.lastId() + 1) - 1
}
