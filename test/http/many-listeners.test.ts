// More listeners than Node expects of one signal or emitter: no warning is printed.

import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { httpClient } from '../../src/control/client/http-client.ts'
import { createEmulator } from '../../src/emulator.ts'
import { listen } from '../../src/http/listen.ts'
import { connectEmulator, startEmulator } from '../../src/index.ts'

const COUNT = 25

function warnings() {
  const seen: string[] = []
  const add = ({ name, message }: Error) => seen.push(`${name}: ${message}`)
  process.on('warning', add)
  onTestFinished(() => void process.off('warning', add))
  return async () => {
    await pause(20)
    return seen.filter((line) => line.startsWith('MaxListeners'))
  }
}

const many = <T>(make: (i: number) => T) => Array.from({ length: COUNT }, (_, i) => make(i))

it('streams, waits, polls and faults that hold calls back, until the end', async () => {
  const seen = warnings()
  const emulator = createEmulator()
  const server = await listen(emulator)
  const bots = many((i) => emulator.perform('createBot', { first_name: `Bot ${i}` }) as { token: string })
  emulator.perform('injectFault', { operation: 'getMe', delay_ms: 60_000, times: COUNT })
  const stop = new AbortController()
  const control = `${server.url}/_emulator`
  const wait = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ call: 'sendMessage', within: 30 }),
  }
  const asked = [
    ...many(() => fetch(`${control}/events`, { signal: stop.signal })),
    ...many(() => fetch(`${control}/wait`, wait)),
    ...bots.flatMap(({ token }) => [
      fetch(`${server.url}/bot${token}/getUpdates?timeout=50`),
      fetch(`${server.url}/bot${token}/getMe`),
    ]),
  ].map((answer) => answer.catch(() => undefined))
  await pause(200)
  await server.close()
  await emulator.close()
  await Promise.all(asked)
  expect(await seen()).toEqual([])
})

it('a client and the library that listen often', async () => {
  const seen = warnings()
  const emulator = await startEmulator()
  const client = httpClient(emulator.url)
  const stop = new AbortController()
  const readings = many(async () => {
    for await (const _ of client.events({}, stop.signal)) break
  }).map((reading) => reading.catch(() => {}))
  const stages = await Promise.all(many(() => connectEmulator(emulator.url)))
  await pause(100)
  stop.abort()
  await Promise.all(readings)
  await emulator.stop()
  expect(stages).toHaveLength(COUNT)
  expect(await seen()).toEqual([])
})
