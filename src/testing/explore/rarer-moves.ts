// Moves beyond texts and buttons: files, edits, and what owners of groups do.

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
      ? [
          { action: 'send', params: { as, to: chat, text: 'yes' }, target: { back: 0 }, label: 'reply' },
          { ...sendFile('document', 'in reply'), target: { back: 0 } },
        ]
      : []),
  ]
}

/** What the owner of a group can do to a member. What isn't possible now is refused. */
export const DEEDS_OF_OWNERS = ['add', 'promote', 'demote', 'mute', 'unmute', 'ban', 'unban'] as const

const RIGHTS = { can_restrict_members: true, can_pin_messages: true, can_invite_users: true }

export const byOwner = (
  action: (typeof DEEDS_OF_OWNERS)[number],
  params: { as: string; chat: string; who: string },
): Move => ({ action, params: { ...params, ...(action === 'promote' && { rights: RIGHTS }) }, label: action })
