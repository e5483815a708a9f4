// Webhook or polling: what switches between them, and what becomes of the queue.

import { expect, it } from 'vitest'
import { openPoll, typeOf } from './scenes.ts'
import { granted, refused } from './service.ts'
import { freshWebhook, NO_WEBHOOK, webhookBot } from './webhook-bot.ts'

const URL = 'https://bot.example.org/hook'

const ACTIVE = refused(
  409,
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
)

async function withWords(...words: string[]) {
  const hook = await webhookBot()
  const { s, bot } = hook
  const say = (text: string) => s.act('send', { as: 'alice', to: bot.handle, text })
  for (const text of words) await say(text)
  const texts = async () =>
    (await bot.ok('getUpdates')).map(({ message }: { message: { text: string } }) => message.text)
  return { ...hook, say, texts }
}

const REMOVALS: [string, string, object][] = [
  ['an empty url', 'setWebhook', { url: '' }],
  ['deleteWebhook', 'deleteWebhook', {}],
]

it('HOOK-03 UPD-25 UPD-26 refuses getUpdates while a webhook is set, and leaves it in place', async () => {
  const { bot, set, info } = await withWords()
  await set(URL, { max_connections: 7 })
  expect(await bot.call('getUpdates', { timeout: 50, allowed_updates: ['callback_query'] })).toEqual(ACTIVE)
  expect(await bot.call('getUpdates')).toEqual(ACTIVE)
  expect(await info()).toEqual(freshWebhook(URL, { max_connections: 7 }))
})

it('UPD-25 acknowledges nothing in a getUpdates that is refused', async () => {
  const { bot, set, info } = await withWords('one')
  await set(URL)
  expect(await bot.call('getUpdates', { offset: 100 })).toEqual(ACTIVE)
  expect((await info()).pending_update_count).toBe(1)
})

it.each(REMOVALS)('HOOK-04 HOOK-05 UPD-28 polls again after %s, with all that waits', async (_, method, params) => {
  const { bot, set, info, texts, say } = await withWords('one')
  await set(URL)
  await say('two')
  expect(await bot.call(method, params)).toEqual(granted(true))
  expect(await info()).toEqual({ ...NO_WEBHOOK, pending_update_count: 2 })
  expect(await texts()).toEqual(['one', 'two'])
})

it.each(REMOVALS)('GAP-85 answers true to %s when there is no webhook', async (_, method, params) => {
  const { bot, info, texts } = await withWords('one')
  expect(await bot.call(method, params)).toEqual(granted(true))
  expect(await info()).toEqual({ ...NO_WEBHOOK, pending_update_count: 1 })
  expect(await texts()).toEqual(['one'])
})

it.each(REMOVALS)('GAP-85 HOOK-38 drops what waits with %s, when asked to', async (_, method, params) => {
  const { bot, set, info, texts, say } = await withWords('one')
  await set(URL)
  expect(await bot.call(method, { ...params, drop_pending_updates: false })).toEqual(granted(true))
  expect((await info()).pending_update_count).toBe(1)
  expect(await bot.call(method, { ...params, drop_pending_updates: true })).toEqual(granted(true))
  expect(await info()).toEqual(NO_WEBHOOK)
  await say('two')
  expect(await texts()).toEqual(['two'])
})

it('HOOK-38 HOOK-39 keeps what waits when a webhook is set, or drops it when asked to', async () => {
  const { set, info, say } = await withWords('one', 'two')
  await set(URL)
  expect((await info()).pending_update_count).toBe(2)
  await set(URL, { drop_pending_updates: true })
  expect(await info()).toEqual(freshWebhook(URL))
  await say('three')
  expect((await info()).pending_update_count).toBe(1)
})

it('HOOK-38 drops nothing in a call that is refused', async () => {
  const { set, info } = await withWords('one')
  expect((await set(URL, { drop_pending_updates: true, max_connections: 0 })).status).toBe(400)
  expect((await set('https://10.0.0.1/', { drop_pending_updates: true })).status).toBe(400)
  expect(await info()).toEqual({ ...NO_WEBHOOK, pending_update_count: 1 })
})

it('UPD-27 GAP-84 ends an open getUpdates when a webhook is set', async () => {
  const { s, bot, set } = await withWords()
  const poll = await openPoll(s, bot)
  expect(await set(URL)).toEqual(granted(true))
  expect(await poll.answer).toEqual(ACTIVE)
})

it('UPD-27 leaves an open getUpdates alone when no webhook is set after all', async () => {
  const { s, bot, set, say } = await withWords()
  const poll = await openPoll(s, bot)
  expect((await set('http://bot.example.org/')).status).toBe(400)
  for (const [, method, params] of REMOVALS) expect(await bot.call(method, params)).toEqual(granted(true))
  await say('one')
  expect((await poll.answer).body.result).toHaveLength(1)
})

it('UPD-25 leaves the open getUpdates of another bot alone', async () => {
  const { s, set } = await withWords()
  const other = await s.bot()
  const poll = await openPoll(s, other)
  await set(URL)
  await s.act('start', { as: 'alice', bot: other.handle })
  expect((await poll.answer).body.result).toHaveLength(1)
})

/** Queues one update of each of three types, and tells which of them the filter let through. */
async function typesLetThrough(given: { before?: string[]; allowed_updates?: string[] }) {
  const { s, bot, set } = await webhookBot()
  await s.user('Bob')
  await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: [bot.handle] })
  await s.act('promote', { as: 'alice', chat: 'team', who: bot.handle })
  await bot.drain()
  if (given.before) await bot.ok('getUpdates', { allowed_updates: given.before })
  const { allowed_updates } = given
  expect(await set(URL, allowed_updates ? { allowed_updates } : {})).toEqual(granted(true))
  await s.act('add', { as: 'alice', chat: 'team', who: 'bob' })
  await s.act('demote', { as: 'alice', chat: 'team', who: bot.handle })
  return (await s.view(`/bots/${bot.handle}/updates`)).map(typeOf).sort()
}

it('EVT-16 EVT-17 lets every type but chat_member through without a list, whatever held before', async () => {
  const all = ['message', 'my_chat_member']
  expect(await typesLetThrough({})).toEqual(all)
  expect(await typesLetThrough({ before: ['callback_query'] })).toEqual(all)
  expect(await typesLetThrough({ before: ['chat_member'] })).toEqual(all)
  expect(await typesLetThrough({ before: ['callback_query'], allowed_updates: [] })).toEqual(all)
})

it('EVT-16 lets through what the list names', async () => {
  expect(await typesLetThrough({ allowed_updates: ['chat_member'] })).toEqual(['chat_member'])
  expect(await typesLetThrough({ allowed_updates: ['message', 'chat_member', 'poll'] })).toEqual([
    'chat_member',
    'message',
  ])
})

it('EVT-17 deleteWebhook leaves the filter alone', async () => {
  const { bot, set, info } = await webhookBot()
  await set(URL, { allowed_updates: ['message'] })
  await bot.ok('deleteWebhook', { allowed_updates: ['callback_query'] })
  expect(await info()).toEqual({ ...NO_WEBHOOK, allowed_updates: ['message'] })
})

it('EVT-17 GAP-89 setWebhook sets the filter also where it removes the webhook', async () => {
  const { set, info } = await webhookBot()
  await set(URL, { allowed_updates: ['message'] })
  await set('', { allowed_updates: ['callback_query'] })
  expect(await info()).toEqual({ ...NO_WEBHOOK, allowed_updates: ['callback_query'] })
  await set('')
  expect(await info()).toEqual(NO_WEBHOOK)
})
