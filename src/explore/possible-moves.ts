// The moves that are possible on a person's screen, with weights for a random choice.

import { labelsOf, textOrCaption } from '../describe/message.ts'
import type { Memory } from './memory.ts'
import { type Move, targetsIn } from './moves.ts'
import type { Random } from './random.ts'
import { blockMoves, groupMoves, messageMoves } from './rarer-moves.ts'
import { botMessages, type Screen } from './screen.ts'
import { sampleText, TEXT_CLASSES } from './texts.ts'

/** A move that is possible now. `make` is called only if the move is chosen, and generates its text. */
export interface PossibleMove {
  label: string
  weight: number
  make(random: Random): Move
}

const COMMAND_IN_TEXT = /(?<![\w/])\/[a-z]\w{0,31}/gi

/** Adds the commands, buttons and keys that the bot offers on a screen to the memory. */
export function learnOffers(screen: Screen, memory: Memory) {
  for (const message of botMessages(screen).slice(-3)) {
    for (const [command] of (textOrCaption(message) ?? '').matchAll(COMMAND_IN_TEXT)) memory.commands.add(command)
    for (const label of labelsOf(message)) memory.offered.add(`button ${label}`)
  }
  for (const key of screen.keys) memory.offered.add(`key ${key}`)
  for (const command of memory.commands) memory.offered.add(`command ${command}`)
}

export function possibleMoves(
  screen: Screen,
  memory: Memory,
  group?: Parameters<typeof groupMoves>[2],
): PossibleMove[] {
  const { person: as, chat } = screen
  if (screen.isPrivate && (!screen.started || screen.blocked)) return startMoves(as, chat)
  return [
    ...(screen.isPrivate ? startMoves(as, chat).map((move) => ({ ...move, weight: move.weight / 4 })) : []),
    ...commandMoves(as, chat, memory),
    ...buttonMoves(screen),
    ...screen.keys.map((key) => fixedMove({ action: 'tap', params: { as, bot: chat, key }, label: `key ${key}` }, 6)),
    ...TEXT_CLASSES.map((textClass) => ({
      label: `text ${textClass}`,
      weight: textClass === 'words' ? 3 : 0.6,
      make: (random: Random) => ({
        action: 'send',
        params: { as, to: chat, text: sampleText(textClass, random) },
        label: `text ${textClass}`,
      }),
    })),
    ...messageMoves(screen).map((move) => fixedMove(move, 0.8)),
    ...(screen.isPrivate ? blockMoves(as, chat).map((move) => fixedMove(move, 0.3)) : []),
    ...(group ? groupMoves(as, chat, group).map((move) => fixedMove(move, 0.8)) : []),
    ...wordsOnScreen(screen).map((text) =>
      fixedMove({ action: 'send', params: { as, to: chat, text }, label: `text shown` }, 0.8),
    ),
  ]
}

const fixedMove = (move: Move, weight: number): PossibleMove => ({ label: move.label, weight, make: () => move })

const startMoves = (as: string, bot: string): PossibleMove[] => [
  fixedMove({ action: 'start', params: { as, bot }, label: 'command /start' }, 3),
  {
    label: 'start with payload',
    weight: 0.4,
    make: (random) => ({
      action: 'start',
      params: { as, bot, payload: random.pick(['ref_42', 'abc', '1', 'x'.repeat(64), '-']) },
      label: 'start with payload',
    }),
  },
]

function commandMoves(as: string, to: string, memory: Memory): PossibleMove[] {
  return [...memory.commands].flatMap((command): PossibleMove[] => {
    const send = (text: string, label: string): Move => ({ action: 'send', params: { as, to, text }, label })
    const withText = `command ${command} with text`
    return [
      fixedMove(send(command, `command ${command}`), 3),
      {
        label: withText,
        weight: 1.5,
        make: (random) => {
          const textClass = random.chance(0.5)
            ? random.pick(['words', 'words', 'number', 'twoWords', 'wordNumber'] as const)
            : random.pick(TEXT_CLASSES)
          return send(`${command} ${sampleText(textClass, random)}`.slice(0, 4096), withText)
        },
      },
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

/** Returns list items and quoted words of the bot's newest message, which may be the options of a question. */
function wordsOnScreen(screen: Screen): string[] {
  const newest = botMessages(screen).at(-1)
  const text = (newest && textOrCaption(newest)) ?? ''
  const quoted = [...text.matchAll(/["“«'`]([^"”»'`\n]{1,40})["”»'`]/g)].map(([, inner]) => inner ?? '')
  const items = [...text.matchAll(/^\s*(?:[-*•]|\w[.)])\s*(.{1,30})$/gm)].map(([, item]) => item ?? '')
  return [...new Set([...quoted, ...items])].filter((each) => each.trim()).slice(0, 6)
}
