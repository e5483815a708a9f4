// The states, moves and answers of the bot that an exploration has seen.

import { isNoticeable } from '../../control/describe/call.ts'
import { chatOf, type Move } from './moves.ts'
import type { Observation } from './observation.ts'
import { OWN_WORDS } from './texts.ts'

interface Answers {
  answered: number
  silent: number
  /** The moves of a conversation up to a move with this label that the bot answered. */
  example?: readonly Move[]
}

export type Memory = ReturnType<typeof createMemory>

/** Returns true if the bot made a successful call with an effect that people see, such as `sendMessage`. */
export const isAnswered = ({ calls }: Pick<Observation, 'calls'>) => calls.some((call) => call.ok && isNoticeable(call))

/** Returns true if the bot made a call such as `sendMessage` (not `getMe`), even if the service refused the call. */
const isNoticed = ({ calls }: Observation) => calls.some(isNoticeable)

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

const keyOf = (...parts: string[]) => parts.join('\u0000')

const answersKey = (label: string, isPrivate: boolean) => (isPrivate ? label : `${label} in a group`)

export function createMemory() {
  const tries = new Map<string, number>()
  const states = new Map<string, number>()
  const ways = new Map<string, { from: string; label: string; to: string; count: number }>()
  /** Maps two states and a label (see `Move`) to the newest text that led from the first state to the second. */
  const texts = new Map<string, string>()
  const answers = new Map<string, Answers>()
  const commands = new Map<string, Set<string>>()
  const offered = new Set<string>()
  const used = new Set<string>()
  const registered = new Set<string>()
  const relays = new Set<string>()
  const operations = new Set<string>()
  const replies = new Map<string, Map<string, number>>()
  const textAnswers = new Map<string, Map<string, boolean>>()
  const writing = new Map<string, readonly Move[]>()
  let mentionsTimes = false

  const seen = (state: string) => states.get(state) ?? 0
  /** Returns the moves from `state` to states seen less than half as often as `state`, each with its newest text. */
  const waysOnward = (state: string) =>
    [...ways]
      .filter(([, { from, to }]) => from === state && 2 * seen(to) < seen(state))
      .map(([key, way]) => ({ ...way, text: texts.get(key) }))

  return {
    /** True if the bot's texts mention times, or if the bot has sent a message without an update. */
    get hasTimers() {
      return mentionsTimes
    },
    states,
    ways,
    answers,
    /** The commands that the bot registered or mentioned, each with the examples of arguments in the bot's texts. */
    commands,
    /** The labels of the moves that the bot offered, such as `command /help`, `button Yes` or `key Menu`. */
    offered,
    used,
    /** The operations that the bot has called, except those without a visible effect, such as `getMe`. */
    operations,
    /** The commands that the bot registered with `setMyCommands`. */
    registered,
    /** Pairs of people, as `<author> <reader>`, if the bot passes messages of the first to the second. */
    relays,
    /** The classes of texts and files that people sent in each state, each true if the bot ever answered it. */
    textAnswers,
    /** The recognizable words of people in private chats, each with the person's moves up to that message. */
    writing,
    /** Returns the share (0 to 1) of this text among all answers to moves with this label, such as `command /help`. */
    replyShare(label: string, reply: string): number {
      const counts = replies.get(label) ?? new Map<string, number>()
      const total = sumOf(counts)
      return total ? (counts.get(reply) ?? 0) / total : 1
    },
    /** Returns true if a move with this label (see `Move`) was made in a private chat (`isPrivate`) or in a group. */
    wasMade: (label: string, isPrivate: boolean) => used.has(answersKey(label, isPrivate)),
    /**
     * Returns true if an argument changed the answer to this command, or if its example arguments were rarely tried.
     */
    takesArgument(command: string): boolean {
      const examples = replies.get(`command ${command} with an example`) ?? new Map<string, number>()
      if (commands.get(command)?.size && sumOf(examples) < LEAST_EXAMPLES) return true
      const bare = replies.get(`command ${command}`)
      const others = [...replies].filter(([label]) => label.startsWith(`command ${command} with `))
      return bare !== undefined && others.some(([, counts]) => [...counts.keys()].some((reply) => !bare.has(reply)))
    },
    learnCommand(command: string, example = '') {
      const examples = commands.get(command) ?? new Set()
      if (example && examples.size < MAX_EXAMPLES) examples.add(example)
      commands.set(command, examples)
    },
    /** Returns how often the bot answered moves with this label, such as `key Menu`, in private chats or in groups. */
    answersTo: (label: string, isPrivate = true): Answers | undefined => answers.get(answersKey(label, isPrivate)),
    waysOnward,
    triesOf: (state: string, label: string) => tries.get(keyOf(state, label)) ?? 0,
    /** Records what a move led to: the next state, whether the bot answered, and the texts of the bot's calls. */
    learn(observation: Observation, stateAfter: string, moves: readonly Move[] = [observation.move]) {
      const { move, stateBefore, isRushed, isFaulty, after } = observation
      const { label } = move
      this.countTry(stateBefore, label)
      used.add(label)
      if (after?.isPrivate)
        for (const [words] of String(move.params.text ?? '').matchAll(OWN_WORDS))
          writing.set(words, ownMoves(moves, move))
      used.add(answersKey(label, after?.isPrivate !== false))
      for (const call of observation.calls) if (isNoticeable(call)) operations.add(call.method)
      states.set(stateAfter, seen(stateAfter) + 1)
      const wayKey = keyOf(stateBefore, label, stateAfter)
      const way = ways.get(wayKey) ?? { from: stateBefore, label, to: stateAfter, count: 0 }
      ways.set(wayKey, { ...way, count: way.count + 1 })
      if (label.startsWith('text ')) texts.set(wayKey, String(move.params.text))
      if (isRushed || isFaulty || observation.outcome !== 'idle') return
      const key = answersKey(label, after?.isPrivate !== false)
      const answer = answers.get(key) ?? { answered: 0, silent: 0 }
      answers.set(key, answer)
      if (isNoticed(observation)) Object.assign(answer, { answered: answer.answered + 1, example: moves })
      else answer.silent++
      if (/^(?:text|file) /.test(label)) {
        const classes = textAnswers.get(stateBefore) ?? new Map<string, boolean>()
        textAnswers.set(stateBefore, classes.set(label, isNoticed(observation) || classes.get(label) === true))
      }
      if (observation.late.some(isNoticeable)) mentionsTimes = true
      for (const { params } of observation.calls) {
        if (TIMES.test(String(params.text))) mentionsTimes = true
        const counts = replies.get(label) ?? new Map<string, number>()
        replies.set(label, counts.set(String(params.text), (counts.get(String(params.text)) ?? 0) + 1))
      }
    },
    /** Counts tries of a move in a state, which lowers the weight of the move there. */
    countTry(state: string, label: string, count = 1) {
      tries.set(keyOf(state, label), (tries.get(keyOf(state, label)) ?? 0) + count)
    },
  }
}

/** Returns the last moves that the same person made in the same chat. */
const ownMoves = (moves: readonly Move[], { params }: Move) =>
  moves.filter((each) => each.params.as === params.as && chatOf(each) === chatOf({ params })).slice(-MAX_WRITING)

const MAX_WRITING = 12
/** Matches texts that show that the bot may have timers. */
const TIMES = /\b(?:remind|timer|alarm|seconds?|minutes?|countdown|wake|schedule)/i
const MAX_EXAMPLES = 6
/** A command that got so many answers with example arguments counts as taking arguments only if the answers differ. */
const LEAST_EXAMPLES = 8
