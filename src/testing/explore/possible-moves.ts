// The moves that are possible on a person's screen, with weights for a random choice.

import type { Values } from '../../control/client/client.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import { buttonsOf, labelsOf, textOrCaption } from '../../control/describe/message.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { answerLike, commandsIn, examplesIn, likeExample, ownWords } from './arguments.ts'
import type { Memory } from './memory.ts'
import { byOwner, DEEDS_OF_OWNERS, type Move, type MoveTarget, targetsIn } from './moves.ts'
import type { Random } from './random.ts'
import { botMessages, type PersonScreen } from './screen.ts'
import { sampleText, TEXT_CLASSES } from './texts.ts'

export interface PossibleMove extends Move {
  weight: number
}

const possible = (
  weight: number,
  label: string,
  action: string,
  params: Values,
  target?: MoveTarget,
): PossibleMove => ({ action, params, label, weight, ...(target && { target }) })

/** Adds the commands, buttons and keys that the bot offers on a screen to the memory. */
export function learnOffers(screen: PersonScreen, memory: Memory) {
  for (const message of botMessages(screen).slice(-3)) {
    const text = textOrCaption(message) ?? ''
    for (const { command, example } of commandsIn(text)) memory.learnCommand(command, example)
    for (const label of labelsOf(message)) memory.offered.add(`button ${label}`)
    const links = [text, ...buttonsOf(message).map(({ url = '' }) => url)].join('\n')
    for (const [, payload = ''] of links.matchAll(/\?start(?:group)?=([\w-]{1,64})/g)) memory.payloads.add(payload)
  }
  for (const key of screen.keys) memory.offered.add(`key ${key}`)
}

export interface Group {
  owner: string
  /** The people without the owner. */
  people: readonly string[]
  bot: string
}

interface Place {
  screen: PersonScreen
  memory: Memory
  random: Random
  group?: Group | undefined
}

export function possibleMoves(place: Place): PossibleMove[] {
  const { screen, group } = place
  const { person: as, chat, isPrivate, keys } = screen
  if (isPrivate && (!screen.started || screen.blocked)) return startMoves(place, 1)
  if (group && !screen.started) return membershipMoves(place, group)
  return [
    ...(isPrivate ? [...startMoves(place, 0.25), possible(0.3, 'block', 'block', { as, bot: chat })] : []),
    ...commandMoves(place),
    ...buttonMoves(screen),
    ...keys.map((key) => possible(6, `key ${key}`, 'tap', { as, bot: chat, key })),
    ...textMoves(place),
    ...rareMoves(screen),
    ...(group ? membershipMoves(place, group) : []),
  ]
}

function startMoves({ screen: { person: as, chat: bot }, memory }: Place, share: number): PossibleMove[] {
  const startWith = (payload: string, label: string, weight: number) =>
    possible(weight * share, `start with ${label}`, 'start', { as, bot, payload })
  return [
    possible(3 * share, 'command /start', 'start', { as, bot }),
    ...['ref_42', '-'.repeat(64)].map((payload) => startWith(payload, 'payload', 0.2)),
    ...[...memory.payloads].map((payload) => startWith(payload, payload, 3)),
  ]
}

function membershipMoves({ screen: { person: as, chat }, random }: Place, { owner, people, bot }: Group) {
  const own = as === owner ? [] : ['join', 'leave'].map((action) => possible(1, action, action, { as, chat }))
  const deeds = DEEDS_OF_OWNERS.map((action) => {
    // A bot that is muted or banned can only be refused, which says nothing about the bot.
    const who = random.pick(/mute|ban/.test(action) ? people : [...people, bot])
    return { ...byOwner(action, { as: owner, chat, who }), weight: 1 }
  })
  return [...own, ...deeds]
}

/** The classes of arguments that are most likely to break a command. */
const ARGUMENTS = ['words', 'number', 'negative', 'huge', 'fraction', 'oddNumber', 'mixed', 'long', 'blank'] as const

function commandMoves({ screen, memory, random }: Place): PossibleMove[] {
  const { person: as, chat: to, isPrivate, messages } = screen
  const words = [...ownWords(screen), ...examplesIn(screen)]
  const people = messages.flatMap(({ author }) => (author.is_bot ? [] : String(author.handle)))
  const others = isPrivate ? [] : [...new Set(people)]
  return [...memory.commands].flatMap(([command, examples]): PossibleMove[] => {
    const send = (weight: number, label: string, text = command, target?: MoveTarget) =>
      possible(weight, label, 'send', { as, to, text: text.slice(0, LIMITS.textPoints) }, target)
    const sendWith = (kind: string, weight: number, argument: string) =>
      send(weight, `command ${command} with ${kind}`, `${command} ${argument}`)
    // Other commands that people try, such as /settings, are not worth an argument, and /start has payloads.
    const isOffered = memory.offered.has(`command ${command}`)
    const isKnown = isOffered || memory.wasAnswered(`command ${command}`, isPrivate)
    const bare = send(isKnown ? 3 : 1, `command ${command}`)
    if (!isOffered || command === '/start') return command === '/start' && isPrivate ? [] : [bare]
    const weight = examples.size ? 1 : 0.3
    return [
      bare,
      ...(examples.size ? [sendWith('an example', 3, likeExample(random.pick([...examples]), random))] : []),
      ...(words.length ? [sendWith('known words', weight, random.pick(words))] : []),
      ...ARGUMENTS.map((each) => sendWith(each, weight, sampleText(each, random))),
      sendWith('text', weight, sampleText(random.pick(TEXT_CLASSES), random)),
      ...others.map((author) =>
        send(1.5 / others.length, `reply ${command} to a person`, command, { author, back: 0 }),
      ),
    ]
  })
}

const OLD_MESSAGES = 3

function buttonMoves({ person: as, chat, messages }: PersonScreen): PossibleMove[] {
  // Who presses a link opens an address, of which the bot hears nothing.
  const labels = (message: MessageView) => buttonsOf(message).flatMap(({ text, url }) => (url ? [] : text))
  const withButtons = messages.filter((message) => message.author.is_bot && labels(message).length)
  return withButtons.slice(-OLD_MESSAGES).flatMap((message) =>
    [...new Set(labels(message))].map((button) => {
      const sameButton = targetsIn(messages, { button })
      const target = { button, back: sameButton.length - 1 - sameButton.indexOf(message) }
      return message === withButtons.at(-1)
        ? possible(6, `button ${button}`, 'press', { as, chat, button }, target)
        : possible(0.7, `old button ${button}`, 'press', { as, chat, button }, target)
    }),
  )
}

function textMoves({ screen, random }: Place): PossibleMove[] {
  const { person: as, chat: to } = screen
  const shown = examplesIn(screen)
  const send = (kind: string, weight: number, text: string) =>
    possible(weight, `text ${kind}`, 'send', { as, to, text })
  return [
    ...TEXT_CLASSES.map((each) => send(each, /words|mixed/.test(each) ? 2 : 0.7, sampleText(each, random))),
    ...(shown.length ? [send('shown', 10, answerLike(random.pick(shown), random))] : []),
  ]
}

/** The files that people send: a picture of one pixel, a sound without samples, and a short document. */
const FILES = {
  photo: {
    name: 'dot.png',
    base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  audio: { name: 'beep.wav', base64: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=' },
  document: { name: 'notes.txt', base64: 'bm90ZXM=' },
}

/** Returns moves that send files, reply to the bot, and edit or delete the newest message of the person. */
function rareMoves({ person: as, chat, messages }: PersonScreen): PossibleMove[] {
  const own = messages.filter(({ author, text }) => author.handle === as && text !== undefined)
  const command = own.findLast(({ text }) => text?.startsWith('/'))
  const rare = (label: string, action: string, params: Values, target?: MoveTarget) =>
    possible(0.8, label, action, { as, ...params }, target)
  const sendFile = (kind: keyof typeof FILES, label: string, more = {}, target?: MoveTarget) =>
    rare(`file ${label}`, 'sendFile', { to: chat, kind, file: FILES[kind], ...more }, target)
  const [newest, newestOwn] = [{ back: 0 }, { author: as, back: 0 }]
  const files = [
    ...(['photo', 'audio', 'document'] as const).map((kind) => sendFile(kind, kind)),
    sendFile('photo', 'photo with caption', { caption: 'a caption' }),
  ]
  const replies = [
    rare('reply', 'send', { to: chat, text: 'yes' }, newest),
    sendFile('document', 'document with reply', {}, newest),
  ]
  const changes = [
    rare('edit', 'edit', { chat, text: 'edited' }, newestOwn),
    rare('delete', 'delete', { chat }, newestOwn),
    ...(command ? [rare('edit to a command', 'edit', { chat, text: `${command.text} again` }, newestOwn)] : []),
  ]
  const canReply = messages.some((message) => message.author.is_bot && textOrCaption(message))
  return [...files, ...(canReply ? replies : []), ...(own.length ? changes : [])]
}
