// deleteWebhook, and setWebhook with an empty url, which does the same: back to polling, with or without what waits.

import { expect, it } from 'vitest'
import { granted } from '../helpers/service.ts'
import { HOOK, NO_WEBHOOK, REMOVALS, webhookBot, withWords } from '../helpers/webhook-bot.ts'

it.each(REMOVALS)('HOOK-04 HOOK-05 UPD-28 polls again after %s, with all that waits', async (_, method, params) => {
  const { bot, set, info, texts, say } = await withWords('one')
  await set(HOOK)
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
  await set(HOOK)
  expect(await bot.call(method, { ...params, drop_pending_updates: false })).toEqual(granted(true))
  expect((await info()).pending_update_count).toBe(1)
  expect(await bot.call(method, { ...params, drop_pending_updates: true })).toEqual(granted(true))
  expect(await info()).toEqual(NO_WEBHOOK)
  await say('two')
  expect(await texts()).toEqual(['two'])
})

it.each(REMOVALS)(
  'GAP-144 HOOK-05 EVT-17 cancels the filter with %s, with a webhook or without',
  async (_, method, params) => {
    const { s, bot, set, info } = await webhookBot()
    await set(HOOK, { allowed_updates: ['callback_query'] })
    for (let n = 1; n <= 2; n++) {
      expect(await bot.call(method, params)).toEqual(granted(true))
      expect(await info()).toEqual({ ...NO_WEBHOOK, pending_update_count: n - 1 })
      await s.act('start', { as: 'alice', bot: bot.handle })
      await bot.ok('getUpdates', { allowed_updates: ['callback_query'] })
    }
  },
)

it('GAP-144 keeps the list that comes with an empty url; deleteWebhook takes none', async () => {
  const { bot, info } = await webhookBot()
  await bot.ok('setWebhook', { url: '', allowed_updates: ['message'] })
  expect(await info()).toEqual({ ...NO_WEBHOOK, allowed_updates: ['message'] })
  await bot.ok('deleteWebhook', { allowed_updates: ['callback_query'] })
  expect(await info()).toEqual(NO_WEBHOOK)
})
