// Creates an emulator: connects clock, store, event log, world, bot API and control API.

import { setImmediate } from 'node:timers'
import { catalogue, causedUpdates, requireAction } from './control/actions/catalogue.ts'
import { importWorld, parseStoredService } from './control/actions/import-world.ts'
import { parseParams, perform } from './control/actions/perform.ts'
import { createFollowers } from './control/clock/followers.ts'
import { createTimePlayer } from './control/clock/play-time.ts'
import { isPoll } from './control/describe/call.ts'
import { createAnswerTimes } from './control/diagnosis/answer-times.ts'
import { createActivity } from './control/diagnosis/bot-activity.ts'
import { waitForIdle } from './control/diagnosis/expected-state.ts'
import { createPrograms, reportProgram } from './control/diagnosis/programs.ts'
import { wait } from './control/diagnosis/wait.ts'
import { viewClock } from './control/present/traffic.ts'
import { feed } from './control/views/event-feed.ts'
import { findView } from './control/views/find-view.ts'
import { findStoredFile } from './control/views/stored-file.ts'
import type { FirstWorld, ViewSources } from './control/views/view.ts'
import { createClock } from './lib/clock.ts'
import { VERSION } from './lib/version.ts'
import { createCallHandler } from './service/bot-api/handle-call.ts'
import { createPolls } from './service/delivery/polls.ts'
import { createUnconfirmed } from './service/delivery/unconfirmed.ts'
import { createWebhookDelivery } from './service/delivery/webhook-delivery.ts'
import type { Recorded } from './service/event-log/entry.ts'
import { createEventLog } from './service/event-log/event-log.ts'
import { expireUpdates, removeUnusedContents } from './service/messenger/clean-up.ts'
import { dueMomentsOf } from './service/messenger/due-moments.ts'
import { createFaults } from './service/messenger/faults/faults.ts'
import { countPending } from './service/messenger/updates/update-queue.ts'
import { watchAwaitedTokens } from './service/messenger/users/awaited-tokens.ts'
import { createArchive, prepareWorld } from './service/messenger/whole-world/archive.ts'
import { createWorld } from './service/messenger/world.ts'
import { OPERATION_NAMES } from './service/rules/operation-names.ts'
import type { ServiceChanges } from './service/rules/settings.ts'
import { deleteStorage, openStorage } from './service/store/storage.ts'

export { deleteStorage as deleteWorld }

export interface EmulatorOptions {
  /** The database file; without it, everything is kept in memory. */
  file?: string
  /** Flushes changes to the disk before each answer, so that changes of answered calls survive a power failure. */
  durable?: boolean
  /**
   * Service settings, as parameters of the action updateService. They override the settings of any world that is loaded
   * later.
   */
  service?: Readonly<Record<string, unknown>>
}

export type Emulator = ReturnType<typeof createEmulator>

export function createEmulator({ file = ':memory:', durable = false, service = {} }: EmulatorOptions = {}) {
  const fixedService = parseParams(requireAction('updateService'), service) as ServiceChanges
  const clock = createClock()
  const storage = openStorage(file, { durable })
  const { store, bytes, snapshots } = storage
  const log = createEventLog(clock)
  const faults = createFaults(OPERATION_NAMES)
  const polls = createPolls(clock)
  const followers = createFollowers(clock)
  let activities = 0
  const closing = new AbortController()
  const timePlayer = createTimePlayer(clock, followers, {
    closing: closing.signal,
    isBusy: () =>
      callHandler.underWay() > polls.bots().length ||
      webhookDelivery.isDelivering() ||
      polls.bots().some(hasPending) ||
      store.bots.all().some(activity.isBetweenPolls),
    holdCalls: (until) => callHandler.hold(until),
    openPolls: () => polls.bots().length,
    renewPolls: polls.renew,
    lastEvent: log.lastId,
    activities: () => activities,
    subscribe: log.subscribe,
    dueMoments: () => dueMomentsOf(world),
    onMoved: () => log.append([{ type: 'clock' }]),
  })
  const world = createWorld({
    store,
    bytes,
    snapshots,
    clock,
    log,
    faults,
    fixedService,
    parseService: parseStoredService,
  })
  const webhookDelivery = createWebhookDelivery(world)
  const programs = createPrograms()
  const activity = createActivity({ read: world, programs, isPolling: polls.isOpen }, timePlayer)
  const answerTimes = createAnswerTimes((bot) => store.webhooks.get(bot) !== undefined)
  const unconfirmed = createUnconfirmed(world)
  const callHandler = createCallHandler(world, polls, unconfirmed)

  function hasPending(id: number): boolean {
    const bot = store.bots.byId(id)
    return bot !== undefined && countPending(world, bot) > 0
  }

  log.subscribe((entries) => {
    activities += entries.filter(isActivity).length
  })
  log.subscribeTo(['program'], programs.onEntries)
  log.subscribeTo(['call', 'world'], activity.onEntries)
  log.subscribeTo(['file-deleted', 'world'], removeUnusedContents(world))
  log.subscribeTo(['user', 'bot', 'world'], watchAwaitedTokens(world))
  log.subscribeTo(['update', 'webhook', 'bot', 'world', 'cleared', 'program'], polls.onEntries)
  log.subscribeTo(['update', 'webhook', 'bot', 'world', 'cleared', 'acknowledged'], webhookDelivery.onEntries)
  log.subscribeTo(['update', 'handed-out', 'delivery', 'call', 'world', 'cleared'], answerTimes.onEntries)
  log.subscribeTo(['update', 'clock', 'world'], expireUpdates(world))
  log.subscribeTo(['world', 'cleared'], callHandler.onNewWorld)

  try {
    world.transact(prepareWorld)
  } catch (error) {
    storage.close()
    throw error
  }
  // Starts the delivery of pending updates to webhooks in the next turn of the event loop, so that the caller can first
  // change settings, such as a webhook route.
  setImmediate(webhookDelivery.wakeAll)

  const clockUse = () => ({ played_to: timePlayer.playedToMs() / 1000 || null, followers: followers.views() })

  let firstWorld: FirstWorld = null
  const means = { timePlayer, programs }
  const act = (name: string, body: unknown): unknown => perform(world, means, name, body)
  const diagnosisSources = { read: world, activity, programs, causedUpdates, unconfirmedOf: unconfirmed.of }
  const viewSources: ViewSources = {
    ...diagnosisSources,
    answerTimesOf: answerTimes.of,
    firstWorld: () => firstWorld,
    clockUse,
  }

  return {
    world,
    polls,
    followers,
    call: callHandler.answer,
    checkBeforeBody: callHandler.checkBeforeBody,
    /**
     * Performs an action. Returns its result, or a promise of the result if the action first prepares something, such
     * as a file.
     */
    perform: act,
    view: (path: string, query: Record<string, string> = {}): unknown => findView(viewSources, path, query),
    /** Sets the world that the emulator was first started with, which clients read for `reset --to-start`. */
    keepFirstWorld(world: FirstWorld) {
      firstWorld = world
    },
    findFile: (uniqueId: string) => findStoredFile(world, uniqueId),
    actions: catalogue,
    health: () => ({
      version: VERSION,
      pid: process.pid,
      in_memory: file === ':memory:',
      clock: viewClock(clock),
      last_event: log.lastId(),
      log: log.size(),
    }),
    /**
     * Yields the events that the query selects: those after the event id `after`, or only new events if `after` is
     * missing.
     */
    feed: (query: Record<string, string>, signal: AbortSignal) => feed(world, query, signal),
    /**
     * Waits until no call of a bot is under way and every process that follows the clock is idle, but at most for the
     * time `within` of the query.
     */
    waitForIdle: (query: unknown) => waitForIdle(timePlayer, query),
    /** Waits for a call, a message on a screen, or a bot that is ready or idle. */
    wait(query: unknown, signal?: AbortSignal): Promise<unknown> {
      const skip = async () => act('advanceClock', { to: 'activity' })
      return wait({ ...diagnosisSources, closing: closing.signal, skip }, query, signal)
    },
    programs,
    reportProgram: (report: unknown) => reportProgram(world, report),
    /**
     * The id of this run of the emulator. Event ids in streams begin with it, so that an event id from an earlier run
     * is recognized.
     */
    runId: log.runId,
    setAddresses(url: string, addresses: readonly string[]) {
      world.address = url
      world.listensAt = addresses
    },
    /** Writes the world into a temporary file. The caller deletes the file with the returned function `dispose`. */
    exportWorld: ({ tokens = false } = {}) => createArchive(world, { tokens }),
    /**
     * Replaces the world with an exported one. `writeArchive` must write the exported file to the path that it gets.
     */
    importWorld: (writeArchive: (path: string) => Promise<void>) => importWorld(world, writeArchive),
    async close() {
      closing.abort()
      faults.endDelays()
      world.awaitedTokens.settleAll()
      polls.endAll()
      await webhookDelivery.stop()
      // The first wait lets the calls that were just ended be recorded, the second lets the readers of the log finish.
      await new Promise(setImmediate)
      log.end()
      await new Promise(setImmediate)
      storage.close()
    },
  }
}

/** Polls, moves of the clock and output of programs happen all the time, without anyone doing anything. */
const isActivity = (entry: Recorded) =>
  entry.type === 'call'
    ? !isPoll(entry.call.method)
    : !['poll', 'acknowledged', 'clock', 'program'].includes(entry.type)
