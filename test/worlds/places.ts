// Where a bot writes: one chat of each kind, in a service of its own, with Alice as its owner or partner.

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

/** A person as a User on the wire. */
export const asUser = ({ id, first_name }: { id: number; first_name: string }) => ({ id, is_bot: false, first_name })

async function withBot(plan: Plan) {
  const { s, people, bots, groups, channels } = await world({ people: ['Alice', 'Bob'], bots: [{}], ...plan })
  const [alice, bob] = people
  return { s, alice, bob, bot: bots[0]!, shared: groups[0] ?? channels[0] }
}

/** What every place offers; `path` is where its messages can be viewed. */
function place(base: Awaited<ReturnType<typeof withBot>>, chat: { id: number } & Given, path: string) {
  const { s, bot } = base
  const isChannel = chat.type === 'channel'
  const author = isChannel
    ? { sender_chat: chat }
    : { from: { id: bot.id, is_bot: true as const, first_name: 'Greeter' } }
  return {
    ...base,
    chat,
    /** A call about this chat. */
    call: (method: string, params: Given = {}) => bot.call(method, { chat_id: chat.id, ...params }),
    /** A call about this chat that has to succeed. */
    ok: (method: string, params: Given = {}) => bot.ok(method, { chat_id: chat.id, ...params }),
    /** The whole answer to a send or an edit of the bot: the message as it should be. */
    posted: (fields: { message_id: number } & Given) => granted({ ...author, chat, date: NOON, ...fields }),
    texts: async (): Promise<string[]> =>
      (await s.view(path)).map((message: { text?: string }) => message.text ?? '(membership)'),
  }
}

/** Message 1 is Alice's `/start`. */
export async function privateChat() {
  const base = await withBot({ started: [['alice', 'greeter']] })
  const chat = { id: base.alice.id as number, type: 'private', first_name: 'Alice' }
  return place(base, chat, '/chats/alice/messages?bot=greeter')
}

/** Alice owns the group, Bob and the bot are ordinary members; there is no message yet. */
export async function group(given: Given = {}, promoted: Plan['promoted'] = []) {
  const members = ['bob', 'greeter']
  const base = await withBot({ groups: [{ title: 'Team', owner: 'alice', members, ...given }], promoted })
  return place(base, { id: base.shared.id as number, type: 'group', title: 'Team' }, '/chats/team/messages')
}

/** A group whose bot is an administrator with these rights. */
export const groupAsAdmin = (rights: Given = {}) => group({}, [{ chat: 'team', who: 'greeter', rights }])

/** Alice owns the channel, Bob subscribes, the bot has the rights; there is no post yet. */
export async function channel(rights: Given = { can_post_messages: true }, given: Given = {}) {
  const base = await withBot({
    channels: [{ title: 'News', owner: 'alice', subscribers: ['bob'], ...given }],
    promoted: [{ chat: 'news', who: 'greeter', rights }],
  })
  const chat = { id: base.shared.id as number, type: 'channel', title: 'News' }
  return { ...place(base, chat, '/chats/news/messages'), comments: base.shared.linked_chat_id as number }
}
