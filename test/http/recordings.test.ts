// Recordings that a page has begun and forgotten take a bounded amount of memory.

import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { openEmulator } from '../../src/http/listen.ts'
import { createRecordings } from '../../src/http/recordings.ts'

it('a recording stops when its events have 16 Mi characters', async () => {
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
    for (let n = 0; n < 150; n++) await call({ token: '42:T', method: 'getMe', input: { a: 'x'.repeat(60_000) } })
  }
  await fill()
  perform('send', { as: 'alice', to: 'greeter', text: 'second' })
  await fill()
  perform('send', { as: 'alice', to: 'greeter', text: 'third' })
  const { steps } = await recordings.view(id)
  expect(steps).toEqual(['first', 'second'].map((text) => `send: { as: alice, to: greeter, text: ${text} }`))
  recordings.close()
})
