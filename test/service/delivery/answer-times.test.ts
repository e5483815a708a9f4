// The times that a bot takes: from an update to its hand-over, and to the first call in its chat.

import { expect, it } from 'vitest'
import { hooked } from '../../helpers/hooked.ts'
import { service } from '../../helpers/service.ts'

const countsOf = ({
  answer_times: { handed_out, first_call },
}: Awaited<ReturnType<Awaited<ReturnType<typeof service>>['view']>>) => [handed_out.count, first_call.count]

async function stage() {
  const s = await service()
  const alice = await s.user('Alice', { handle: 'alice' })
  const bob = await s.user('Bob', { handle: 'bob' })
  const bot = await s.bot({ handle: 'greeter' })
  for (const { handle } of [alice, bob]) await s.act('start', { as: handle, bot: 'greeter' })
  return { s, alice, bob, bot, counts: async () => countsOf(await s.view('/bots/greeter')) }
}

it('counts an update when the bot receives it, and again at the first call in its chat', async () => {
  const { alice, bob, bot, counts } = await stage()
  expect(await counts()).toEqual([0, 0])
  await bot.drain()
  expect(await counts()).toEqual([2, 0])
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'Hi' })
  expect(await counts()).toEqual([2, 1])
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'Hi again' })
  expect(await counts()).toEqual([2, 1])
  await bot.ok('sendMessage', { chat_id: String(bob.id), text: 'Hi' })
  expect(await counts()).toEqual([2, 2])
})

it('counts an update that is handed out twice only once', async () => {
  const { bot, counts } = await stage()
  await bot.ok('getUpdates')
  await bot.ok('getUpdates')
  expect(await counts()).toEqual([2, 0])
})

it('does not count a call before the update was handed out', async () => {
  const { alice, bot, counts } = await stage()
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'News' })
  expect(await counts()).toEqual([0, 0])
})

it('counts a lenient answer to a press, which does not name the chat', async () => {
  const { s, alice, bot, counts } = await stage()
  await s.act('updateService', { lenient: ['answerCallbackQuery'] })
  await bot.drain()
  const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] }
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'Sure?', reply_markup })
  await s.act('press', { as: 'alice', chat: 'greeter', button: 'Yes' })
  const [update] = await bot.drain()
  expect(await counts()).toEqual([3, 1])
  await bot.ok('answerCallbackQuery', { callback_query_id: 'another' })
  expect(await counts()).toEqual([3, 1])
  await bot.ok('answerCallbackQuery', { callback_query_id: update.callback_query.id })
  expect(await counts()).toEqual([3, 2])
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'Done' })
  expect(await counts()).toEqual([3, 2])
})

it('shows the distribution in buckets', async () => {
  const { s, bot } = await stage()
  await bot.drain()
  const { handed_out: shown } = (await s.view('/bots/greeter')).answer_times
  expect(shown.buckets.map(({ up_to_ms }: { up_to_ms: number | null }) => up_to_ms)).toEqual([
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    1000,
    2000,
    5000,
    10_000,
    30_000,
    null,
  ])
  const sum = shown.buckets.reduce((total: number, { count }: { count: number }) => total + count, 0)
  expect([sum, shown.count]).toEqual([2, 2])
  expect(shown.p50_ms).toBeLessThanOrEqual(shown.p95_ms)
  expect(shown.p95_ms).toBeLessThanOrEqual(shown.max_ms)
})

it('has no percentile without a value, and starts again with another world', async () => {
  const { s, bot, counts } = await stage()
  await s.act('snapshot', { name: 'before' })
  await bot.drain()
  await s.act('restore', { name: 'before' })
  expect(await counts()).toEqual([0, 0])
  const { first_call: shown } = (await s.view('/bots/greeter')).answer_times
  expect([shown.p50_ms, shown.p95_ms, shown.max_ms]).toEqual([null, null, 0])
})

it('counts a call that a webhook makes before it answers', async () => {
  let answerUpdate = async () => {}
  const { s, bot, say, after } = await hooked(async (response) => {
    await answerUpdate()
    response.writeHead(200).end()
  })
  const alice = await s.view('/users/alice')
  answerUpdate = () => bot.ok('sendMessage', { chat_id: alice.id, text: 'Hi' })
  await s.act('start', { as: 'alice', bot: bot.handle })
  await after(1)
  expect(countsOf(await s.view(`/bots/${bot.handle}`))).toEqual([1, 1])
  answerUpdate = async () => {}
  await say('hello')
  await after(2)
  expect(countsOf(await s.view(`/bots/${bot.handle}`))).toEqual([2, 1])
})
