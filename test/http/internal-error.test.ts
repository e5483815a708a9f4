// A mistake of our own is answered as one, whatever was sent.

import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { listen } from '../../src/http/listen.ts'

it.each<[string, RequestInit]>([
  ['without a body', {}],
  ['with a body', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a": 1}' }],
])('a call %s gets 500 in the envelope, and the cause stands on stderr without the token', async (_, init) => {
  const emulator = createEmulator()
  const { token } = emulator.perform('createBot', { first_name: 'Greeter' }) as { token: string }
  const server = await listen(emulator)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(async () => {
    stderr.mockRestore()
    await server.close()
    await emulator.close()
  })
  emulator.world.log.subscribe((entries) => {
    if (entries.some(({ type }) => type === 'call')) throw new Error('out of order')
  })
  const response = await fetch(`${server.url}/bot${token}/getMe`, init)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ ok: false, error_code: 500, description: 'Internal Server Error' })
  const said = stderr.mock.calls.map(([text]) => String(text)).join('')
  expect(said).toMatch(/^(GET|POST) \/bot…\/getMe: Error: out of order\n/)
  expect(said).not.toContain(token)
})
