// The states, moves and answers of the bot that an exploration has seen.

import { actorOf, deedOf, type Move, withoutArgument } from './moves.ts'
import { hasReacted, type Observation } from './observation.ts'
import { OWN_WORDS } from './texts.ts'

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

interface Written extends Pick<Observation, 'handles'> {
  words: string
  author: string
  /** What the author did up to then. */
  moves: readonly Move[]
}

/** `endsPresses` is true if the bot ends the progress of a pressed button, which only a lenient service accepts. */
export function createMemory({ endsPresses = false } = {}) {
  const tries = new Map<string, number>()
  const states = new Map<string, number>()
  const paths = new Map<string, readonly Move[]>()
  const ways = new Map<string, { from: string; label: string; to: string; count: number }>()
  /** How often the bot answered a move, and how often not, by place and label. */
  const answers = new Map<string, Map<string, { answered: number; silent: number }>>()
  const commands = new Map(USUAL_COMMANDS.map((command) => [command, new Set<string>()]))
  const offered = new Set<string>()
  const payloads = new Set<string>()
  const written = new Map<string, Written>()

  const answersIn = (place: string, label: string) => answers.get(place)?.get(label) ?? { answered: 0, silent: 0 }
  const isOffered = (label: string) => offered.has(withoutArgument(label))

  return {
    states,
    /** The shortest moves that led to each state. */
    paths,
    ways,
    /** Usual commands, and those that the bot registered or mentioned, each with the examples of arguments in its texts. */
    commands,
    /** The labels of the moves that the bot offered, such as `command /help`, `button Yes` or `key Menu`. */
    offered,
    /** The payloads of the links in the bot's texts that start the bot. */
    payloads,
    /** True if the bot was seen to pass messages of a person to another one, which is then no leak. */
    passesOn: false,
    endsPresses,
    /** By words. A conversation has its own `handles`. */
    written,
    /** Returns true if a move with this label (see `Move`) was made in a private chat (`isPrivate`) or in a group. */
    wasMade: (label: string, isPrivate: boolean) => tries.has(keyOf(kindOfChat(isPrivate), label)),
    learnCommand(command: string, example = '') {
      const examples = commands.get(command) ?? new Set()
      if (example && examples.size < MAX_EXAMPLES) examples.add(example)
      commands.set(command, examples)
      offered.add(`command ${command}`)
    },
    wasAnswered: (label: string, isPrivate: boolean) => answersIn(kindOfChat(isPrivate), label).answered > 0,
    isOffered,
    /** Returns how often the bot answered this move in this place, and whether it answered each other of its kind. */
    answersTo(observation: Observation) {
      const { label } = observation.move
      const [kind, name] = [kindOf(label), withoutArgument(label)]
      // A key is a text that the bot offers, so a bot that answers any text here must answer the key.
      const kinds = kind === 'key' ? ['key', 'text'] : [kind]
      const place = placeOf(observation)
      const all = [place, observation.stateBefore].flatMap((some) => [...(answers.get(some) ?? [])])
      const isRival = (each: string) =>
        withoutArgument(each) !== name &&
        kinds.includes(kindOf(each)) &&
        (kind !== 'command' || isOffered(each) === isOffered(label))
      const rivals = Map.groupBy(
        all.filter(([each]) => isRival(each)),
        ([each]) => withoutArgument(each),
      )
      const isAnswered = (some: typeof all) => some.some(([, { answered }]) => answered > 0)
      return { ...answersIn(place, label), rivals: [...rivals.values()].map(isAnswered) }
    },
    triesOf: (state: string, label: string) => tries.get(keyOf(state, label)) ?? 0,
    /** Counts tries of a move in a state, which lowers the weight of the move there. */
    countTry(state: string, label: string, count = 1) {
      tries.set(keyOf(state, label), (tries.get(keyOf(state, label)) ?? 0) + count)
    },
    /** Records who wrote words such as `kiwi 48213` in private, as the last of the moves. */
    learnWords({ params, after, handles }: Observation, moves: readonly Move[]) {
      const author = String(params.as)
      const own = moves.filter((move) => actorOf(move) === author)
      for (const words of (after?.isPrivate && String(params.text).match(OWN_WORDS)) || [])
        written.set(words, { words, author, handles, moves: own })
    },
    /** Records what the last of the moves led to: the next state, and whether the bot answered. */
    learn(observation: Observation, stateAfter: string, moves: readonly Move[] = [observation.move]) {
      const { stateBefore, after } = observation
      const { label } = observation.move
      this.countTry(kindOfChat(after?.isPrivate !== false), label)
      states.set(stateAfter, (states.get(stateAfter) ?? 0) + 1)
      const deed = deedOf(label)
      const wayKey = keyOf(stateBefore, deed, stateAfter)
      const way = ways.get(wayKey) ?? { from: stateBefore, label: deed, to: stateAfter, count: 0 }
      ways.set(wayKey, { ...way, count: way.count + 1 })
      if (observation.outcome !== 'idle') return
      const path = paths.get(stateAfter)
      if (!path || moves.length < path.length) paths.set(stateAfter, moves)
      const place = placeOf(observation)
      const { answered, silent } = answersIn(place, label)
      const answer = hasReacted(observation) ? { answered: answered + 1, silent } : { answered, silent: silent + 1 }
      answers.set(place, (answers.get(place) ?? new Map()).set(label, answer))
    },
  }
}
