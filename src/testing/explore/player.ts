// Plays moves of people, and observes what the bot does until it is idle.

import type { CallView } from '../../control/contract/traffic.ts'
import { isNoticeable } from '../../control/describe/call.ts'
import { stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import type { Ending } from '../programs/bot-process.ts'
import type { OpenFixture } from '../scenarios/run/fixture.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import { actorOf, chatOf, type Move, resolveMove } from './moves.ts'
import type { Observation } from './observation.ts'
import { isStackLine } from './oracles/error.ts'
import { createPace } from './pace.ts'
import { WAIT, WAIT_MS } from './rarer-moves.ts'
import { isOwnText, loadScreen, type Screen, stateOf, WORLD } from './screen.ts'
import { LIMIT_WINDOW_SECONDS } from './write-finding.ts'

export type Player = ReturnType<typeof createPlayer>

const BUSY_AFTER_MS = 4000
/** After a refusal with 429, the player waits until the bot was idle this long, because the bot may repeat the call. */
const RETRY_MS = 2500
/** After a stack trace, the player waits until the bot was idle this long, because its process may be about to end. */
const ENDING_MS = 400

interface BeginOptions {
  restart: boolean
  /** The number of a set of ids for people and chats. Replays with a restarted bot use set 0. */
  idSet: number
  signal?: AbortSignal
}

export function createPlayer(fixture: OpenFixture, world: WorldFile) {
  const { client, eventStream, botUnderTest } = fixture
  const scenario = { world, at: { file: 'the world file of --world', line: 1, column: 1 } } as unknown as Scenario
  const { noteAnswer, neededIdleMs, paceMs } = createPace()
  let bot = ''
  const names = Object.values(world.users ?? {}).map((user) => String(user?.first_name ?? ''))
  let written = new Set<string>()
  let linesSeen = 0
  /** The id of the last call that the observations so far contain. */
  let callSeen = 0
  /** The id of the last call before the conversation. */
  let callAtBegin = 0
  let isFaulty = false
  let hasFailed = false
  let wasRushed = false
  /** The indexes of the moves before which the clock was advanced, so that the bot stays below its message limits. */
  let advances: number[] = []
  let played = 0
  /** The ids of people and chats of earlier conversations. Calls to them, for example by old timers, are ignored. */
  const deletedIds = new Set<unknown>()
  let ids: number[] = []
  let handles: ReadonlyMap<number, string> = new Map()

  const isToDeleted = ({ params }: CallView) => deletedIds.has(Number(params.chat_id))

  const callsSince = async (after: number) =>
    (await client.view('/calls', { bot, after })).filter((call) => call.method !== 'getUpdates' && !isToDeleted(call))

  const hasCalledDeletedChat = async (after: number) =>
    (await client.view('/calls', { bot, after, ok: false })).some(isToDeleted)

  /** Waits until the bot has been idle for so long that no more answer is expected. Returns `busy` after `busyMs`. */
  async function untilIdle(
    callBefore: number,
    minIdleMs: number,
    busyMs = BUSY_AFTER_MS,
  ): Promise<Observation['outcome']> {
    let newest = callBefore
    let idleMs: (() => number) | undefined
    let isAnswered = false
    const outcome = await eventStream.until<Observation['outcome']>(
      async (again) => {
        if (botUnderTest.ending()) return 'ended'
        const { call } = await client.view('/cursor')
        const isIdle = await botUnderTest.isIdle(bot)
        const calls = call > callBefore ? await callsSince(callBefore) : []
        if (!isAnswered && calls.some(isNoticeable)) {
          isAnswered = true
          noteAnswer(idleMs?.() ?? 0)
        }
        if (!isIdle) idleMs = undefined
        else if (!idleMs || call !== newest) idleMs = stopwatch()
        newest = call
        const isRetrying =
          calls.some(({ status }) => status === 429) && !calls.some((each) => each.ok && isNoticeable(each))
        const isEnding = botUnderTest.output().slice(linesSeen).some(isStackLine)
        const neededMs = isRetrying ? RETRY_MS : Math.max(minIdleMs, neededIdleMs(isAnswered), isEnding ? ENDING_MS : 0)
        if (idleMs && idleMs() >= neededMs) return 'idle'
        again(idleMs ? neededMs - idleMs() : 2)
        return undefined
      },
      { withinMs: busyMs },
    )
    return outcome ?? 'busy'
  }

  async function keepBelowLimits() {
    const uses = await client.view('/bots/:bot/limits', { bot })
    if (!uses.some(({ limit, used, allowed }) => limit.startsWith('messages') && used * 2 > allowed)) return
    await client.perform('advanceClock', { seconds: LIMIT_WINDOW_SECONDS })
    advances.push(played)
  }

  return {
    client,
    fixture,
    written: () => written,
    advances: () => advances,
    bot: () => bot,
    /** Returns true if the bot ended or hung in this conversation, and must be restarted for the next one. */
    hasFailed: () => hasFailed,
    /** Starts a conversation: creates the world again, and restarts the bot if `restart` is true. */
    async begin({ restart, idSet, signal }: BeginOptions): Promise<void> {
      // The bot must be idle before the world is replaced: late calls to a chat of the old world would be refused.
      if (!restart && (await untilIdle(callSeen, 0)) !== 'idle') restart = true
      for (const id of ids) deletedIds.add(id)
      callAtBegin = (await client.view('/cursor')).call
      const prepared = await fixture.prepare(scenario, { restart, idSet, ...(signal && { signal }) })
      bot = prepared.bot
      ids = Object.values(prepared.created).map((entry) => Number((entry as { id: unknown }).id))
      for (const id of ids) deletedIds.delete(id)
      handles = new Map(
        Object.entries(prepared.created).map(([handle, entry]) => [(entry as { id: number }).id, handle]),
      )
      const outcome = await untilIdle((await client.view('/cursor')).call, 0)
      // A bot that stays busy is restarted, because it may still write to a chat of the previous conversation.
      if (outcome !== 'idle' && !restart) return this.begin({ restart: true, idSet, ...(signal && { signal }) })
      callSeen = (await client.view('/cursor')).call
      written = new Set(names)
      linesSeen = botUnderTest.output().length
      isFaulty = false
      hasFailed = false
      wasRushed = false
      advances = []
      played = 0
    },
    /** Plays a move. Returns undefined if the target message does not exist or the emulator rejects the action. */
    async play(move: Move, { minIdleMs = 0, busyMs = BUSY_AFTER_MS } = {}): Promise<Observation | undefined> {
      const person = actorOf(move)
      const chat = chatOf(move)
      const load = async (): Promise<Screen | undefined> =>
        person && chat ? loadScreen(client, person, chat) : undefined
      await keepBelowLimits()
      const before = await load()
      const stateBefore = before ? stateOf(before, written) : WORLD
      const params = await resolveMove(client, move)
      if (!params) return undefined
      const { call } = await client.view('/cursor')
      const late = callSeen < call && paceMs() === 0 ? (await callsSince(callSeen)).filter(({ id }) => id <= call) : []
      try {
        if (move.action !== WAIT) await client.perform(move.action, params)
      } catch (error) {
        if (error instanceof Problem && error.code !== 'unreachable') return undefined
        throw error
      }
      played++
      for (const text of [params.text, params.caption]) if (isOwnText(text, before)) written.add(text)
      if (move.action === 'injectFault') isFaulty = true
      const isRushed = wasRushed || move.isRushed === true
      wasRushed = move.isRushed === true
      const waitMs = move.action === WAIT ? WAIT_MS : 0
      const outcome = move.isRushed ? 'idle' : await untilIdle(call, Math.max(minIdleMs, waitMs), busyMs + 2 * waitMs)
      if (outcome !== 'idle') hasFailed = true
      const output = botUnderTest.output().slice(linesSeen)
      linesSeen += output.length
      callSeen = (await client.view('/cursor')).call
      const ending: Ending | undefined = botUnderTest.ending()
      return {
        move,
        params,
        calls: (await callsSince(call)).filter(({ id }) => id <= callSeen),
        late,
        hasCalledDeletedChat: await hasCalledDeletedChat(ending ? callAtBegin : call),
        handles,
        output,
        outcome: ending ? 'ended' : outcome,
        ending,
        before,
        after: await load(),
        stateBefore,
        isRushed,
        isFaulty,
      }
    },
  }
}
