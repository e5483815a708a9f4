// A bot that works before each message, on the emulator's clock: each message has exactly its time.

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { clockScene } from './scene.ts'

const DAYS = 50
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

it.each(['file', 'hash', 'random', 'compression', 'query', 'thread'])(
  'sends a message each day exactly at its time, after work: %s',
  async (kind) => {
    const DATABASE_PORT = String(await startDatabase())
    const args = ['test/bot-clock/bots/daily-work.cjs']
    const { alice, bot, emulator, output } = await clockScene({ args, env: { DATABASE_PORT } })
    await emulator.clock.freeze()
    await alice.send(bot, kind)
    await alice.waitForReply({ text: 'set' })
    const start = (await emulator.calls({ method: 'sendMessage' }))[0]!.at
    await emulator.clock.advance(`${DAYS * 24 + 1}h`)
    const days = (await emulator.calls({ method: 'sendMessage' })).slice(1)
    expect(days.map(({ at, params }) => `${params.text} after ${Math.round((at - start) * 1000)} ms`)).toEqual(
      Array.from({ length: DAYS }, (_, index) => `day ${index + 1} after ${(index + 1) * 86_400_000} ms`),
    )
    expect(output()).toBe('')
  },
)
