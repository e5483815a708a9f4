// Where a bot writes: one chat of each kind, in a service of its own, with Alice as its owner or partner.

import { granted, NOON, service } from './service.ts'

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

async function withBot() {
  const s = await service()
  const alice = await s.user('Alice')
  const bob = await s.user('Bob')
  const bot = await s.bot()
  return { s, alice, bob, bot }
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
  const base = await withBot()
  await base.s.act('start', { as: 'alice', bot: 'greeter' })
  const chat = { id: base.alice.id as number, type: 'private', first_name: 'Alice' }
  return place(base, chat, '/chats/alice/messages?bot=greeter')
}

/** Alice owns the group, Bob and the bot are ordinary members; there is no message yet. */
export async function group(given: Given = {}) {
  const base = await withBot()
  const { id } = await base.s.act('createGroup', {
    title: 'Team',
    owner: 'alice',
    members: ['bob', 'greeter'],
    ...given,
  })
  return place(base, { id: id as number, type: 'group', title: 'Team' }, '/chats/team/messages')
}

/** Alice owns the channel, Bob subscribes, the bot has the rights; there is no post yet. */
export async function channel(rights: Given = { can_post_messages: true }, given: Given = {}) {
  const base = await withBot()
  const made = await base.s.act('createChannel', { title: 'News', owner: 'alice', subscribers: ['bob'], ...given })
  await base.s.act('promote', { as: 'alice', chat: 'news', who: 'greeter', rights })
  const chat = { id: made.id as number, type: 'channel', title: 'News' }
  return { ...place(base, chat, '/chats/news/messages'), comments: made.linked_chat_id as number }
}

/** A group whose bot is an administrator with these rights. */
export async function groupAsAdmin(rights: Given = {}) {
  const team = await group()
  await team.s.act('promote', { as: 'alice', chat: 'team', who: 'greeter', rights })
  return team
}
