// The moves that are possible on a person's screen, with weights for a random choice.

import { buttonsOf, labelsOf, textOrCaption } from '../../control/describe/message.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { answerLike, commandsIn, examplesIn, likeExample, ownWords } from './arguments.ts'
import type { Memory } from './memory.ts'
import { type Move, type MoveTarget, targetsIn } from './moves.ts'
import type { Random } from './random.ts'
import { byOwner, DEEDS_OF_OWNERS, messageMoves } from './rarer-moves.ts'
import { botMessages, type PersonScreen } from './screen.ts'
import { sampleText, TEXT_CLASSES, type TextClass } from './texts.ts'

/** A move that is possible now. `make` is called only if the move is chosen, and generates its text. */
export interface PossibleMove {
  label: string
  weight: number
  make(random: Random): Move
}

/** Adds the commands, buttons and keys that the bot offers on a screen to the memory. */
export function learnOffers(screen: PersonScreen, memory: Memory) {
  for (const message of botMessages(screen).slice(-3)) {
    const text = textOrCaption(message) ?? ''
    for (const { command, example } of commandsIn(text)) memory.learnCommand(command, example)
    for (const label of labelsOf(message)) memory.offered.add(`button ${label}`)
    const links = [text, ...buttonsOf(message).map(({ url = '' }) => url)].join('\n')
    for (const [, payload = ''] of links.matchAll(/\?start=([\w-]{1,64})/g)) memory.payloads.add(payload)
  }
  for (const key of screen.keys) memory.offered.add(`key ${key}`)
}

export function possibleMoves(screen: PersonScreen, memory: Memory, group?: Group): PossibleMove[] {
  const { person: as, chat } = screen
  if (screen.isPrivate && (!screen.started || screen.blocked)) return startMoves(as, chat, memory)
  if (group && !screen.started) return membershipMoves(as, chat, group)
  return [
    ...(screen.isPrivate ? startMoves(as, chat, memory).map((move) => ({ ...move, weight: move.weight / 4 })) : []),
    ...commandMoves(screen, memory),
    ...buttonMoves(screen),
    ...screen.keys.map((key) => fixedMove({ action: 'tap', params: { as, bot: chat, key }, label: `key ${key}` }, 6)),
    ...textMoves(screen),
    ...messageMoves(screen).map((move) => fixedMove(move, 0.8)),
    ...(screen.isPrivate ? [fixedMove({ action: 'block', params: { as, bot: chat }, label: 'block' }, 0.3)] : []),
    ...(group ? membershipMoves(as, chat, group) : []),
  ]
}

export interface Group {
  owner: string
  /** The people without the owner. */
  people: readonly string[]
  bot: string
}

const membershipMoves = (as: string, chat: string, { owner, people, bot }: Group): PossibleMove[] => [
  ...(as === owner
    ? []
    : ['join', 'leave'].map((action) => fixedMove({ action, params: { as, chat }, label: action }, 1))),
  ...DEEDS_OF_OWNERS.map((action) => ({
    label: action,
    weight: 1,
    // A bot that is muted or banned can only be refused, which says nothing about the bot.
    make: (random: Random) =>
      byOwner(action, { as: owner, chat, who: random.pick(/mute|ban/.test(action) ? people : [...people, bot]) }),
  })),
]

const SHOWN_WEIGHT = 10

const weightOf = (textClass: TextClass) => (textClass === 'words' || textClass === 'mixed' ? 2 : 0.7)

function textMoves(screen: PersonScreen): PossibleMove[] {
  const { person: as, chat } = screen
  const shown = examplesIn(screen)
  const send = (kind: string, weight: number, textOf: (random: Random) => string): PossibleMove => ({
    label: `text ${kind}`,
    weight,
    make: (random) => ({ action: 'send', params: { as, to: chat, text: textOf(random) }, label: `text ${kind}` }),
  })
  return [
    ...TEXT_CLASSES.map((each) => send(each, weightOf(each), (random) => sampleText(each, random))),
    ...(shown.length ? [send('shown', SHOWN_WEIGHT, (random) => answerLike(random.pick(shown), random))] : []),
  ]
}

const fixedMove = (move: Move, weight: number): PossibleMove => ({ label: move.label, weight, make: () => move })

const startMoves = (as: string, bot: string, { payloads }: Memory): PossibleMove[] => [
  fixedMove({ action: 'start', params: { as, bot }, label: 'command /start' }, 3),
  ...['ref_42', '-'.repeat(64)].map((payload) =>
    fixedMove({ action: 'start', params: { as, bot, payload }, label: 'start with payload' }, 0.2),
  ),
  ...[...payloads].map((payload) =>
    fixedMove({ action: 'start', params: { as, bot, payload }, label: `start with ${payload}` }, 3),
  ),
]

/** The classes of arguments that are most likely to break a command. */
const ARGUMENTS = ['words', 'number', 'negative', 'huge', 'fraction', 'oddNumber', 'mixed', 'long', 'blank'] as const

function commandMoves(screen: PersonScreen, memory: Memory): PossibleMove[] {
  const { person: as, chat: to, isPrivate, messages } = screen
  const words = [...ownWords(screen), ...examplesIn(screen)]
  const others = isPrivate
    ? []
    : [...new Set(messages.filter(({ author }) => !author.is_bot).map(({ author }) => String(author.handle)))]
  return [...memory.commands].flatMap(([command, examples]): PossibleMove[] => {
    const send = (text: string, label: string, target?: MoveTarget): Move => ({
      action: 'send',
      params: { as, to, text: text.slice(0, LIMITS.textPoints) },
      label,
      ...(target && { target }),
    })
    const withArgument = (kind: string, weight: number, argumentOf: (random: Random) => string): PossibleMove => ({
      label: `command ${command} with ${kind}`,
      weight,
      make: (random) => send(`${command} ${argumentOf(random)}`, `command ${command} with ${kind}`),
    })
    // Other commands that people try, such as /settings, are not worth an argument, and /start has payloads.
    const isOffered = memory.offered.has(`command ${command}`)
    const isKnown = isOffered || memory.wasAnswered(`command ${command}`, isPrivate)
    const bare = fixedMove(send(command, `command ${command}`), isKnown ? 3 : 1)
    if (!isOffered || command === '/start') return command === '/start' && isPrivate ? [] : [bare]
    const weight = examples.size ? 1 : 0.3
    const exampleOf = (random: Random) => likeExample(random.pick([...examples]), random)
    return [
      bare,
      ...(examples.size ? [withArgument('an example', 3, exampleOf)] : []),
      ...(words.length ? [withArgument('known words', weight, (random) => random.pick(words))] : []),
      ...ARGUMENTS.map((each) => withArgument(each, weight, (random) => sampleText(each, random))),
      withArgument('text', weight, (random) => sampleText(random.pick(TEXT_CLASSES), random)),
      ...others.map((author) =>
        fixedMove(send(command, `reply ${command} to a person`, { author, back: 0 }), 1.5 / others.length),
      ),
    ]
  })
}

const OLD_MESSAGES = 3

function buttonMoves(screen: PersonScreen): PossibleMove[] {
  const { person: as, chat, messages } = screen
  const withButtons = messages.filter((message) => message.author.is_bot && labelsOf(message).length)
  return withButtons.slice(-OLD_MESSAGES).flatMap((message) =>
    [...new Set(labelsOf(message))].map((button): PossibleMove => {
      const sameButton = targetsIn(messages, { button })
      const back = sameButton.length - 1 - sameButton.indexOf(message)
      const isNewest = message === withButtons.at(-1)
      const label = `${isNewest ? '' : 'old '}button ${button}`
      const move = { action: 'press', params: { as, chat, button }, target: { button, back }, label }
      return fixedMove(move, isNewest ? 6 : 0.7)
    }),
  )
}
