// A world that looks the same every time: a chat with buttons and a picture, and a bot that writes too much.

import { NOON, service } from '../../../helpers/service.ts'

const KEYBOARD = {
  inline_keyboard: [
    [
      { text: 'Thanks', callback_data: 't' },
      { text: 'Help', callback_data: 'h' },
    ],
    [
      { text: 'Site', url: 'https://example.org' },
      { text: '日本語', callback_data: 'j' },
    ],
  ],
}

export const TOKEN = '100004:RJIzq4Uj4Y2YsBQB9F07QYfcJI4KVSl_U1R'
const MAX_PER_MINUTE = 20

/** Alice has a bot, and is in groups and a channel. Nobody has started the bot. */
export async function places() {
  const s = await service()
  const alice = await s.user('Alice', { handle: 'alice' })
  await s.user('Bob', { handle: 'bob' })
  await s.user('Carol', { handle: 'carol' })
  const bot = await s.bot({ handle: 'greeter', username: 'greeter_bot', token: TOKEN })
  const team = { title: 'Team', handle: 'team', owner: 'alice', members: ['bob', 'greeter'] }
  const group = await s.act('createGroup', team)
  await s.act('createGroup', { title: '東京の猫 🐈', handle: 'tokyo', owner: 'alice' })
  await s.act('createChannel', { title: 'News', handle: 'news', owner: 'alice', subscribers: ['bob'] })
  const at = (seconds: number) => s.act('setClock', { at: NOON + seconds })
  return { s, alice, bot, group, at }
}

/** Alice and the bot have talked. One call of the bot was refused, and it has not seen the last update. */
export async function talk() {
  const here = await places()
  const { s, alice, bot, group, at } = here
  const say = (text: string, more: object = {}) => bot.ok('sendMessage', { chat_id: alice.id, text, ...more })
  for (let i = 0; i < MAX_PER_MINUTE; i++) await bot.ok('sendMessage', { chat_id: group.id, text: `news ${i}` })
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await bot.drain()
  await at(4)
  const hello = await say('Hello, Alice! 👋 What shall I do?', { reply_markup: KEYBOARD })
  await s.act('pin', { as: 'alice', chat: 'greeter', message_id: hello.message_id })
  await at(20)
  const asked = await s.act('send', {
    as: 'alice',
    to: 'greeter',
    text: 'Show me a cat, please. One line\nand another.',
  })
  await bot.drain()
  await at(22)
  await say('猫です 🐈‍⬛ and family 👨‍👩‍👧‍👦 ❤️ 🇩🇪')
  await at(24)
  const sent = await say('Greeting goes out.', { reply_to_message_id: asked.message_id })
  await bot.ok('editMessageText', { chat_id: alice.id, message_id: sent.message_id, text: 'Greeting went out.' })
  await bot.call('sendMessage', { chat_id: group.id, text: 'one more' })
  await at(26)
  await s.act('press', { as: 'alice', chat: 'greeter', button: 'Thanks', message_id: hello.message_id })
  return here
}
