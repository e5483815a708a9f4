// Plays moves of people, and observes what the bot does until it is idle.

import type { CallView } from '../../control/contract/traffic.ts'
import { isNoticeable } from '../../control/describe/call.ts'
import { Problem } from '../../lib/problem.ts'
import type { OpenFixture } from '../scenarios/run/fixture.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import { isAnswered } from './memory.ts'
import { actorOf, chatOf, type Move, resolveMove } from './moves.ts'
import type { Observation } from './observation.ts'
import { isStackLine } from './oracles/error.ts'
import { createPace } from './pace.ts'
import { WAIT, WAIT_SECONDS } from './rarer-moves.ts'
import { isOwnText, loadScreen, type PersonScreen, stateOf, WORLD } from './screen.ts'
import { LIMIT_WINDOW_SECONDS } from './write-finding.ts'

export type Player = ReturnType<typeof createPlayer>

const BUSY_AFTER_SECONDS = 4
/** After a refusal with 429, the player waits until the bot was idle this long, because the bot may repeat the call. */
const RETRY_SECONDS = 2.5
/** After a stack trace, the player waits until the bot was idle this long, because its process may be about to end. */
const ENDING_SECONDS = 0.4

interface BeginOptions {
  restart: boolean
  /** The number of a set of ids for people and chats. Replays with a restarted bot use set 0. */
  idSet: number
  signal?: AbortSignal
}

interface PlayOptions {
  /** The time for which the bot must be idle after the move. */
  idleSeconds?: number
  busySeconds?: number
}

export function createPlayer(fixture: OpenFixture, world: WorldFile) {
  const { client, botUnderTest } = fixture
  const scenario = { world, at: { file: 'the world file of --world', line: 1, column: 1 } } as unknown as Scenario
  const pace = createPace()
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

  const lastCall = async () => (await client.view('/cursor')).call

  /** Waits until the bot has been idle for a time. Returns false if it is still busy after `within` seconds. */
  async function isIdleFor(seconds: number, after: number, within: number): Promise<boolean> {
    try {
      return await client.wait({ until: 'idle', bot, after, for: seconds, within: within + seconds })
    } catch (error) {
      if (error instanceof Problem && error.code === 'not-idle') return false
      throw error
    }
  }

  /** Waits until the bot has been idle for so long that no more answer is expected. */
  async function untilIdle(
    after: number,
    leastSeconds: number,
    busySeconds = BUSY_AFTER_SECONDS,
  ): Promise<Observation['outcome']> {
    const outcome = (isIdle: boolean) => (botUnderTest.ending() ? 'ended' : isIdle ? 'idle' : 'busy')
    if (!(await isIdleFor(0, after, busySeconds))) return outcome(false)
    let calls = await callsSince(after)
    const wasAnswered = calls.some(isNoticeable)
    let step = 0
    for (; !calls.some(isNoticeable) && step < pace.steps().length; step++) {
      if (!(await isIdleFor(pace.steps()[step] as number, after, busySeconds))) return outcome(false)
      calls = await callsSince(after)
    }
    if (calls.some(isNoticeable)) pace.noteAnswer(wasAnswered ? 0 : step)
    const isRetrying = calls.some(({ status }) => status === 429) && !isAnswered({ calls })
    const isEnding = botUnderTest.output().slice(linesSeen).some(isStackLine)
    const restSeconds = Math.max(
      leastSeconds,
      isRetrying ? RETRY_SECONDS : 0,
      isEnding ? ENDING_SECONDS : 0,
      calls.length ? pace.restSeconds() : 0,
    )
    return outcome(restSeconds === 0 || (await isIdleFor(restSeconds, after, busySeconds)))
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
      callAtBegin = await lastCall()
      const prepared = await fixture.prepare(scenario, { restart, idSet, ...(signal && { signal }) })
      bot = prepared.bot
      ids = Object.values(prepared.created).map((entry) => Number((entry as { id: unknown }).id))
      for (const id of ids) deletedIds.delete(id)
      handles = new Map(
        Object.entries(prepared.created).map(([handle, entry]) => [(entry as { id: number }).id, handle]),
      )
      const outcome = await untilIdle(await lastCall(), 0)
      // A bot that stays busy is restarted, because it may still write to a chat of the previous conversation.
      if (outcome !== 'idle' && !restart) return this.begin({ restart: true, idSet, ...(signal && { signal }) })
      callSeen = await lastCall()
      written = new Set(names)
      linesSeen = botUnderTest.output().length
      isFaulty = false
      hasFailed = false
      advances = []
      played = 0
    },
    /** Plays a move. Returns undefined if the target message does not exist or the emulator rejects the action. */
    async play(move: Move, { idleSeconds = 0, busySeconds }: PlayOptions = {}): Promise<Observation | undefined> {
      const person = actorOf(move)
      const chat = chatOf(move)
      const load = async (): Promise<PersonScreen | undefined> =>
        person && chat ? loadScreen(client, person, chat) : undefined
      await keepBelowLimits()
      const before = await load()
      const stateBefore = before ? stateOf(before, written) : WORLD
      const params = await resolveMove(client, move)
      if (!params) return undefined
      const call = await lastCall()
      const late = callSeen < call && !pace.isLate() ? (await callsSince(callSeen)).filter(({ id }) => id <= call) : []
      try {
        if (move.action !== WAIT) await client.perform(move.action, params)
      } catch (error) {
        if (error instanceof Problem && error.code !== 'unreachable') return undefined
        throw error
      }
      played++
      for (const text of [params.text, params.caption]) if (isOwnText(text, before)) written.add(text)
      if (move.action === 'injectFault') isFaulty = true
      const waitSeconds = move.action === WAIT ? WAIT_SECONDS : 0
      const outcome = await untilIdle(call, Math.max(idleSeconds, waitSeconds), busySeconds)
      if (outcome !== 'idle') hasFailed = true
      const output = botUnderTest.output().slice(linesSeen)
      linesSeen += output.length
      callSeen = await lastCall()
      return {
        move,
        params,
        calls: (await callsSince(call)).filter(({ id }) => id <= callSeen),
        late,
        hasCalledDeletedChat: await hasCalledDeletedChat(outcome === 'ended' ? callAtBegin : call),
        handles,
        output,
        outcome,
        ending: botUnderTest.ending(),
        before,
        after: await load(),
        stateBefore,
        isFaulty,
      }
    },
  }
}
