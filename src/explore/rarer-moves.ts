// Moves beyond texts and buttons: files, edits, groups, faults and time.

import { textOrCaption } from '../describe/message.ts'
import type { Move } from './moves.ts'
import type { Screen } from './screen.ts'

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
export function messageMoves({ person: as, chat, messages }: Screen): Move[] {
  const own = messages.filter(({ author, text }) => author.handle === as && text !== undefined).length
  const lastOfBot = messages.findLast((message) => message.author.is_bot && textOrCaption(message))
  return [
    ...Object.entries(FILES).map(([kind, file]) => ({
      action: 'sendFile',
      params: { as, to: chat, kind, file },
      label: `file ${kind}`,
    })),
    {
      action: 'sendFile',
      params: { as, to: chat, kind: 'photo', file: FILES.photo, caption: 'a caption' },
      label: 'file with caption',
    },
    ...(own > 0
      ? [
          { action: 'edit', params: { as, chat, text: 'edited' }, target: { author: as, back: 0 }, label: 'edit' },
          { action: 'delete', params: { as, chat }, target: { author: as, back: 0 }, label: 'delete' },
        ]
      : []),
    ...(lastOfBot
      ? [{ action: 'send', params: { as, to: chat, text: 'yes' }, target: { back: 0 }, label: 'reply' }]
      : []),
  ]
}

export const blockMoves = (as: string, bot: string): Move[] => [
  { action: 'block', params: { as, bot }, label: 'block' },
]

/** Returns moves that change the members of a group. The person joins or leaves; the owner performs the others. */
export function groupMoves(as: string, chat: string, { owner, bot, people }: GroupPeople): Move[] {
  const others = people.filter((person) => person !== owner)
  const target = others[0] ?? bot
  return [
    { action: 'leave', params: { as, chat }, label: 'leave' },
    { action: 'join', params: { as, chat }, label: 'join' },
    { action: 'mute', params: { as: owner, chat, who: target }, label: 'mute' },
    { action: 'unmute', params: { as: owner, chat, who: target }, label: 'unmute' },
    { action: 'ban', params: { as: owner, chat, who: target }, label: 'ban' },
    { action: 'unban', params: { as: owner, chat, who: target }, label: 'unban' },
    { action: 'add', params: { as: owner, chat, who: target }, label: 'add' },
    { action: 'promote', params: { as: owner, chat, who: target, rights: ADMIN }, label: 'promote a person' },
    { action: 'promote', params: { as: owner, chat, who: bot, rights: ADMIN }, label: 'promote the bot' },
    { action: 'demote', params: { as: owner, chat, who: bot }, label: 'demote the bot' },
    { action: 'add', params: { as: owner, chat, who: bot }, label: 'add the bot' },
  ]
}

interface GroupPeople {
  owner: string
  bot: string
  people: readonly string[]
}

const ADMIN = { can_restrict_members: true, can_pin_messages: true, can_invite_users: true }

/** Returns moves that inject faults that a bot should survive. */
export const faultMoves = (bot: string): Move[] => [
  fault(bot, 'fault 429', { operation: 'sendMessage', retry_after: 1 }),
  fault(bot, 'fault lost answer', { operation: 'sendMessage', drop: 'after' }),
  fault(bot, 'fault duplicated update', { duplicate_updates: true }),
  fault(bot, 'fault reordered updates', { reorder_updates: true }),
]

const clockMove = (seconds: number, label: string): Move => ({ action: 'advanceClock', params: { seconds }, label })

/** Moves of the clock. Only a bot whose process follows the clock experiences that days pass. */
export const clockMoves = (isFollowed: boolean): Move[] => [
  clockMove(60, 'a minute passes'),
  clockMove(3600, 'an hour passes'),
  ...(isFollowed ? [clockMove(10, 'ten seconds pass'), clockMove(180_000, 'two days pass')] : []),
]

const fault = (bot: string, label: string, params: Record<string, unknown>): Move => ({
  action: 'injectFault',
  params: { bot, ...params },
  label,
})
