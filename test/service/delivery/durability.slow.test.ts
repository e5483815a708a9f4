// Deliveries of an emulator that is killed or stopped in the middle of them.

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stopwatch } from '../../../src/lib/clock.ts'
import { emulatorProcess } from '../../helpers/emulator.ts'
import { emptyFolder, start } from '../../helpers/program.ts'
import { type Receiver, receiver, status } from '../../helpers/receiver.ts'
import { until } from '../../helpers/until.ts'

/** How long the emulator would wait for an answer of the receiver. */
const RECEIVER_TIMEOUT_MS = 10_000

const url = 'https://bot.example.org/hook'

/** Starts an emulator on the same database again and again. */
function restartable(to: Receiver) {
  const db = join(emptyFolder(), 'world.sqlite')
  return () => emulatorProcess(['--db', db, '--webhook-route', `bot.example.org=${to.origin}`])
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

it('HOOK-42 delivers after a kill what was not answered before it', async () => {
  const to = await receiver(() => {})
  const restart = restartable(to)
  const first = await restart()
  await first.call('setWebhook', { url, secret_token: 'abc' })
  await first.act('start', { as: 'alice', bot: first.bot })
  await first.act('send', { as: 'alice', to: first.bot, text: '2' })
  await to.received(1)
  expect(await first.end('SIGKILL')).toBe('SIGKILL')
  to.replyWith(status(200))
  const second = await restart()
  await to.received(3)
  expect(to.ids()).toEqual([1, 1, 2])
  expect(to.got.map(({ headers }) => headers['X-Service-Bot-Api-Secret-Token'])).toEqual(['abc', 'abc', 'abc'])
  await until(async () => (await second.call('getWebhookInfo')).pending_update_count === 0)
  // What was recorded stays so, and nothing is delivered once more.
  await second.end('SIGKILL')
  const third = await restart()
  await third.act('send', { as: 'alice', to: third.bot, text: '3' })
  await to.received(4)
  expect(to.ids()).toEqual([1, 1, 2, 3])
})

it('HOOK-42 HOOK-45 loses nothing and keeps the order, wherever it is killed', { timeout: 60_000 }, async () => {
  const to = await receiver((response) => setTimeout(() => response.end(), 2))
  const restart = restartable(to)
  const kills = 6
  const each = 25
  for (let n = 0; n <= kills; n++) {
    const emulator = await restart()
    if (n === 0) await emulator.call('setWebhook', { url })
    for (let i = 0; i < each; i++) await emulator.act('send', { as: 'alice', to: emulator.bot, text: `${n} ${i}` })
    if (n === kills) break
    // At another moment of a delivery every time: asked, answering, answered.
    const before = to.got.length
    await until(() => to.got.length > before || to.ids().at(-1) === each * (n + 1))
    await new Promise((resolve) => setTimeout(resolve, n))
    await emulator.end('SIGKILL')
  }
  const last = each * (kills + 1)
  await until(() => to.ids().at(-1) === last)
  const ids = to.ids()
  expect([...new Set(ids)]).toEqual(upTo(last))
  // A repetition is of the very last one, and never more than one for each kill.
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(ids.length - last).toBeLessThanOrEqual(kills)
})

it('GAP-87 keeps failures and their delays over a restart', async () => {
  const to = await receiver(status(500))
  const restart = restartable(to)
  const first = await restart()
  await first.act('freezeClock')
  await first.call('setWebhook', { url })
  await first.act('send', { as: 'alice', to: first.bot, text: '1' })
  await until(async () => (await first.call('getWebhookInfo')).last_error_message !== undefined)
  await first.act('advanceClock', { seconds: 1 })
  await to.received(2)
  await until(async () => (await first.view(`/bots/${first.bot}/deliveries`)).length === 2)
  const before = await first.call('getWebhookInfo')
  await first.end('SIGKILL')
  const second = await restart()
  expect(await second.call('getWebhookInfo')).toEqual(before)
  await second.act('advanceClock', { seconds: 1.999 })
  expect(await second.call('getWebhookInfo')).toEqual(before)
  expect(to.ids()).toEqual([1, 1])
  await second.act('advanceClock', { seconds: 0.001 })
  await to.received(3)
  await until(async () => (await second.view(`/bots/${second.bot}/deliveries`)).length === 1)
  expect((await second.view(`/bots/${second.bot}/deliveries`))[0]).toMatchObject({ update_id: 1, attempt: 3 })
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  'HOOK-42 ends within 2 seconds of %s, and does not count the delivery under way',
  async (signal) => {
    const to = await receiver(() => {})
    const restart = restartable(to)
    const first = await restart()
    await first.call('setWebhook', { url })
    await first.act('send', { as: 'alice', to: first.bot, text: '1' })
    await to.received(1)
    const elapsed = stopwatch()
    expect(await first.end(signal)).toBe(signal === 'SIGTERM' ? 143 : 130)
    expect(elapsed()).toBeLessThan(RECEIVER_TIMEOUT_MS)
    expect(first.errors()).toBe('')
    to.replyWith(status(200))
    const second = await restart()
    await to.received(2)
    expect(to.ids()).toEqual([1, 1])
    await until(async () => (await second.call('getWebhookInfo')).pending_update_count === 0)
    expect((await second.call('getWebhookInfo')).last_error_message).toBeUndefined()
  },
)

it('HOOK-42 ends within 2 seconds while a receiver cannot be connected to, or a retry is due', async () => {
  const to = await receiver(status(500))
  const restart = restartable(to)
  const first = await restart()
  await first.call('setWebhook', { url })
  await first.act('send', { as: 'alice', to: first.bot, text: '1' })
  await to.received(1)
  await to.close()
  await first.act('redeliver', { bot: first.bot })
  const elapsed = stopwatch()
  expect(await first.end('SIGTERM')).toBe(143)
  expect(elapsed()).toBeLessThan(RECEIVER_TIMEOUT_MS)
  await to.reopen()
  to.replyWith(status(200))
  const second = await restart()
  await second.act('redeliver', { bot: second.bot })
  await until(async () => (await second.call('getWebhookInfo')).pending_update_count === 0)
  expect(to.ids()).toEqual([1, 1])
})

it('GAP-95 follows the route of the new start from the first delivery on', async () => {
  const old = await receiver(() => {})
  const db = join(emptyFolder(), 'world.sqlite')
  const first = await emulatorProcess(['--db', db, '--webhook-route', `bot.example.org=${old.origin}`])
  await first.call('setWebhook', { url })
  await first.act('send', { as: 'alice', to: first.bot, text: '1' })
  await old.received(1)
  await first.end('SIGTERM')
  const now = await receiver()
  const second = await emulatorProcess(['--db', db, '--webhook-route', `bot.example.org=${now.origin}`])
  await now.received(1)
  await until(async () => (await second.call('getWebhookInfo')).pending_update_count === 0)
  expect((await second.call('getWebhookInfo')).last_error_message).toBeUndefined()
  expect(old.ids()).toEqual([1])
})

it('GAP-95 lifts the rules for one start by a flag', async () => {
  const to = await receiver()
  const db = join(emptyFolder(), 'world.sqlite')
  const lifted = await emulatorProcess(['--db', db, '--allow-local-webhooks'])
  await lifted.call('setWebhook', { url: `${to.origin}/hook` })
  await lifted.act('send', { as: 'alice', to: lifted.bot, text: '1' })
  await to.received(1)
  await lifted.end('SIGTERM')
  const strict = await emulatorProcess(['--db', db])
  await expect(strict.call('setWebhook', { url: `${to.origin}/hook` })).rejects.toThrow('HTTPS url must be provided')
})

it('GAP-95 says in the first lines that the rules are lifted', async () => {
  const words = 'webhooks: http, any port and addresses of this machine are allowed (--allow-local-webhooks)\n'
  expect((await start(['--memory', '--allow-local-webhooks'])).said.stdout).toContain(words)
  expect((await start(['--memory'])).said.stdout).not.toContain('webhooks')
})
