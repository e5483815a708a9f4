// Creates a service with a bot and one chat: private, group or channel.

import type { Plan } from './furnish.ts'
import { granted, NOON, world } from './service.ts'

export type Place = Awaited<ReturnType<typeof privateChat>>

type Given = Record<string, unknown>

export const yesNo = {
  inline_keyboard: [
    [
      { text: 'Yes', callback_data: 'y' },
      { text: 'No', callback_data: 'n' },
    ],
  ],
}

/** Returns a person as a `User` object of the bot API. */
export const asUser = ({ id, first_name }: { id: number; first_name: string }) => ({ id, is_bot: false, first_name })

async function withBot(plan: Plan) {
  const { s, people, bots, groups, channels } = await world({ people: ['Alice', 'Bob'], bots: [{}], ...plan })
  const [alice, bob] = people
  return { s, alice, bob, bot: bots[0]!, shared: groups[0] ?? channels[0] }
}

/** Returns helpers for a chat. `path` is the view of its messages. */
function place(base: Awaited<ReturnType<typeof withBot>>, chat: { id: number } & Given, path: string) {
  const { s, bot } = base
  const isChannel = chat.type === 'channel'
  const author = isChannel
    ? { sender_chat: chat }
    : { from: { id: bot.id, is_bot: true as const, first_name: 'Greeter' } }
  return {
    ...base,
    chat,
    call: (method: string, params: Given = {}) => bot.call(method, { chat_id: chat.id, ...params }),
    /** Calls an operation with the id of this chat, and throws if it fails. */
    ok: (method: string, params: Given = {}) => bot.ok(method, { chat_id: chat.id, ...params }),
    /** Returns the expected answer after the bot has sent or edited a message with these fields. */
    posted: (fields: { message_id: number } & Given) => granted({ ...author, chat, date: NOON, ...fields }),
    texts: async (): Promise<string[]> =>
      (await s.view(path)).map((message: { text?: string }) => message.text ?? '(membership)'),
  }
}

/** Creates a private chat of Alice and the bot. Message 1 is Alice's `/start`. */
export async function privateChat() {
  const base = await withBot({ started: [['alice', 'greeter']] })
  const chat = { id: base.alice.id as number, type: 'private', first_name: 'Alice' }
  return place(base, chat, '/chats/alice/messages?bot=greeter')
}

/** Creates a group without messages. Alice owns it; Bob and the bot are ordinary members. */
export async function group(given: Given = {}, promoted: Plan['promoted'] = []) {
  const members = ['bob', 'greeter']
  const base = await withBot({ groups: [{ title: 'Team', owner: 'alice', members, ...given }], promoted })
  return place(base, { id: base.shared.id as number, type: 'group', title: 'Team' }, '/chats/team/messages')
}

export const groupAsAdmin = (rights: Given = {}) => group({}, [{ chat: 'team', who: 'greeter', rights }])

/** Creates a channel without posts. Alice owns it, Bob is a subscriber, and the bot has these rights. */
export async function channel(rights: Given = { can_post_messages: true }, given: Given = {}) {
  const base = await withBot({
    channels: [{ title: 'News', owner: 'alice', subscribers: ['bob'], ...given }],
    promoted: [{ chat: 'news', who: 'greeter', rights }],
  })
  const chat = { id: base.shared.id as number, type: 'channel', title: 'News' }
  return { ...place(base, chat, '/chats/news/messages'), comments: base.shared.linked_chat_id as number }
}
