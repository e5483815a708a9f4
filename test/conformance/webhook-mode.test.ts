// Webhook or polling: what switches between them, and what becomes of the queue.

import { expect, it } from 'vitest'
import { granted, openPoll, refused } from '../helpers/service.ts'
import { freshWebhook, HOOK, NO_WEBHOOK, REMOVALS, webhookBot, withWords } from '../helpers/webhook-bot.ts'
import { typeOf } from './wire.ts'

const ACTIVE = refused(
  409,
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
)

it('HOOK-03 UPD-25 UPD-26 refuses getUpdates while a webhook is set, and leaves it in place', async () => {
  const { bot, set, info } = await withWords()
  await set(HOOK, { max_connections: 7 })
  expect(await bot.call('getUpdates', { timeout: 50, allowed_updates: ['callback_query'] })).toEqual(ACTIVE)
  expect(await bot.call('getUpdates')).toEqual(ACTIVE)
  expect(await info()).toEqual(freshWebhook(HOOK, { max_connections: 7 }))
})

it('UPD-25 acknowledges nothing in a getUpdates that is refused', async () => {
  const { bot, set, info } = await withWords('one')
  await set(HOOK)
  expect(await bot.call('getUpdates', { offset: 100 })).toEqual(ACTIVE)
  expect((await info()).pending_update_count).toBe(1)
})

it('HOOK-38 HOOK-39 keeps what waits when a webhook is set, or drops it when asked to', async () => {
  const { set, info, say } = await withWords('one', 'two')
  await set(HOOK)
  expect((await info()).pending_update_count).toBe(2)
  await set(HOOK, { drop_pending_updates: true })
  expect(await info()).toEqual(freshWebhook(HOOK))
  await say('three')
  expect((await info()).pending_update_count).toBe(1)
})

it('HOOK-38 drops nothing in a call that is refused', async () => {
  const { set, info } = await withWords('one')
  expect((await set(HOOK, { drop_pending_updates: true, max_connections: 0 })).status).toBe(400)
  expect((await set('https://10.0.0.1/', { drop_pending_updates: true })).status).toBe(400)
  expect(await info()).toEqual({ ...NO_WEBHOOK, pending_update_count: 1 })
})

it('UPD-27 GAP-84 ends an open getUpdates when a webhook is set', async () => {
  const { s, bot, set } = await withWords()
  const poll = await openPoll(s, bot)
  expect(await set(HOOK)).toEqual(granted(true))
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
  await set(HOOK)
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
  expect(await set(HOOK, allowed_updates ? { allowed_updates } : {})).toEqual(granted(true))
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

it('GAP-10 UPD-25 says what is wrong with the parameters of a getUpdates before it says that there is a webhook', async () => {
  const { bot, set } = await webhookBot()
  await set(HOOK)
  for (const [field, value] of [
    ['limit', 101],
    ['limit', 0],
    ['timeout', -1],
    ['offset', 'x'],
    ['allowed_updates', {}],
  ]) {
    const { status, body } = await bot.call('getUpdates', { [field as string]: value })
    expect([status, body.description]).toEqual([400, expect.stringMatching(`^Bad Request: ${field}: `)])
  }
  expect((await bot.call('getUpdates', { limit: 100 })).status).toBe(409)
})

it('EVT-17 GAP-89 setWebhook sets the filter also where it removes the webhook', async () => {
  const { set, info } = await webhookBot()
  await set(HOOK, { allowed_updates: ['message'] })
  await set('', { allowed_updates: ['callback_query'] })
  expect(await info()).toEqual({ ...NO_WEBHOOK, allowed_updates: ['callback_query'] })
  await set('')
  expect(await info()).toEqual(NO_WEBHOOK)
})
