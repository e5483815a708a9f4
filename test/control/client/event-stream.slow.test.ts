// The stream of events for a listener who does not read on, while more happens than is kept for anybody.

import { expect, it, vi } from 'vitest'
import { stage } from './doors.ts'
import { rawStream, send } from './raw-stream.ts'

it('keeps nothing for a listener who does not read, who is told later what went by', async () => {
  const here = await stage()
  const slow = await rawStream(here.url)
  slow.socket.pause()
  const text = 'x'.repeat(4000)
  // More than the system keeps for a connection, then more events than are kept for anybody.
  for (let i = 0; i < 2_500; i++) {
    send(here, text)
    if (i % 50 === 0) await new Promise(setImmediate)
  }
  for (let i = 0; i < 20_001; i++) here.emulator.perform('freezeClock', {})
  send(here, 'the last')
  const answered = await here.greeter.call('getMe')
  expect(answered.status).toBe(200)
  slow.socket.resume()
  await vi.waitFor(() => expect(slow.text().includes('"text":"the last"')).toBe(true), 15_000)
  const [, count] = /event: missed\ndata: .*"count":(\d+)/.exec(slow.text()) ?? []
  expect(Number(count)).toBeGreaterThan(0)
})
