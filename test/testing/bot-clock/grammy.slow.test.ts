// An unmodified grammY bot on the emulator's clock: reminders, a slow fetch, frozen time.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { clockScene } from './scene.ts'

const BOT = 'test/testing/bot-clock/bots/grammy-reminders.mjs'
const scene = (env = {}) => clockScene({ args: [BOT], env })

it('runs the reminders of ten minutes and of two days in order, each at its time', async () => {
  const { alice, bot, emulator, said } = await scene()
  await emulator.clock.freeze()
  const start = await emulator.clock.now()
  await alice.send(bot, '/remind')
  await alice.waitForReply({ text: /noted/ })
  await emulator.clock.advance('48h')
  expect(await emulator.clock.now()).toBe(start + 172_800)
  const at = (seconds: number) => new Date((start + seconds) * 1000).toISOString()
  const times = (await said()).map((line) => line.replace(/^\d+ /, ''))
  expect(times).toEqual([`noted ${at(0)}`, `ten minutes later ${at(600)}`, `two days later ${at(172_800)}`])
})

it('moves to the next due moment, and says when nothing is due', async () => {
  const { alice, bot, emulator, said } = await scene()
  await emulator.clock.freeze()
  const start = await emulator.clock.now()
  await alice.send(bot, '/remind')
  await alice.waitForReply({ text: /noted/ })
  await emulator.perform('advanceClock', { to: 'next' })
  expect(await emulator.clock.now()).toBe(start + 600)
  expect((await said()).at(-1)).toMatch(/ten minutes later/)
  await emulator.perform('advanceClock', { to: 'next' })
  expect(await emulator.clock.now()).toBe(start + 172_800)
  await expect(emulator.perform('advanceClock', { to: 'next' })).rejects.toMatchObject({ code: 'nothing-due' })
})

it('keeps a fetch alive that waits for its answer during a jump of 48 hours', async () => {
  const server = createServer((_, response) => void setTimeout(() => response.end('slow answer'), 2500))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const SLOW_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { alice, bot, emulator, output } = await scene({ SLOW_URL })
  await alice.send(bot, '/fetch')
  await emulator.clock.advance('48h')
  const reply = await alice.waitForReply({ within: '4s' })
  expect(reply.text).toBe('slow answer')
  expect(output()).toBe('')
})

it.each([
  ['with `clock: emulator`', 'clock: emulator\n', [], ['advanceClock: 48h']],
  [
    'with --bot-clock before the names of files',
    '',
    ['--bot-clock'],
    ['advanceClock: { to: next }', 'advanceClock: 48h'],
  ],
  ['by itself with --bot-clock=skip', '', ['--bot-clock=skip'], []],
])('moves the time of a bot in scenarios: %s', async (_, clock, flags, moves) => {
  const at = folder({
    'reminders.yaml': `${clock}world: { users: { alice: {} }, bots: { greeter: {} } }
scenarios:
  - name: reminds
    steps:
      - send: { as: alice, to: greeter, text: /remind }
      - expect: { call: sendMessage, with: { text: "/^noted/" } }
${moves.map((move) => `      - ${move}\n`).join('')}      - expect: { call: sendMessage, with: { text: "/^ten minutes/" } }
      - expect: { call: sendMessage, with: { text: "/^two days/" } }
`,
  })
  const { code, stdout } = await cli(['test', '--bot', `node ${BOT}`, ...flags, `${at}/reminders.yaml`])
  expect(stdout).toMatch(/1 passed/)
  expect(code).toBe(0)
})

it('skips the silent timers of a bot up to each expected call with --bot-clock=skip', async () => {
  const at = folder({
    'daily.yaml': `world: { users: { alice: {} }, bots: { greeter: {} }, clock: { at: 2027-03-26T12:00:00Z } }
scenarios:
  - name: says good morning at 9:00 over the change to summer time
    steps:
      - send: { as: alice, to: greeter, text: /daily }
      - expect: { call: sendMessage, with: { text: did /daily } }
      - expect: { call: sendMessage, with: { text: Good morning 27/03/2027 } }
      - expect: { call: sendMessage, with: { text: Good morning 28/03/2027 } }
      - expect: { call: sendMessage, with: { text: Good morning 29/03/2027 } }
`,
  })
  const bot = 'node test/testing/bot-clock/bots/named-imports.mjs'
  const { code, stdout } = await cli(['test', '--bot', bot, '--bot-clock=skip', `${at}/daily.yaml`])
  expect(stdout).toMatch(/1 passed/)
  expect(code).toBe(0)
})

it('says that a bot runs on real time if no process of it follows', async () => {
  const at = folder({
    'moves.yaml': `world: { users: { alice: {} }, bots: { greeter: {} } }
scenarios:
  - name: moves the clock
    steps:
      - advanceClock: 1h
`,
  })
  const bot = `env -u NODE_OPTIONS node ${BOT}`
  const { stdout } = await cli(['test', '--bot', bot, '--bot-clock', `${at}/moves.yaml`])
  expect(stdout).toMatch(/The bot runs on real time: none of its processes follows the clock/)
})

it('says how to let the timers follow, if a scenario that moves the clock fails', async () => {
  const at = folder({
    'waits.yaml': `world: { users: { alice: {} }, bots: { greeter: {} } }
scenarios:
  - name: waits for the reminder
    steps:
      - send: { as: alice, to: greeter, text: remind me }
      - advanceClock: 48h
      - expectReply: { to: alice, text: Too early }
`,
  })
  const { stdout } = await cli(['test', '--bot', `node ${BOT}`, `${at}/waits.yaml`])
  expect(stdout).toContain(
    "Moving the clock didn't move the bot's own timers. To let them follow, write `clock: emulator` at the top of the file, or pass --bot-clock.",
  )
  expect(stdout).toContain('+48 h  — advanceClock 48h')
})
