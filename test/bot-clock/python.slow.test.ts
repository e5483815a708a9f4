// Unmodified Python bots on the emulator's clock: asyncio, threads, and python-telegram-bot's JobQueue.

import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { isHere, pathOf } from '../programs.ts'
import { clockScene } from './scene.ts'

const DEBIAN_PYTHON = '/usr/bin/python3'
const hasTelegram = spawnSync(DEBIAN_PYTHON, ['-c', 'import telegram.ext, apscheduler']).status === 0

async function remind(command: string, file: string) {
  const { alice, bot, emulator, said, output } = await clockScene({ command, args: [`test/bot-clock/bots/${file}`] })
  await emulator.clock.set(1_800_000_000 + 60)
  await emulator.clock.freeze()
  await alice.send(bot, '/remind')
  await alice.waitForReply({ text: /^noted/ })
  const elapsed = performance.now()
  await emulator.clock.advance('48h')
  return {
    playedMs: performance.now() - elapsed,
    texts: (await said()).map((line) => line.replace(/^\d+ /, '')),
    output,
  }
}

it.runIf(isHere('python3'))('runs timers of asyncio and of threads in order, each at its time', async () => {
  const { playedMs, texts, output } = await remind(pathOf('python3')!, 'asyncio_reminders.py')
  expect(texts.map((text) => text.replace(/:\d\d \d+$/, ''))).toEqual([
    'noted 15 08:01',
    'ten minutes 15 08:11',
    'timer 15 08:31',
    'slept an hour 15 09:01',
    'two days 17 08:01',
  ])
  expect(playedMs).toBeLessThan(1000)
  expect(output()).toBe('')
})

it.runIf(hasTelegram)("runs the jobs of python-telegram-bot's JobQueue", async () => {
  const { playedMs, texts } = await remind(DEBIAN_PYTHON, 'ptb_reminders.py')
  expect(texts.map((text) => text.replace(/:\d\d$/, ''))).toEqual([
    'noted 15 08:01',
    'ten minutes 15 08:11',
    'two days 17 08:01',
  ])
  expect(playedMs).toBeLessThan(1000)
})
