// Moves beyond texts and buttons: files, edits, groups, faults and time.

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
  const commands = own.filter(({ text }) => text?.startsWith('/')).slice(-1)
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
    ...(own.length
      ? [
          { action: 'edit', params: { as, chat, text: 'edited' }, target: { author: as, back: 0 }, label: 'edit' },
          ...commands.map(({ text }) => ({
            action: 'edit',
            params: { as, chat, text: `${text} again` },
            target: { author: as, back: 0 },
            label: 'edit to a command',
          })),
          { action: 'delete', params: { as, chat }, target: { author: as, back: 0 }, label: 'delete' },
        ]
      : []),
    ...(lastOfBot
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

const isOutside = (status: string | undefined) => status === undefined || status === 'left' || status === 'kicked'

/** Returns moves that change a group's members and their rights. The owner makes all of them but `join` and `leave`. */
export function groupMoves(as: string, chat: string, { owner, bot, people, statuses }: Group): Move[] {
  const byOwner = (action: string, who: string, label = action): Move => ({
    action,
    params: { as: owner, chat, who, ...(action === 'promote' && { rights: ADMIN }) },
    label,
  })
  const movesWith = (who: string): Move[] => {
    const status = statuses.get(who)
    if (isOutside(status)) return [byOwner('add', who), byOwner('unban', who)]
    return [
      byOwner(status === 'restricted' ? 'unmute' : 'mute', who),
      status === 'administrator' ? byOwner('demote', who) : byOwner('promote', who, 'promote a person'),
      byOwner('ban', who),
    ]
  }
  const bots = statuses.get(bot)
  const botMove = isOutside(bots) ? 'add' : bots === 'administrator' ? 'demote' : 'promote'
  const ownAction = isOutside(statuses.get(as)) ? 'join' : 'leave'
  return [
    ...(as === owner ? [] : [{ action: ownAction, params: { as, chat }, label: ownAction }]),
    byOwner(botMove, bot, `${botMove} the bot`),
    ...people.filter((person) => person !== owner).flatMap(movesWith),
  ]
}

/** Makes the bot an administrator. A conversation in a supergroup begins with it. */
export const promoteBot = (owner: string, chat: string, bot: string): Move => ({
  action: 'promote',
  params: { as: owner, chat, who: bot, rights: ADMIN },
  label: 'promote the bot',
})

const ADMIN = { can_restrict_members: true, can_pin_messages: true, can_invite_users: true }

export const faultMoves = (bot: string, operations: readonly string[]): Move[] => [
  ...(operations.length ? operations : ['sendMessage']).map((operation) =>
    fault(bot, 'fault 429', { operation, retry_after: 1 }),
  ),
]

const clockMove = (seconds: number, label: string): Move => ({ action: 'advanceClock', params: { seconds }, label })

/** Returns moves that advance the clock. The bot must follow the clock for the moves of ten seconds and two days. */
export const clockMoves = (isFollowed: boolean): Move[] => [
  clockMove(60, 'a minute passes'),
  clockMove(3600, 'an hour passes'),
  ...(isFollowed ? [clockMove(10, 'ten seconds pass'), clockMove(180_000, 'two days pass')] : []),
]

export const WAIT = 'wait'

/** Returns a move that waits for a timer of the bot: in real time, unless the bot follows the clock. */
export const waitMove = (followsClock: boolean): Move =>
  followsClock
    ? { action: 'advanceClock', params: { to: 'next' }, label: 'the next timer fires' }
    : { action: WAIT, params: { for: '2s' }, label: 'two seconds pass' }

export const WAIT_SECONDS = 2

const fault = (bot: string, label: string, params: Record<string, unknown>): Move => ({
  action: 'injectFault',
  params: { bot, ...params },
  label,
})
