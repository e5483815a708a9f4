// getWebhookInfo: what it shows without a webhook, and with one that nothing has happened to.

import { expect, it } from 'vitest'
import { granted } from '../helpers/service.ts'
import { freshWebhook, HOOK, NO_WEBHOOK, webhookBot } from '../helpers/webhook-bot.ts'

it('GAP-86 shows a bot without webhook', async () => {
  const { bot } = await webhookBot()
  expect(await bot.call('getWebhookInfo')).toEqual(granted(NO_WEBHOOK))
})

it('HOOK-35 GAP-86 shows a webhook with 40 connections, unless told otherwise', async () => {
  const { bot, set } = await webhookBot()
  expect(await set(HOOK)).toEqual(granted(true))
  expect(await bot.call('getWebhookInfo')).toEqual(granted(freshWebhook(HOOK)))
})
