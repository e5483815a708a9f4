// Recordings that a page has begun and forgotten take a bounded amount of memory.

import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { openEmulator } from '../../src/http/listen.ts'
import { createRecordings } from '../../src/http/recordings.ts'

it.each([
  ['1 Mi characters', { a: 'x'.repeat(60_000) }, 20],
  ['1000 events', {}, 1000],
])('a recording stops when it has %s', async (_, input, calls) => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const { perform, call } = emulator
  perform('createUser', { handle: 'alice', first_name: 'Alice' })
  perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice', token: '42:T' })
  perform('start', { as: 'alice', bot: 'greeter' })
  const recordings = createRecordings(emulator, () => openEmulator())
  const { id } = await recordings.begin()
  perform('send', { as: 'alice', to: 'greeter', text: 'first' })
  const fill = async () => {
    for (let n = 0; n < calls / 2; n++) await call({ token: '42:T', method: 'getMe', input: { ...input } })
  }
  await fill()
  perform('send', { as: 'alice', to: 'greeter', text: 'second' })
  await fill()
  perform('send', { as: 'alice', to: 'greeter', text: 'third' })
  const { steps, full } = await recordings.view(id)
  expect(steps).toEqual(['first', 'second'].map((text) => `send: { as: alice, to: greeter, text: ${text} }`))
  expect(full).toBe(true)
  recordings.close()
})

it('replays one after another', async () => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  let open = 0
  const counts: number[] = []
  const recordings = createRecordings(emulator, async () => {
    counts.push(++open)
    const copy = await openEmulator()
    return {
      ...copy,
      async close() {
        await copy.close()
        open--
      },
    }
  })
  onTestFinished(recordings.close)
  const { id } = await recordings.begin()
  counts.length = 0
  await Promise.all([1, 2, 3].map(() => recordings.replay(id)))
  expect(counts).toEqual([1, 1, 1])
})

it('a recording of a large world is refused, and so is one of large groups', async () => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const recordings = createRecordings(emulator, () => openEmulator())
  onTestFinished(recordings.close)
  const people = Array.from({ length: 450 }, (_, n) => `person-with-a-long-handle-${n}`)
  for (const handle of people) emulator.perform('createUser', { handle, first_name: handle })
  for (let n = 0; n < 5; n++)
    emulator.perform('createGroup', { title: `Group ${n}`, owner: people[0], members: people.slice(1) })
  const hint = 'Record in a smaller world, or record with the command: npx bot-emulator record'
  await expect(recordings.begin()).rejects.toMatchObject({ message: 'The world has too many members.', hint })
  for (let n = 0; n < 50; n++) emulator.perform('createUser', { first_name: `Person ${n}` })
  const message = 'The world has more than 500 people, bots and chats.'
  await expect(recordings.begin()).rejects.toMatchObject({ message, hint })
})
