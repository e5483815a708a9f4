// Plays moves of people, and observes what the bot does until it is idle.

import { becomeIdle } from '../../control/client/wait-long.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { isNoticeable, isPoll } from '../../control/describe/call.ts'
import { Problem } from '../../lib/problem.ts'
import type { OpenFixture } from '../scenarios/run/fixture.ts'
import { quietSecondsOf } from '../scenarios/run/play-people.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import { isStackLine } from './judges/program.ts'
import { actorOf, chatOf, type Move, resolveMove, WAIT, WAIT_SECONDS } from './moves.ts'
import { isAnswered, type Observation, wasRefusedWith429 } from './observation.ts'
import { loadScreen, stateOf } from './screen.ts'

export type Player = ReturnType<typeof createPlayer>

const MOVES_TO_MEASURE = 5
const SOONER = 3
const BUSY_AFTER_SECONDS = 4
/** After a refusal with 429, the player waits until the bot was idle this long, because the bot may repeat the call. */
const RETRY_SECONDS = 2.5
/** After a stack trace, the player waits until the bot was idle this long, because its process may be about to end. */
const ENDING_SECONDS = 0.4

interface BeginOptions {
  mustRestart: boolean
  /** The number of a set of ids for people and chats. Replays with a restarted bot use set 0, all others a new one. */
  idSet?: number
  signal: AbortSignal
}

export function createPlayer(fixture: OpenFixture, world: WorldFile) {
  const { client, eventStream, botUnderTest } = fixture
  const scenario = { world, at: { file: 'the world file of --world', line: 1, column: 1 } } as unknown as Scenario
  /** How long the bot must be idle after a move. Measured once. */
  let quiet = quietSecondsOf()
  let measuresAfter = MOVES_TO_MEASURE
  let eventAtBegin = 0
  let bot = ''
  let linesSeen = 0
  let idSets = 0
  let hasFailed = false
  let handles: ReadonlyMap<number, string> = new Map()
  /** The ids of people and chats of earlier conversations. Calls to them, for example by old timers, are ignored. */
  const deletedIds = new Set<number>()

  const isToDeleted = ({ params }: CallView) => deletedIds.has(Number(params.chat_id))

  const callsSince = async (after: number) =>
    (await client.view('/calls', { bot, after })).filter(({ method }) => !isPoll(method))

  const lastCall = async () => (await client.view('/cursor')).call

  /** Waits until the bot has been idle for a time. Returns false if it is still busy after `within` seconds. */
  const isIdleFor = (seconds: number, after: number, within: number) =>
    becomeIdle(client, { bot, after, for: seconds }, within + seconds)

  /** Waits until the bot has been idle for so long that no more answer is expected. */
  async function untilIdle(after: number, leastSeconds = 0, busySeconds = BUSY_AFTER_SECONDS) {
    const outcome = (isIdle: boolean) => (botUnderTest.ending() ? 'ended' : isIdle ? 'idle' : 'busy')
    let calls: CallView[] = []
    // A bot that has begun to answer goes on sooner than a bot that works in silence may begin.
    for (const seconds of leastSeconds > quiet ? [leastSeconds] : [Math.max(quiet / SOONER, leastSeconds), quiet]) {
      if (!(await isIdleFor(seconds, after, busySeconds))) return outcome(false)
      calls = await callsSince(after)
      if (calls.some(isNoticeable)) break
    }
    const isRetrying = wasRefusedWith429({ calls }) && !isAnswered({ calls })
    const isEnding = botUnderTest.output().slice(linesSeen).some(isStackLine)
    const restSeconds = isRetrying ? RETRY_SECONDS : isEnding ? ENDING_SECONDS : 0
    return outcome(restSeconds === 0 || (await isIdleFor(restSeconds, after, busySeconds)))
  }

  /** Plays a move. Returns undefined if the target message does not exist or the emulator rejects the action. */
  async function play(move: Move, idleSeconds = 0, busySeconds = BUSY_AFTER_SECONDS) {
    const person = actorOf(move)
    const chat = chatOf(move)
    const load = async () => (person && chat ? loadScreen(client, person, chat) : undefined)
    const before = await load()
    const params = resolveMove(move, before?.messages ?? [])
    if (!params) return undefined
    const call = await lastCall()
    try {
      if (move.action !== WAIT.action) await client.perform(move.action, params)
    } catch (error) {
      if (error instanceof Problem && error.code !== 'unreachable') return undefined
      throw error
    }
    const outcome = await untilIdle(call, move === WAIT ? WAIT_SECONDS : idleSeconds, busySeconds)
    if (outcome !== 'idle') hasFailed = true
    const output = botUnderTest.output().slice(linesSeen)
    linesSeen += output.length
    const calls = await callsSince(call)
    if (measuresAfter-- === 0) quiet = quietSecondsOf({ bot, events: await eventStream.since(eventAtBegin) })
    const observation: Observation = {
      move,
      params,
      calls: calls.filter((each) => !isToDeleted(each)),
      hasCalledDeletedChat: calls.some((each) => !each.ok && isToDeleted(each)),
      handles,
      output,
      outcome,
      ending: botUnderTest.ending(),
      before,
      after: await load(),
      stateBefore: stateOf(before),
    }
    return observation
  }

  return {
    client,
    fixture,
    bot: () => bot,
    /** Starts a conversation: creates the world again, and restarts the bot if it must or has failed before. */
    async begin({ mustRestart, idSet = ++idSets, signal }: BeginOptions): Promise<void> {
      let restart = mustRestart || hasFailed
      // The bot must be idle before the world is replaced: late calls to a chat of the old world would be refused.
      if (!restart && (await untilIdle(await lastCall())) !== 'idle') restart = true
      for (const id of handles.keys()) deletedIds.add(id)
      const prepared = await fixture.prepare(scenario, { restart, idSet, signal })
      bot = prepared.bot
      handles = new Map(Object.entries(prepared.created).map(([handle, entry]) => [idOf(entry), handle]))
      for (const id of handles.keys()) deletedIds.delete(id)
      const outcome = await untilIdle(await lastCall())
      // A bot that stays busy is restarted, because it may still write to a chat of the previous conversation.
      if (outcome !== 'idle' && !restart) return this.begin({ mustRestart: true, idSet, signal })
      eventAtBegin = (await client.view('/cursor')).event
      linesSeen = botUnderTest.output().length
      hasFailed = false
    },
    play,
    /** Plays moves. Returns undefined if one is not possible, or if the bot fails before the last. */
    async playAll(moves: readonly Move[], lastIdleSeconds: number, busySeconds?: number) {
      const observations: Observation[] = []
      for (const move of moves) {
        const isLast = observations.length === moves.length - 1
        const observation = await play(move, isLast ? lastIdleSeconds : 0, busySeconds)
        if (!observation) return undefined
        observations.push(observation)
        if (observation.outcome !== 'idle' && !isLast) return undefined
      }
      return observations
    },
  }
}

const idOf = (entry: unknown) => Number((entry as { id: unknown }).id)
