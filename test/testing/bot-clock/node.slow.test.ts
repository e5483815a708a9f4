// Bots in plain Node on the emulator's clock: every kind of timer, modules of both kinds, threads and processes.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { followVariables } from '../../../src/testing/bot-clock/environment.ts'
import { clockScene } from './scene.ts'

const texts = (said: string[]) => said.map((line) => line.replace(/^\d+ /, ''))

it('runs each kind of timer at its time, also in threads and child processes', async () => {
  const { alice, bot, emulator, said, output } = await clockScene({
    args: ['test/testing/bot-clock/bots/node-timers.cjs'],
  })
  await emulator.clock.freeze()
  await alice.send(bot, 'go')
  await alice.waitForReply({ text: 'set' })
  await expect.poll(() => emulator.view('/clock').then(({ followers }) => followers.length)).toBe(3)
  await emulator.clock.advance('12h')
  expect(texts(await said())).toEqual([
    'set',
    'node:timers 1 true',
    'timers/promises 2 true',
    'scheduler.wait 3 true',
    'AbortSignal.timeout 4 true',
    'promisify 5 true',
    'setInterval 6 true',
    'worker 7 true',
    'child process 8 true',
  ])
  expect(output()).toBe('')
})

it('runs a daily job at 9:00 in a time zone, also over a change to summer time', async () => {
  const { alice, bot, emulator, said } = await clockScene({ args: ['test/testing/bot-clock/bots/named-imports.mjs'] })
  await emulator.clock.set('2027-03-26T12:00:00Z')
  await emulator.clock.freeze()
  await alice.send(bot, '/daily')
  await alice.waitForReply()
  await emulator.clock.advance('72h')
  const calls = await emulator.calls({ method: 'sendMessage' })
  expect(calls.slice(1).map(({ at, params }) => `${new Date(at * 1000).toISOString()} ${params.text}`)).toEqual([
    '2027-03-27T08:00:00.000Z Good morning 27/03/2027',
    '2027-03-28T07:00:00.000Z Good morning 28/03/2027',
    '2027-03-29T07:00:00.000Z Good morning 29/03/2027',
  ])
  expect(await said()).toHaveLength(4)
})

it('moves to the next activity through timers with which the bot sends nothing', async () => {
  const { alice, bot, emulator } = await clockScene({ args: ['test/testing/bot-clock/bots/named-imports.mjs'] })
  await emulator.clock.set('2027-03-26T12:00:00Z')
  await emulator.clock.freeze()
  await alice.send(bot, '/daily')
  await alice.waitForReply()
  const advance = async () => {
    const { now } = await emulator.perform('advanceClock', { to: 'activity' })
    return new Date(now * 1000).toISOString()
  }
  expect([await advance(), await advance()]).toEqual(['2027-03-27T08:00:00.000Z', '2027-03-28T07:00:00.000Z'])
  expect((await emulator.calls({ method: 'sendMessage' })).at(-1)?.params.text).toBe('Good morning 28/03/2027')
})

it('moves to the next activity at most a day at once, and says when nothing is due', async () => {
  const { alice, bot, child, emulator } = await clockScene({ args: ['test/testing/bot-clock/bots/named-imports.mjs'] })
  await alice.send(bot, '/silent')
  await alice.waitForReply()
  await emulator.clock.freeze()
  const start = await emulator.clock.now()
  const advance = () => emulator.perform('advanceClock', { to: 'activity' })
  expect(await advance()).toMatchObject({ now: start + 86_400 })
  child.kill('SIGKILL')
  await expect.poll(async () => (await emulator.view('/clock')).followers).toEqual([])
  await expect(advance()).rejects.toMatchObject({ code: 'nothing-due' })
})

it('ends a session after 30 minutes, and keeps the timeout of a long poll on real time', async () => {
  const { alice, bot, emulator, said, output } = await clockScene({
    args: ['test/testing/bot-clock/bots/named-imports.mjs'],
  })
  await alice.send(bot, '/pause')
  await alice.waitForReply()
  await emulator.clock.advance('29min')
  expect(texts(await said())).toEqual(['did /pause'])
  await emulator.clock.advance('2min')
  expect(texts(await said())).toEqual(['did /pause', 'session ended'])
  expect(output()).toBe('')
})

it('plays two hours of ticks each second', async () => {
  const { alice, bot, emulator, said } = await clockScene({ args: ['test/testing/bot-clock/bots/named-imports.mjs'] })
  await alice.send(bot, '/ticks')
  await emulator.clock.advance('3h')
  expect(texts(await said())).toEqual(['7200 ticks'])
})

it('runs timers that were set together with a request whose answer takes long', async () => {
  const server = createServer((_, response) => void setTimeout(() => response.end(), 4000))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const SLOW_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['test/testing/bot-clock/bots/named-imports.mjs']
  const { alice, bot, emulator, said } = await clockScene({ args, env: { SLOW_URL } })
  await alice.send(bot, '/during')
  await alice.waitForReply()
  await emulator.clock.advance('2h')
  expect(texts(await said())).toEqual(['did /during', 'interval', 'an hour'])
})

it('plays many ticks of a bot that another process has started, without a stop at each', async () => {
  const start =
    "require('node:child_process').spawn(process.execPath, ['test/testing/bot-clock/bots/named-imports.mjs'])"
  const { alice, bot, emulator, said } = await clockScene({ args: ['-e', start] })
  await alice.send(bot, '/ticks')
  expect(await emulator.waitForIdle()).toMatchObject({ idle: true })
  const { last_event } = await emulator.health()
  await emulator.clock.advance('3h')
  expect(texts(await said())).toEqual(['7200 ticks'])
  expect((await emulator.health()).last_event - last_event).toBeLessThan(100)
})

it('leaves a script alone: it ends with its last timer, and reports errors of timers', async () => {
  const { emulator } = await clockScene({ args: ['test/testing/bot-clock/bots/named-imports.mjs'] })
  const run = async (code: string) => {
    const child = spawn(process.execPath, ['-e', code], { env: { ...process.env, ...followVariables(emulator.url) } })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { stdout, stderr, status: child.exitCode }
  }
  const script = "setTimeout(() => console.log('end'), 50); setTimeout(() => console.log('never'), 9999).unref()"
  expect((await run(script)).stdout).toBe('end\n')
  const broken = await run("setTimeout(() => { throw new Error('broken timer') }, 1)")
  expect(broken.stderr).toMatch(/Error: broken timer/)
  expect(broken.status).toBe(1)
})
