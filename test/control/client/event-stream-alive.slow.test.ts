// A quiet stream of events shows every 15 seconds that it is alive.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { stage } from './doors.ts'
import { rawStream } from './raw-stream.ts'

it('shows that it is alive after 15 seconds, and not before', async () => {
  const { url } = await stage()
  const stream = await rawStream(url)
  const before = stream.text().length
  await sleep(14_000)
  expect(stream.text().slice(before)).toBe('')
  await expect.poll(() => stream.text().slice(before), { timeout: 10_000 }).toContain(':\n\n')
})
