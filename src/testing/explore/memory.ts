// The states, moves and answers of the bot that an exploration has seen.

import { isNoticeable } from '../../control/describe/call.ts'
import { type Move, WAIT } from './moves.ts'
import { hasReacted, type Observation } from './observation.ts'

export interface Answers {
  answered: number
  silent: number
  /** The moves of a conversation up to a move with this label that the bot answered. */
  example: readonly Move[]
}

export type Memory = ReturnType<typeof createMemory>

const MAX_EXAMPLES = 6
/** Commands that people try although no text mentions them. */
const USUAL_COMMANDS = ['/start', '/help', '/cancel', '/stop', '/settings']

const keyOf = (...parts: string[]) => parts.join('\u0000')

const isOfState = (label: string) => /^(?:text|file) /.test(label)
const kindOfChat = (isPrivate: boolean) => (isPrivate ? 'private' : 'group')

/** What a bot answers to a text depends on its last question; commands, buttons and keys mean the same everywhere. */
const placeOf = ({ move, after, stateBefore }: Observation) =>
  isOfState(move.label) ? stateBefore : kindOfChat(after?.isPrivate !== false)

const kindOf = (label: string) => label.replace(/ .*/s, '')

export function createMemory() {
  const tries = new Map<string, number>()
  const states = new Map<string, number>()
  const paths = new Map<string, readonly Move[]>()
  const ways = new Map<string, { from: string; label: string; to: string; count: number }>()
  /** By place and label. */
  const answers = new Map<string, Map<string, Answers>>()
  const commands = new Map(USUAL_COMMANDS.map((command) => [command, new Set<string>()]))
  const offered = new Set<string>()
  const used = new Set<string>()
  const payloads = new Set<string>()
  const relays = new Set<string>()
  let hasTimers = false

  const seen = (state: string) => states.get(state) ?? 0
  const answersIn = (place: string, label: string): Answers =>
    answers.get(place)?.get(label) ?? { answered: 0, silent: 0, example: [] }
  const isOffered = (label: string) => {
    const [command] = /^command \/\w+/.exec(label) ?? [label]
    return offered.has(command)
  }

  return {
    /** True if the bot has sent a message by itself, as a timer does. */
    get hasTimers() {
      return hasTimers
    },
    states,
    /** The shortest moves that led to each state. */
    paths,
    ways,
    /** Usual commands, and those that the bot registered or mentioned, each with the examples of arguments in its texts. */
    commands,
    /** The labels of the moves that the bot offered, such as `command /help`, `button Yes` or `key Menu`. */
    offered,
    used,
    /** The payloads of the links in the bot's texts that start the bot. */
    payloads,
    /** Pairs of people, as `<author> <reader>`, if the bot passes messages of the first to the second. */
    relays,
    /** Returns true if a move with this label (see `Move`) was made in a private chat (`isPrivate`) or in a group. */
    wasMade: (label: string, isPrivate: boolean) => used.has(keyOf(kindOfChat(isPrivate), label)),
    learnCommand(command: string, example = '') {
      const examples = commands.get(command) ?? new Set()
      if (example && examples.size < MAX_EXAMPLES) examples.add(example)
      commands.set(command, examples)
      offered.add(`command ${command}`)
    },
    wasAnswered: (label: string, isPrivate: boolean) => answersIn(kindOfChat(isPrivate), label).answered > 0,
    isOffered,
    /** Returns how often the bot answered this move in this place, and how often the others of its kind. */
    answersTo(observation: Observation) {
      const { label } = observation.move
      const isRival = (other: string) =>
        other !== label && kindOf(other) === kindOf(label) && (kindOf(label) !== 'command' || isOffered(other))
      const place = placeOf(observation)
      const rivals = [...(answers.get(place) ?? [])].flatMap(([other, each]) => (isRival(other) ? each : []))
      return { ...answersIn(place, label), rivals }
    },
    triesOf: (state: string, label: string) => tries.get(keyOf(state, label)) ?? 0,
    /** Counts tries of a move in a state, which lowers the weight of the move there. */
    countTry(state: string, label: string, count = 1) {
      tries.set(keyOf(state, label), (tries.get(keyOf(state, label)) ?? 0) + count)
    },
    /** Records what the last of the moves led to: the next state, and whether the bot answered. */
    learn(observation: Observation, stateAfter: string, moves: readonly Move[] = [observation.move]) {
      const { move, stateBefore, after } = observation
      const { label } = move
      const chat = kindOfChat(after?.isPrivate !== false)
      this.countTry(stateBefore, label)
      used.add(label)
      used.add(keyOf(chat, label))
      states.set(stateAfter, seen(stateAfter) + 1)
      const wayKey = keyOf(stateBefore, label, stateAfter)
      const way = ways.get(wayKey) ?? { from: stateBefore, label, to: stateAfter, count: 0 }
      ways.set(wayKey, { ...way, count: way.count + 1 })
      if (observation.outcome !== 'idle') return
      const path = paths.get(stateAfter)
      if (!path || moves.length < path.length) paths.set(stateAfter, moves)
      const place = placeOf(observation)
      const { answered, silent, example } = answersIn(place, label)
      const answer = hasReacted(observation)
        ? { answered: answered + 1, silent, example: moves }
        : { answered, silent: silent + 1, example }
      answers.set(place, (answers.get(place) ?? new Map()).set(label, answer))
      const sent = move === WAIT ? observation.calls : observation.late
      if (sent.some(isNoticeable)) hasTimers = true
    },
  }
}
