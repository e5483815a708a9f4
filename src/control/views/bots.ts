// Views of bots: profile, pending updates, deliveries and limits.

import { Problem } from '../../lib/problem.ts'
import { RUNNABLE_OPERATIONS } from '../../service/bot-api/operations/find-operation.ts'
import { privateChat } from '../../service/messenger/chats/chat.ts'
import type { LimitName } from '../../service/messenger/limits/message-limits.ts'
import { countPending, pendingUpdates, updateFilterOf } from '../../service/messenger/updates/update-queue.ts'
import { requireBot, requirePerson } from '../../service/messenger/users/find-by-ref.ts'
import { nextAttemptMs, presentWebhook } from '../../service/messenger/webhooks/webhook.ts'
import { letsThrough, UPDATE_TYPES } from '../../service/rules/update-types.ts'
import { diagnose } from '../diagnosis/diagnose.ts'
import { stateOf } from '../diagnosis/programs.ts'
import { viewBot } from '../present/chats.ts'
import { viewDelivery } from '../present/traffic.ts'
import { listLimitUses } from './limits-in-use.ts'
import { view } from './view.ts'

export const bots = [
  view({
    path: '/bots',
    summary: 'All bots.',
    result: 'BotView[]',
    find: ({ read }) => read.store.bots.all().map((bot) => viewBot(read, bot)),
  }),
  view({
    path: '/bots/:bot',
    summary: 'A bot, with its token and the times that it took to answer updates.',
    result: 'BotDetails',
    find({ read, answerTimesOf }, { bot: ref }) {
      const bot = requireBot(read, ref)
      return { ...viewBot(read, bot), answer_times: answerTimesOf(bot.id) }
    },
  }),
  view({
    path: '/bots/:bot/updates',
    summary: 'The pending updates of a bot.',
    result: 'Update[]',
    find: ({ read }, { bot }) => pendingUpdates(read, requireBot(read, bot)).map(({ body }) => JSON.parse(body)),
  }),
  view({
    path: '/bots/:bot/delivery',
    summary: 'The way in which a bot gets updates, and the number of pending updates.',
    result: 'DeliveryState',
    find({ read, activity, programs, unconfirmedOf }, { bot: ref }) {
      const bot = requireBot(read, ref)
      const nextMs = nextAttemptMs(read, bot.id)
      const program = programs.of(bot.id)
      const unconfirmed = unconfirmedOf(bot)
      return {
        polling: activity.isPolling(bot.id),
        webhook: read.store.webhooks.get(bot.id)?.url ?? null,
        waiting: countPending(read, bot),
        ...(unconfirmed && { unconfirmed }),
        idle: activity.seemsIdle(bot),
        asks_for: UPDATE_TYPES.filter((type) => letsThrough(updateFilterOf(bot), type)),
        retry_at: nextMs === null ? null : nextMs / 1000,
        waits_for_clock: nextMs !== null && read.clock.frozen(),
        ...(program && { program: stateOf(program) }),
      }
    },
  }),
  view({
    path: '/bots/:bot/deliveries',
    summary: "The latest deliveries to a bot's webhook.",
    query: { after: 'number' },
    result: 'DeliveryView[]',
    find({ read }, { bot: ref, after = 0 }) {
      const bot = requireBot(read, ref)
      return read.log.deliveries
        .since(after)
        .filter((delivery) => delivery.bot === bot.id)
        .map(viewDelivery)
    },
  }),
  view({
    path: '/bots/:bot/deliveries/:delivery',
    summary: 'A delivery, with the body of its update.',
    result: 'DeliveryWithBody',
    find({ read }, { bot: ref, delivery: id }) {
      const bot = requireBot(read, ref)
      const delivery = read.log.deliveries.get(Number(id))
      if (delivery?.bot === bot.id) return { ...viewDelivery(delivery), body: JSON.parse(delivery.update.body) }
      const hint = 'The event log keeps only the last thousand deliveries.'
      throw new Problem('no-such-delivery', `${bot.first_name} has no delivery ${id}.`, hint)
    },
  }),
  view({
    path: '/bots/:bot/diagnosis',
    summary: 'What a bot did since the last action, or since the event `since`, or why it did nothing.',
    query: { since: 'number' },
    result: 'Diagnosis',
    find: (sources, { bot, since }) => diagnose(sources, requireBot(sources.read, bot), since),
  }),
  view({
    path: '/bots/:bot/profile',
    summary: 'The profile of a bot as a person sees it.',
    query: { as: 'ref' },
    result: 'ProfileView',
    find({ read }, { bot: ref, as }) {
      const bot = requireBot(read, ref)
      const person = as === undefined ? undefined : requirePerson(read, as)
      const { first_name: name, username, short_description, description } = bot
      return {
        name,
        username,
        commands: JSON.parse(bot.commands),
        description,
        short_description,
        started: person !== undefined && privateChat(read, bot.id, person.id)?.started === 1,
        public_page: { name, username, short_description },
        webhook: presentWebhook(read, bot),
      }
    },
  }),
  view({
    path: '/bots/:bot/limits',
    summary: 'How much of each limit a bot has used.',
    result: 'LimitUse[]',
    find: ({ read }, { bot }) =>
      listLimitUses(read, requireBot(read, bot)).map((use) => ({ ...use, operations: operationsUnder(use.limit) })),
  }),
] as const

const operationsUnder = (limit: LimitName) =>
  RUNNABLE_OPERATIONS.filter(({ limits }) => limits?.includes(limit)).map(({ name }) => name)
