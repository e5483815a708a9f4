// Chats with a pinned message, and what can be wrong with a call that pins or unpins there.

import { channel, groupAsAdmin, type Place } from '../helpers/places.ts'
import { granted, refused } from '../helpers/service.ts'
import type { Fault } from './order-of-checks.ts'

export const noRight = refused(400, 'Bad Request: not enough rights to manage pinned messages in the chat')
export const chatNotFound = refused(400, 'Bad Request: chat not found')
export const toPinNotFound = refused(400, 'Bad Request: message to pin not found')
export const notHere = refused(400, 'Bad Request: method is not available for this chat')
export const done = granted(true)

const others = ['change_info', 'delete_messages', 'restrict_members', 'invite_users', 'post_messages', 'edit_messages']
export const allOtherRights = Object.fromEntries(
  [...others, 'promote_members', 'manage_video_chats'].map((right) => [`can_${right}`, true]),
)

/** Alice has written messages 1 and 2 and pinned the first. */
export const withPin = <Where extends Place>(make: () => Promise<Where>, ref: string) =>
  async function prepared() {
    const here = await make()
    const as = 'alice'
    for (const text of ['one', 'two']) await here.s.act('send', { as, to: ref, text })
    await here.s.act('pin', { as, chat: ref, message_id: 1 })
    const pinned = async () => (await here.s.view(`/chats/${ref}`)).pinned_message_id
    const promote = (rights: object) => here.s.act('promote', { as, chat: ref, who: 'greeter', rights })
    return { ...here, pinned, promote }
  }

export const inGroup = withPin(() => groupAsAdmin({ can_pin_messages: true }), 'team')
export const inChannel = withPin(() => channel({ can_pin_messages: true }), 'news')

/** What can be wrong with a call about the pinned message. */
const faults = (ref: string, leave: Fault['world'] & {}, withoutRight: Fault['world'] & {}) => ({
  shape: {
    name: 'shape',
    answer: refused(400, 'Bad Request: message_id: Invalid input: expected number, received string'),
    params: { message_id: 'first' },
  },
  chat: { name: `chat ${ref}`, answer: chatNotFound, world: leave },
  rights: { name: 'rights', answer: noRight, world: withoutRight },
  target: { name: 'target message', answer: toPinNotFound, params: { message_id: 99 } },
})

export const byAlice = (chat: string) => ({ as: 'alice', chat, who: 'greeter' })
export const faultsInGroup = faults(
  'team',
  ({ s }) => s.act('ban', byAlice('team')),
  ({ s }) => s.act('demote', byAlice('team')),
)
export const faultsInChannel = faults(
  'news',
  ({ s }) => s.act('demote', byAlice('news')),
  ({ s }) => s.act('promote', byAlice('news')),
)
