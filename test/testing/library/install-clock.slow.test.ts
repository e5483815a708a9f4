// A bot that runs in the test's own process follows the emulator's clock after clock.install().

import { setTimeout as pause } from 'node:timers/promises'
import { Bot } from 'grammy'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startEmulator } from '../../../src/testing/library/start-emulator.ts'

const HOUR = 3_600_000

async function startScene() {
  const emulator = await startEmulator()
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  await emulator.clock.set('2027-03-26T12:00:00Z')
  onTestFinished(emulator.stop)
  return { emulator, alice, greeter }
}

it('plays the reminders of a grammY bot in this process, each at its time', async () => {
  const { emulator, alice, greeter } = await startScene()
  const uninstall = await emulator.clock.install()
  const bot = new Bot(greeter.token, { client: { apiRoot: emulator.url } })
  bot.command('remind', async (ctx) => {
    setTimeout(() => ctx.reply(`two days ${new Date().toISOString()}`), 48 * HOUR)
    void pause(HOUR).then(() => ctx.reply(`an hour ${new Date().toISOString()}`))
    await ctx.reply('noted')
  })
  void bot.start()
  onTestFinished(() => bot.stop())
  await greeter.ready()
  await emulator.clock.freeze()
  const start = Date.now()
  await alice.send(greeter, '/remind')
  await alice.waitForReply({ text: 'noted' })
  await emulator.clock.advance('48h')
  const at = (hours: number) => new Date(start + hours * HOUR).toISOString()
  const texts = (await emulator.calls({ method: 'sendMessage' })).map(({ params }) => params.text)
  expect(texts).toEqual(['noted', `an hour ${at(1)}`, `two days ${at(48)}`])
  expect((await emulator.waitForIdle()).exact).toBe(true)
  uninstall()
  expect((await emulator.waitForIdle()).exact).toBe(false)
})

it('restores the clocks and timers of the process, and drops pending timers', async () => {
  const properties = () => [
    Date,
    Date.now,
    setTimeout,
    clearInterval,
    performance.now,
    process.hrtime,
    AbortSignal.timeout,
  ]
  const before = properties()
  const { emulator } = await startScene()
  const uninstall = await emulator.clock.install()
  expect(properties().filter((value, index) => value === before[index])).toEqual([])
  expect(new Date().toISOString()).toMatch(/^2027-03-26T12:0/)
  let hasFired = false
  setTimeout(() => {
    hasFired = true
  }, 20)
  uninstall()
  expect(properties()).toEqual(before)
  await pause(60)
  expect(hasFired).toBe(false)
})

it('restores the process when the emulator stops', async () => {
  const before = setTimeout
  const { emulator } = await startScene()
  await emulator.clock.install()
  expect(setTimeout).not.toBe(before)
  await emulator.stop()
  await expect.poll(() => setTimeout === before).toBe(true)
})

it('refuses a second clock, and fake timers', async () => {
  const { emulator } = await startScene()
  const uninstall = await emulator.clock.install()
  await expect(emulator.clock.install()).rejects.toMatchObject({ code: 'clock-installed' })
  uninstall()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await expect(emulator.clock.install()).rejects.toMatchObject({ code: 'fake-timers' })
})

it('refuses to replace the timers of jest, whose tests run in another realm', async () => {
  const { emulator } = await startScene()
  vi.stubEnv('JEST_WORKER_ID', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(emulator.clock.install()).rejects.toMatchObject({ code: 'other-realm' })
})
