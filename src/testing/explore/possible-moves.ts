// The moves that are possible on a person's screen, with weights for a random choice.

import { labelsOf, textOrCaption } from '../../control/describe/message.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { answerLike, askedClasses, commandsIn, formatsAndExamples, likeExample, ownWords } from './arguments.ts'
import type { Memory } from './memory.ts'
import { type Move, type Target, targetsIn } from './moves.ts'
import type { Random } from './random.ts'
import { type Group, groupMoves, messageMoves } from './rarer-moves.ts'
import { botMessages, type Screen } from './screen.ts'
import { sampleText, TEXT_CLASSES, type TextClass } from './texts.ts'

/** A move that is possible now. `make` is called only if the move is chosen, and generates its text. */
export interface PossibleMove {
  label: string
  weight: number
  make(random: Random): Move
}

/** Adds the commands, buttons and keys that the bot offers on a screen to the memory. */
export function learnOffers(screen: Screen, memory: Memory) {
  for (const message of botMessages(screen).slice(-3)) {
    for (const { command, example } of commandsIn(textOrCaption(message) ?? '')) memory.learnCommand(command, example)
    for (const label of labelsOf(message)) memory.offered.add(`button ${label}`)
  }
  for (const key of screen.keys) memory.offered.add(`key ${key}`)
  for (const command of memory.commands.keys()) memory.offered.add(`command ${command}`)
}

export function possibleMoves(screen: Screen, state: string, memory: Memory, group?: Group): PossibleMove[] {
  const { person: as, chat } = screen
  if (screen.isPrivate && (!screen.started || screen.blocked)) return startMoves(as, chat)
  if (group && !screen.started) return membershipMoves(as, chat, group)
  return [
    ...(screen.isPrivate ? startMoves(as, chat).map((move) => ({ ...move, weight: move.weight / 4 })) : []),
    ...commandMoves(screen, memory),
    ...buttonMoves(screen),
    ...screen.keys.map((key) => fixedMove({ action: 'tap', params: { as, bot: chat, key }, label: `key ${key}` }, 6)),
    ...textMoves(screen, state, memory),
    ...messageMoves(screen).map((move) => fixedMove(move, 0.8)),
    ...(screen.isPrivate ? [fixedMove({ action: 'block', params: { as, bot: chat }, label: 'block' }, 0.3)] : []),
    ...(group ? membershipMoves(as, chat, group) : []),
  ]
}

const membershipMoves = (as: string, chat: string, group: Group) =>
  groupMoves(as, chat, group).map((move) => fixedMove(move, /^(?:join|add)/.test(move.label) ? 2 : 0.8))

const ASKED_TEXTS = 10

const weightOf = (textClass: TextClass) => (textClass === 'words' || textClass === 'mixed' ? 2 : 0.7)

function textMoves(screen: Screen, state: string, memory: Memory): PossibleMove[] {
  const { person: as, chat } = screen
  const asked = askedClasses(screen)
  const shown = formatsAndExamples(screen)
  const answerShown = (random: Random) => answerLike(random.pick(shown), year, random)
  const year = new Date((screen.messages.at(-1)?.date ?? 0) * 1000).getUTCFullYear()
  const helpful = memory.waysOnward(state).flatMap(({ text }) => text ?? [])
  const send = (label: string, weight: number, textOf: (random: Random) => string): PossibleMove => ({
    label,
    weight,
    make: (random) => ({ action: 'send', params: { as, to: chat, text: textOf(random) }, label }),
  })
  return [
    ...TEXT_CLASSES.map((textClass) =>
      send(`text ${textClass}`, weightOf(textClass) * (asked.includes(textClass) ? ASKED_TEXTS : 1), (random) =>
        sampleText(textClass, random),
      ),
    ),
    ...(shown.length ? [send('text shown', ASKED_TEXTS, answerShown)] : []),
    ...(helpful.length ? [send('text helpful', ASKED_TEXTS, (random) => random.pick(helpful))] : []),
  ]
}

const fixedMove = (move: Move, weight: number): PossibleMove => ({ label: move.label, weight, make: () => move })

const startMoves = (as: string, bot: string): PossibleMove[] => [
  fixedMove({ action: 'start', params: { as, bot }, label: 'command /start' }, 3),
  ...['ref_42', '-'.repeat(64)].map((payload) =>
    fixedMove({ action: 'start', params: { as, bot, payload }, label: 'start with payload' }, 0.2),
  ),
]

function commandMoves(screen: Screen, memory: Memory): PossibleMove[] {
  const { person: as, chat: to, isPrivate, messages } = screen
  const words = [...ownWords(screen), ...formatsAndExamples(screen)]
  const others = isPrivate
    ? []
    : [...new Set(messages.filter(({ author }) => !author.is_bot).map(({ author }) => String(author.handle)))]
  return [...memory.commands].flatMap(([command, examples]): PossibleMove[] => {
    const send = (text: string, label: string, target?: Target): Move => ({
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
    const takesArgument = memory.takesArgument(command)
    const exampleOf = (random: Random) => likeExample(random.pick([...examples]), random, memory.hasTimers)
    return [
      fixedMove(send(command, `command ${command}`), 3),
      ...(examples.size ? [withArgument('an example', takesArgument ? 3 : 0.3, exampleOf)] : []),
      ...(words.length ? [withArgument('known words', takesArgument ? 1 : 0.3, (random) => random.pick(words))] : []),
      withArgument('words', takesArgument ? 1 : 0.4, (random) => sampleText('words', random)),
      withArgument('a number', takesArgument ? 1 : 0.5, (random) => sampleText('number', random)),
      ...(takesArgument
        ? TEXT_CLASSES.map((textClass) =>
            withArgument(textClass, weightOf(textClass) / 2, (random) => sampleText(textClass, random)),
          )
        : [withArgument('text', 0.7, (random) => sampleText(random.pick(TEXT_CLASSES), random))]),
      ...others.map((author) =>
        fixedMove(send(command, `reply ${command} to a person`, { author, back: 0 }), 1.5 / others.length),
      ),
    ]
  })
}

const OLD_MESSAGES = 3

function buttonMoves(screen: Screen): PossibleMove[] {
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
