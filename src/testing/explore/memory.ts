// The states, moves and answers of the bot that an exploration has seen.

import { isNoticeable } from '../../control/describe/call.ts'
import type { Move } from './moves.ts'
import type { Observation } from './observation.ts'

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

const keyOf = (...parts: string[]) => parts.join('\u0000')

const answersKey = (label: string, isPrivate: boolean) => (isPrivate ? label : `${label} in a group`)

export function createMemory() {
  const tries = new Map<string, number>()
  const states = new Map<string, number>()
  const ways = new Map<string, { from: string; label: string; to: string; count: number }>()
  /** Maps two states and a label (see `Move`) to the newest text that led from the first state to the second. */
  const texts = new Map<string, string>()
  const answers = new Map<string, Answers>()
  const commands = new Map(USUAL_COMMANDS.map((command) => [command, new Set<string>()]))
  const offered = new Set<string>()
  const used = new Set<string>()
  const payloads = new Set<string>()
  /** The states that followed each command without an argument, by the state before. */
  const bareStates = new Map<string, Set<string>>()
  const withArguments = new Set<string>()
  const relays = new Set<string>()
  const operations = new Set<string>()
  const textAnswers = new Map<string, Map<string, boolean>>()
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
    /** Usual commands, and those that the bot registered or mentioned, each with the examples of arguments in its texts. */
    commands,
    /** The labels of the moves that the bot offered, such as `command /help`, `button Yes` or `key Menu`. */
    offered,
    used,
    /** The operations that the bot has called, except those without a visible effect, such as `getMe`. */
    operations,
    /** The payloads of the links in the bot's texts that start the bot. */
    payloads,
    /** Pairs of people, as `<author> <reader>`, if the bot passes messages of the first to the second. */
    relays,
    /** The classes of texts and files that people sent in each state, each true if the bot ever answered it. */
    textAnswers,
    /** Returns true if a move with this label (see `Move`) was made in a private chat (`isPrivate`) or in a group. */
    wasMade: (label: string, isPrivate: boolean) => used.has(answersKey(label, isPrivate)),
    /** Returns true if an argument changed the answer to this command, or if a text of the bot shows an argument. */
    takesArgument: (command: string) => withArguments.has(command) || Boolean(commands.get(command)?.size),
    learnCommand(command: string, example = '') {
      const examples = commands.get(command) ?? new Set()
      if (example && examples.size < MAX_EXAMPLES) examples.add(example)
      commands.set(command, examples)
      offered.add(`command ${command}`)
    },
    /** Returns how often the bot answered moves with this label, such as `key Menu`, in private chats or in groups. */
    answersTo: (label: string, isPrivate = true): Answers | undefined => answers.get(answersKey(label, isPrivate)),
    waysOnward,
    triesOf: (state: string, label: string) => tries.get(keyOf(state, label)) ?? 0,
    /** Records what a move led to: the next state, whether the bot answered, and the texts of the bot's calls. */
    learn(observation: Observation, stateAfter: string, moves: readonly Move[] = [observation.move]) {
      const { move, stateBefore, isFaulty, after } = observation
      const { label } = move
      this.countTry(stateBefore, label)
      used.add(label)
      used.add(answersKey(label, after?.isPrivate !== false))
      for (const call of observation.calls) if (isNoticeable(call)) operations.add(call.method)
      states.set(stateAfter, seen(stateAfter) + 1)
      const wayKey = keyOf(stateBefore, label, stateAfter)
      const way = ways.get(wayKey) ?? { from: stateBefore, label, to: stateAfter, count: 0 }
      ways.set(wayKey, { ...way, count: way.count + 1 })
      if (label.startsWith('text ')) texts.set(wayKey, String(move.params.text))
      if (isFaulty || observation.outcome !== 'idle') return
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
      if (observation.calls.some(({ params }) => TIMES.test(String(params.text)))) mentionsTimes = true
      const [, command = '', argument] = /^command (\/\w+)( with )?/.exec(label) ?? []
      const bareKey = keyOf(stateBefore, command)
      const bare = bareStates.get(bareKey) ?? new Set()
      if (!argument) bareStates.set(bareKey, bare.add(stateAfter))
      else if (bare.size && !bare.has(stateAfter)) withArguments.add(command)
    },
    /** Counts tries of a move in a state, which lowers the weight of the move there. */
    countTry(state: string, label: string, count = 1) {
      tries.set(keyOf(state, label), (tries.get(keyOf(state, label)) ?? 0) + count)
    },
  }
}

/** Matches texts that show that the bot may have timers. */
const TIMES = /\b(?:remind|timer|alarm|seconds?|minutes?|countdown|wake|schedule)/i
const MAX_EXAMPLES = 6
/** Commands that people try although no text mentions them. */
const USUAL_COMMANDS = ['/start', '/help', '/cancel', '/stop', '/settings']
