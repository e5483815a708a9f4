// Plays moves of people, and observes what the bot does until it is idle.

import { createIdleTimer } from '../client/follow.ts'
import { Problem } from '../lib/problem.ts'
import type { Ending } from '../scenario/run/bot/bot-process.ts'
import type { OpenFixture } from '../scenario/run/fixture.ts'
import { isNoticeable } from '../scenario/run/noticeable-calls.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { WorldFile } from '../scenario/world-file.ts'
import { actorOf, chatOf, type Move, resolveMove } from './moves.ts'
import type { Observation } from './observation.ts'
import { loadScreen, type Screen, stateOf } from './screen.ts'
import { LIMIT_WINDOW_SECONDS } from './write-finding.ts'

export type Player = ReturnType<typeof createPlayer>

/** The time after which a bot that is not idle counts as busy. */
const BUSY_MS = 4000
/** The least time for which a bot that has answered a move must be idle before the next move. */
const QUIET_MS = 15
/** The time for which a bot that has not answered a move must be idle before the next move, until its pace is known. */
const FIRST_SILENCE_MS = 250
const LEAST_SILENCE_MS = 60
/** The time for which an idle bot may still repeat a call that the service refused with 429. */
const RETRY_MS = 2500
const PACE_FACTOR = 3
const PACE_SAMPLES = 12

interface BeginOptions {
  restart: boolean
  /** 0 for the ids that every replay uses, or another number for ids that the bot has not met. */
  generation: number
  signal?: AbortSignal
}

export function createPlayer(fixture: OpenFixture, world: WorldFile) {
  const { client, eventStream, botUnderTest } = fixture
  const scenario = { world, at: { file: 'the world of --world', line: 1, column: 1 } } as unknown as Scenario
  /** The longest time, up to 400 ms, for which the bot seemed idle before it answered a move. */
  let slowestAnswerMs = 0
  let samples = 0
  let bot = ''
  let written = new Set<string>()
  let linesSeen = 0
  let isFaulty = false
  let wasRushed = false
  /** The indexes of the moves before which the clock was advanced, so that the bot stays below its message limits. */
  let advances: number[] = []
  let played = 0

  const quietMs = () => QUIET_MS + slowestAnswerMs / 2
  const silenceMs = () =>
    samples < PACE_SAMPLES ? FIRST_SILENCE_MS : Math.max(LEAST_SILENCE_MS, Math.min(PACE_FACTOR * slowestAnswerMs, 600))

  /** The ids of earlier conversations. Calls to them are ignored, because a timer of the bot may still write there. */
  const pastIds = new Set<unknown>()
  let ids: number[] = []
  let handles: ReadonlyMap<number, string> = new Map()

  const callsSince = async (after: number) =>
    (await client.view('/calls', { bot, after })).filter(
      ({ method, params }) => method !== 'getUpdates' && !pastIds.has(Number(params.chat_id)),
    )

  /** Waits until the bot has been idle long enough for an answer. Returns `busy` if that takes longer than `busyMs`. */
  async function settle(callBefore: number, isPatient: boolean, busyMs = BUSY_MS): Promise<Observation['outcome']> {
    const idleMs = createIdleTimer(client, () => botUnderTest.isIdle(bot))
    let isAnswered = false
    let isRetrying = false
    let lastIdleMs = 0
    const outcome = await eventStream.until<Observation['outcome']>(
      async (again) => {
        if (botUnderTest.ending()) return 'ended'
        const ms = await idleMs()
        const calls = await callsSince(callBefore)
        isRetrying = calls.some(({ status }) => status === 429) && !calls.some((call) => call.ok && isNoticeable(call))
        if (!isAnswered && calls.some(isNoticeable)) {
          isAnswered = true
          samples++
          if (ms === 0 || lastIdleMs > ms) slowestAnswerMs = Math.max(slowestAnswerMs, Math.min(lastIdleMs, 400))
        }
        lastIdleMs = ms
        const neededMs = isRetrying
          ? RETRY_MS
          : isPatient
            ? Math.max(400, silenceMs())
            : isAnswered
              ? quietMs()
              : silenceMs()
        if (ms >= neededMs) return 'idle'
        again(ms > 0 ? neededMs - ms : QUIET_MS)
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
    /** Starts a conversation: creates the world again, and restarts the bot if `restart` is true. */
    async begin({ restart, generation, signal }: BeginOptions) {
      for (const id of ids) pastIds.add(id)
      const prepared = await fixture.prepare(scenario, { restart, generation, ...(signal && { signal }) })
      bot = prepared.bot
      ids = Object.values(prepared.created).map((entry) => Number((entry as { id: unknown }).id))
      for (const id of ids) pastIds.delete(id)
      handles = new Map(
        Object.entries(prepared.created).map(([handle, entry]) => [(entry as { id: number }).id, handle]),
      )
      await settle((await client.view('/cursor')).call, false)
      written = new Set()
      linesSeen = botUnderTest.output().length
      isFaulty = false
      wasRushed = false
      advances = []
      played = 0
    },
    /** Plays a move. Returns undefined if its message does not exist or the emulator rejects the action. */
    async play(move: Move, { isPatient = false, busyMs = BUSY_MS } = {}): Promise<Observation | undefined> {
      const person = actorOf(move)
      const chat = chatOf(move)
      const load = async (): Promise<Screen | undefined> =>
        person && chat ? loadScreen(client, person, chat) : undefined
      await keepBelowLimits()
      const before = await load()
      const stateBefore = before ? stateOf(before, written) : 'world'
      const { call } = await client.view('/cursor')
      const params = await resolveMove(client, move)
      if (!params) return undefined
      try {
        await client.perform(move.action, params)
      } catch (error) {
        if (error instanceof Problem && error.code !== 'unreachable') return undefined
        throw error
      }
      played++
      for (const text of [params.text, params.caption]) if (typeof text === 'string') written.add(text)
      if (move.action === 'injectFault') isFaulty = true
      const isRushed = wasRushed || move.isRushed === true
      wasRushed = move.isRushed === true
      const outcome = move.isRushed ? 'idle' : await settle(call, isPatient, busyMs)
      const output = botUnderTest.output().slice(linesSeen)
      linesSeen += output.length
      const ending: Ending | undefined = botUnderTest.ending()
      return {
        move,
        params,
        calls: await callsSince(call),
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
