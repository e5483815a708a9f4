// The stream of events as it is written: ids to resume by, silence, slow readers, the end.

import { connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { listen } from '../../src/http/listen.ts'
import { stage } from './doors.ts'

/** A connection by hand: what arrives is read only when asked for. */
async function rawStream(url: string, headers: string[] = []) {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write(['GET /_emulator/events?type=message HTTP/1.1', `Host: ${host}`, ...headers, '', ''].join('\r\n'))
  await vi.waitFor(() => expect(text).toContain(':\n\n'))
  return { socket, text: () => text }
}

const send = (here: Awaited<ReturnType<typeof stage>>, text: string) =>
  here.emulator.perform('send', { as: 'alice', to: 'greeter', text })

it('writes each event with an id, by which a listener resumes', async () => {
  const here = await stage()
  const first = await rawStream(here.url)
  send(here, 'one')
  await vi.waitFor(() => expect(first.text()).toContain('"text":"one"'))
  const [, id] = /\nid: (\S+)\nevent: message\ndata: \{/.exec(first.text()) ?? []
  expect(id).toMatch(/^[0-9a-f]{8}-\d+$/)
  first.socket.destroy()
  send(here, 'two')
  const second = await rawStream(here.url, [`Last-Event-ID: ${id}`])
  await vi.waitFor(() => expect(second.text()).toContain('"text":"two"'))
  expect(second.text()).not.toContain('"text":"one"')
})

it('tells a listener of an earlier run that the events begin again', async () => {
  const here = await stage()
  send(here, 'one')
  const stream = await rawStream(here.url, ['Last-Event-ID: 00000000-1'])
  await vi.waitFor(() => expect(stream.text()).toContain('"text":"one"'))
  expect(stream.text()).toContain('event: missed')
})

it('shows that it is alive every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const here = await stage()
  const stream = await rawStream(here.url)
  const before = stream.text().length
  vi.advanceTimersByTime(14_999)
  vi.advanceTimersByTime(1)
  await vi.waitFor(() => expect(stream.text().slice(before)).toContain(':\n\n'))
})

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

it('ends in order when the emulator closes', async () => {
  const emulator = createEmulator()
  const server = await listen(emulator)
  const response = await fetch(`${server.url}/_emulator/events?after=0`)
  emulator.perform('createUser', { first_name: 'Alice' })
  const [text] = await Promise.all([response.text(), server.close().then(emulator.close)])
  expect(text).toContain('event: user')
})

it('ends in order for a listener in the same process', async () => {
  const emulator = createEmulator()
  const seen: string[] = []
  const reading = (async () => {
    for await (const { type } of emulator.feed({ after: '0' }, new AbortController().signal)) seen.push(type)
  })()
  emulator.perform('createUser', { first_name: 'Alice' })
  await new Promise(setImmediate)
  await emulator.close()
  await reading
  expect(seen).toEqual(['user', 'action'])
})
