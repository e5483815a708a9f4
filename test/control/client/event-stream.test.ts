// The stream of events as it is written: ids to resume by, silence, slow readers, the end.

import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { listen } from '../../../src/http/listen.ts'
import { until } from '../../helpers/until.ts'
import { stage } from './doors.ts'
import { rawStream, send } from './raw-stream.ts'

it('writes each event with an id, by which a listener resumes', async () => {
  const here = await stage()
  const first = await rawStream(here.url)
  send(here, 'one')
  await until(() => first.text().includes('"text":"one"'))
  const [, id] = /\nid: (\S+)\nevent: message\ndata: \{/.exec(first.text()) ?? []
  expect(id).toMatch(/^[0-9a-f]{8}-\d+$/)
  first.socket.destroy()
  send(here, 'two')
  const second = await rawStream(here.url, [`Last-Event-ID: ${id}`])
  await until(() => second.text().includes('"text":"two"'))
  expect(second.text()).not.toContain('"text":"one"')
})

it('tells a listener of an earlier run that the events begin again', async () => {
  const here = await stage()
  send(here, 'one')
  const stream = await rawStream(here.url, ['Last-Event-ID: 00000000-1'])
  await until(() => stream.text().includes('"text":"one"'))
  expect(stream.text()).toContain('event: missed')
})

it('has no end for GET alone: HEAD is answered at once', async () => {
  const { url } = await stage()
  const response = await fetch(`${url}/_emulator/events`, { method: 'HEAD', signal: AbortSignal.timeout(5000) })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
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

it('ends for a listener who leaves while it reads the last event', async () => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const leaving = new AbortController()
  emulator.perform('createUser', { first_name: 'Alice' })
  const events = emulator.feed({ after: String(emulator.world.log.lastId() - 1) }, leaving.signal)
  expect((await events.next()).value).toMatchObject({ type: 'action' })
  leaving.abort()
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

it('follows the bot and the chat that are named, whatever they are called or numbered by then', async () => {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const act = (name: string, params: object) => emulator.perform(name, params)
  async function next(type: string, query: Record<string, string>) {
    for await (const event of emulator.feed({ type, ...query }, AbortSignal.timeout(5000))) {
      if (event.type === type) return event
    }
    return undefined
  }
  act('createUser', { first_name: 'Alice', handle: 'alice' })
  act('createBot', { first_name: 'Greeter', handle: 'greeter', id: 900 })
  act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', id: -500 })
  const [ofBot, ofChat] = [next('bot', { bot: '900' }), next('message', { chat: 'team' })]
  act('updateBot', { bot: 'greeter', handle: 'usher' })
  expect(await ofBot).toMatchObject({ type: 'bot', bot: 'usher' })
  act('reset', {})
  act('createUser', { first_name: 'Alice', handle: 'alice' })
  for (const [handle, id] of [
    ['other', -500],
    ['team', -501],
  ] as const) {
    act('createGroup', { title: handle, handle, owner: 'alice', id })
    act('send', { as: 'alice', to: handle, text: handle })
  }
  expect(await ofChat).toMatchObject({ type: 'message', chat: -501, message: { text: 'team' } })
})
