// A bot that works before each message, on the emulator's clock: each message has exactly its time.

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { isHere, pathOf } from '../../helpers/programs.ts'
import { clockScene } from './scene.ts'

const ANSWER_MS = 5

/** A server that answers each query after a few milliseconds, as a database does. */
async function startDatabase(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('data', () => setTimeout(() => socket.write('rows'), ANSWER_MS)).on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Sends the kind of work to the bot, lets the days pass, and expects the message of each day at its time. */
async function expectDailyWork(command: string, file: string, kind: string, days: number) {
  const DATABASE_PORT = String(await startDatabase())
  const args = [`test/testing/bot-clock/bots/${file}`]
  const { alice, bot, emulator, output } = await clockScene({ command, args, env: { DATABASE_PORT } })
  await emulator.clock.freeze()
  await alice.send(bot, kind)
  await alice.waitForReply({ text: 'set' })
  const start = (await emulator.calls({ method: 'sendMessage' }))[0]!.at
  const startedMs = performance.now()
  await emulator.clock.advance(`${days * 24 + 1}h`)
  // Work that has ended is not waited for: that would take a second for each day.
  expect(performance.now() - startedMs).toBeLessThan(days * 1000)
  const calls = (await emulator.calls({ method: 'sendMessage' })).slice(1)
  expect(calls.map(({ at, params }) => `${params.text} after ${Math.round((at - start) * 1000)} ms`)).toEqual(
    Array.from({ length: days }, (_, index) => `day ${index + 1} after ${(index + 1) * 86_400_000} ms`),
  )
  expect(output()).toBe('')
}

it.each(['file', 'hash', 'random', 'compression', 'query', 'thread'])(
  'sends a message each day exactly at its time, after work: %s',
  (kind) => expectDailyWork(process.execPath, 'daily-work.cjs', kind, 50),
)

it.runIf(isHere('python3')).each(['query', 'asyncio', 'hash', 'process', 'worker', 'command', 'output'])(
  'sends a message of a Python bot each day exactly at its time, after work: %s',
  (kind) => expectDailyWork(pathOf('python3')!, 'daily_work.py', kind, 20),
)
