// Unmodified Python bots on the emulator's clock: asyncio, threads, and python-telegram-bot's JobQueue.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { isHere, pathOf } from '../../helpers/programs.ts'
import { clockScene } from './scene.ts'

const DEBIAN_PYTHON = '/usr/bin/python3'
const hasTelegram = spawnSync(DEBIAN_PYTHON, ['-c', 'import telegram.ext, apscheduler']).status === 0

/** Lets two days pass after the bot has set its reminders. A fault refuses the bot's first message after that. */
async function remind(command: string, file: string, start: string, fault?: { retry_after: number }) {
  const { alice, bot, emulator, said, output } = await clockScene({
    command,
    args: [`test/testing/bot-clock/bots/${file}`],
  })
  await emulator.clock.set(start)
  await emulator.clock.freeze()
  await alice.send(bot, '/remind')
  await alice.waitForReply({ text: /^noted/ })
  await emulator.waitForIdle()
  const [follower] = (await emulator.view('/clock')).followers
  const next = follower?.next_timers.map((at) => Math.round(at - Date.parse(start) / 1000))
  if (fault) await emulator.perform('injectFault', { bot: bot.id, operation: 'sendMessage', status: 429, ...fault })
  await emulator.clock.advance('48h')
  return {
    texts: (await said()).map((line) => line.replace(/^\d+ /, '')),
    output,
    next,
  }
}

it.runIf(isHere('python3'))('runs timers of asyncio and of threads in order, each at its time', async () => {
  const { texts, output, next } = await remind(pathOf('python3')!, 'asyncio_timers.py', '2027-01-15T08:01:00Z')
  expect(texts.map((text) => text.replace(/:\d\d \d+$/, ''))).toEqual([
    'noted 15 08:01',
    'ten minutes 15 08:11',
    'timer 15 08:31',
    'slept an hour 15 09:01',
    'two days 17 08:01',
  ])
  // The event loop has one wait for all of its timers.
  expect(next).toEqual([600, 1800, 3600])
  expect(output()).toBe('')
})

it.runIf(hasTelegram)(
  "runs python-telegram-bot's jobs, a session's end and a back-off, over a change to summer time",
  async () => {
    const fault = { retry_after: 30 }
    const { texts } = await remind(DEBIAN_PYTHON, 'ptb_reminders.py', '2027-03-27T07:01:00Z', fault)
    expect(texts).toEqual([
      'noted 27 08:01:00',
      'ten minutes 27 08:11:00',
      'ten minutes 27 08:11:30',
      'session ended 27 08:31:00',
      "nine o'clock 27 09:00:00",
      "nine o'clock 28 09:00:00",
      "nine o'clock 29 09:00:00",
      'two days 29 09:01:00',
    ])
  },
)

it.runIf(isHere('python3'))(
  'runs 1,000 timers with odd fractions of a second over a year, each at its time',
  async () => {
    const args = ['test/testing/bot-clock/bots/asyncio_timers.py']
    const { alice, bot, emulator, said } = await clockScene({ command: pathOf('python3')!, args })
    await emulator.clock.freeze()
    await alice.send(bot, 'go')
    await alice.waitForReply({ text: /^noted/ })
    await emulator.clock.advance(366 * 86_400)
    expect((await said()).at(-1)).toMatch(/ 1000 timers, True, True$/)
  },
)

it.runIf(isHere('python3'))('ends each kind of wait after its number of hours', async () => {
  const args = ['test/testing/bot-clock/bots/waits.py']
  const { alice, bot, emulator, said, output } = await clockScene({ command: pathOf('python3')!, args })
  await emulator.clock.freeze()
  await alice.send(bot, 'go')
  await alice.waitForReply({ text: 'noted' })
  await emulator.clock.advance('48h')
  const [noted, ...ended] = (await said()).map((line) => line.split(' '))
  expect(ended.map(([at, hours]) => `${(Number(at) - Number(noted![0])) / 3600} ${hours}`)).toEqual(
    Array.from({ length: 13 }, (_, n) => `${n + 1} ${n + 1}`),
  )
  expect(output()).toBe('')
})

const FREEZE_DURING_SELECT = `
import selectors, sys, threading
sys.path.insert(0, "src/testing/bot-clock/python")
from bot_emulator_clock import REAL, TIME, WAITS, wake_waits
from bot_emulator_patches import bot_selector

def freeze_and_move():
    while not WAITS:
        REAL["sleep"](0.001)
    now = TIME.now_ms()
    for moment in (now, now + 1_800_000, now + 3_600_001):
        TIME.follow(0, moment)
        wake_waits()
        REAL["sleep"](0.05)

TIME.follow(0, None)
due = TIME.elapsed_ms() + 3_600_000
threading.Thread(target=freeze_and_move).start()
print(bot_selector(selectors.DefaultSelector)().select(3600), TIME.elapsed_ms() >= due)
`

it.runIf(isHere('python3'))('ends a wait of a selector only at its time, even if the clock is frozen before', () => {
  const { stdout, stderr } = spawnSync(pathOf('python3')!, ['-c', FREEZE_DURING_SELECT], { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: '[] True\n', stderr: '' })
})

const COPIES = `
import copy, pickle, sys, time
sys.path.insert(0, "src/testing/bot-clock/python")
from bot_emulator_patches import replace_clocks

replace_clocks()
print(pickle.loads(pickle.dumps(time.sleep)) is time.sleep, copy.deepcopy(time.time) is time.time)
`

it.runIf(isHere('python3'))('pickles and copies functions of the clock by their names', () => {
  const { stdout, stderr } = spawnSync(pathOf('python3')!, ['-c', COPIES], { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: 'True True\n', stderr: '' })
})

it.runIf(isHere('python3'))(
  'sends the control token, and a report again if the emulator closes the connection for reports after an answer',
  async () => {
    const asks: number[] = []
    const tokens = new Set<string | undefined>()
    let stream: ServerResponse | undefined
    const ask = (number: number) =>
      stream?.write(`data: ${JSON.stringify({ lease: '1', ask: number, offset_ms: 0, frozen_at_ms: null })}\n\n`)
    const server = createServer(async (request, response) => {
      tokens.add(request.headers.authorization)
      if (request.method === 'GET') {
        stream = response
        ask(0)
        return ask(1)
      }
      const report = (await json(request)) as { ask: number }
      asks.push(report.ask)
      response.end('{}', () => {
        request.socket.destroy()
        if (report.ask < 3) ask(report.ask + 1)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const clock = `http://a%2Fb%20c@127.0.0.1:${(server.address() as AddressInfo).port}/clock`
    const env = { ...process.env, PYTHONPATH: 'src/testing/bot-clock/python', BOT_EMULATOR_CLOCK: clock }
    const bot = spawn(pathOf('python3')!, ['-c', 'import time; time.sleep(3600)'], { env })
    try {
      await vi.waitFor(() => expect(asks).toEqual([1, 2, 3]), { timeout: 5000 })
      expect([...tokens]).toEqual(['Bearer a/b c'])
    } finally {
      bot.kill()
      server.closeAllConnections()
      server.close()
    }
  },
)
