// Moves beyond texts and buttons: files, edits, and the members of groups.

import { textOrCaption } from '../../control/describe/message.ts'
import type { Move } from './moves.ts'
import type { PersonScreen } from './screen.ts'

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
export function messageMoves({ person: as, chat, messages }: PersonScreen): Move[] {
  const own = messages.filter(({ author, text }) => author.handle === as && text !== undefined)
  const command = own.findLast(({ text }) => text?.startsWith('/'))
  const sendFile = (kind: keyof typeof FILES, label: string, more = {}): Move => ({
    action: 'sendFile',
    params: { as, to: chat, kind, file: FILES[kind], ...more },
    label: `file ${label}`,
  })
  const change = (action: string, label: string, more = {}): Move => ({
    action,
    params: { as, chat, ...more },
    target: { author: as, back: 0 },
    label,
  })
  return [
    ...(Object.keys(FILES) as (keyof typeof FILES)[]).map((kind) => sendFile(kind, kind)),
    sendFile('photo', 'with caption', { caption: 'a caption' }),
    ...(own.length ? [change('edit', 'edit', { text: 'edited' }), change('delete', 'delete')] : []),
    ...(command ? [change('edit', 'edit to a command', { text: `${command.text} again` })] : []),
    ...(messages.some((message) => message.author.is_bot && textOrCaption(message))
      ? [{ action: 'send', params: { as, to: chat, text: 'yes' }, target: { back: 0 }, label: 'reply' }]
      : []),
  ]
}

export interface Group {
  owner: string
  bot: string
  people: readonly string[]
  /** The status of each member in the group, by handle. */
  statuses: ReadonlyMap<string, string>
}

const OUTSIDE = ['add', 'unban']

/** What the owner can do to a member with a status. */
const BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  member: ['mute', 'promote', 'ban'],
  restricted: ['unmute', 'promote', 'ban'],
  administrator: ['mute', 'demote', 'ban'],
  left: OUTSIDE,
  kicked: OUTSIDE,
}

/** Returns moves that change a group's members and their rights. The owner makes all of them but `join` and `leave`. */
export function groupMoves(as: string, chat: string, { owner, bot, people, statuses }: Group): Move[] {
  const possible = (who: string) => BY_STATUS[statuses.get(who) ?? 'left'] ?? []
  const byOwner = (action: string, who: string): Move =>
    action === 'promote'
      ? promote(owner, chat, who, 'promote a person')
      : { action, params: { as: owner, chat, who }, label: action }
  const others = people.filter((person) => person !== owner)
  const own = possible(as) === OUTSIDE ? 'join' : 'leave'
  const botAction = possible(bot).find((action) => /^(?:add|promote|demote)$/.test(action)) ?? 'add'
  return [
    ...(as === owner ? [] : [{ action: own, params: { as, chat }, label: own }]),
    { ...byOwner(botAction, bot), label: `${botAction} the bot` },
    ...others.flatMap((who) => possible(who).map((action) => byOwner(action, who))),
  ]
}

/** A conversation in a supergroup begins with the promotion of the bot. */
export const promote = (owner: string, chat: string, who: string, label = 'promote the bot'): Move => ({
  action: 'promote',
  params: { as: owner, chat, who, rights: RIGHTS },
  label,
})

const RIGHTS = { can_restrict_members: true, can_pin_messages: true, can_invite_users: true }
