// A server that got no recorder.

import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { listen } from '../../../src/http/listen.ts'

it.each([
  ['POST', '/_emulator/recordings'],
  ['GET', '/_emulator/recordings/a'],
  ['POST', '/_emulator/recordings/a/replay'],
])('has no route %s %s', async (method, path) => {
  const emulator = createEmulator()
  const server = await listen(emulator)
  onTestFinished(() => server.close().then(emulator.close))
  const response = await fetch(`${server.url}${path}`, { method })
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      ok: false,
      error: {
        code: 'no-such-route',
        message: `${method} ${path} does not exist.`,
        hint: 'GET /_emulator/actions lists the actions.',
      },
    },
  ])
})
