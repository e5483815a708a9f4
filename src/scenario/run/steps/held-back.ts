// An update that the bot never got because it does not ask for such: said where it has done nothing.

import type { Play } from '../play.ts'

/** What a bot hears of an action; an action that may be heard of in several ways has them all. */
const UPDATES: Readonly<Record<string, readonly string[]>> = {
  start: ['message'],
  send: ['message', 'channel_post'],
  sendFile: ['message', 'channel_post'],
  tap: ['message'],
  press: ['callback_query'],
  edit: ['edited_message', 'edited_channel_post'],
  block: ['my_chat_member'],
  unblock: ['my_chat_member'],
  join: ['chat_member', 'message'],
  leave: ['chat_member', 'message'],
  ban: ['chat_member', 'my_chat_member'],
  promote: ['chat_member', 'my_chat_member'],
}

export async function heldBack({ client, bot, lastAction }: Play): Promise<string | undefined> {
  const types = UPDATES[lastAction ?? ''] ?? []
  const { asks_for } = await client.view('/bots/:bot/delivery', { bot })
  if (!types.length || types.some((type) => asks_for.some((each) => each === type))) return undefined
  const { first_name } = await client.view('/bots/:bot', { bot })
  return `${first_name} does not ask for ${types[0]} (allowed_updates).`
}
