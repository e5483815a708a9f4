// sendMessage: the text itself.

import { expect, it } from 'vitest'
import { granted, NOON, refused, service } from '../helpers/service.ts'

async function chatWithAlice() {
  const s = await service()
  const alice = await s.user('Alice')
  const bot = await s.bot()
  await s.act('start', { as: 'alice', bot: bot.handle })
  const send = (text: unknown) => bot.call('sendMessage', { chat_id: alice.id, text })
  return { s, alice, bot, send }
}

it('TEXT-01 TEXT-05 refuses a missing and an empty text', async () => {
  const { bot, alice, send } = await chatWithAlice()
  const empty = refused(400, 'Bad Request: text: message text is empty')
  expect(await bot.call('sendMessage', { chat_id: alice.id })).toEqual(empty)
  expect(await send('')).toEqual(empty)
})

it('TEXT-02 TEXT-09 sends one character', async () => {
  const { alice, bot, send } = await chatWithAlice()
  expect(await send('a')).toEqual(
    granted({
      message_id: 2,
      from: { id: bot.id, is_bot: true, first_name: 'Greeter' },
      chat: { id: alice.id, type: 'private', first_name: 'Alice' },
      date: NOON,
      text: 'a',
    }),
  )
})

it('TEXT-03 TEXT-04 counts 4096 code points', async () => {
  const { send } = await chatWithAlice()
  const tooLong = refused(400, 'Bad Request: text: message is too long')
  expect((await send('x'.repeat(4096))).body.result.text).toBe('x'.repeat(4096))
  expect(await send('x'.repeat(4097))).toEqual(tooLong)
  expect((await send('🙂'.repeat(4096))).body.result.text).toBe('🙂'.repeat(4096))
  expect(await send('🙂'.repeat(4097))).toEqual(tooLong)
})

it.each([' \t\n\r ', '\u0085', '\u00a0\u2003\u2028\u3000'])('TEXT-06 refuses white space alone: %j', async (text) => {
  const { send } = await chatWithAlice()
  expect(await send(text)).toEqual(refused(400, 'Bad Request: text: message text is empty'))
})

it.each(['*a* _b_ [c](d)', '<b>a</b>'])('TEXT-07 TEXT-08 leaves the marks of %s alone', async (text) => {
  const { send } = await chatWithAlice()
  expect((await send(text)).body.result.text).toBe(text)
})

it('TEXT-10 returns an inline keyboard as it was attached', async () => {
  const { bot, alice } = await chatWithAlice()
  const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }], [{ text: 'No', callback_data: '' }]] }
  const sent = await bot.ok('sendMessage', { chat_id: alice.id, text: 'sure?', reply_markup })
  expect(sent.reply_markup).toEqual(reply_markup)
})
