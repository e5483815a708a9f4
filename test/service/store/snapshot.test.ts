// Snapshots: kept, listed, and put back whole, in memory and on disk.

import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { mediaBytes } from '../../helpers/files.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { NOON, openPoll } from '../../helpers/service.ts'
import { ALICE, stage, TEAM } from '../../helpers/stage.ts'
import { storedIn } from '../../helpers/stored.ts'
import { until } from '../../helpers/until.ts'
import { seen } from './world-view.ts'

const file = { name: 'a.pdf', base64: mediaBytes('page.pdf').toString('base64') }

// biome-ignore lint/suspicious/noExplicitAny: messages and updates are looked into freely
type Json = any

const bytesOf = async (url: string, uniqueId: string) =>
  Buffer.from(await (await fetch(`${url}/_emulator/files/${uniqueId}`)).arrayBuffer())

describe('restore', () => {
  it('puts back people, chats, messages, queues, files, settings and the clock', async () => {
    const { s, bot } = await stage()
    const sent = await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    await s.act('updateService', { name: 'Before' })
    const before = await seen(s)
    await s.act('snapshot', { name: 'base' })

    await s.act('createUser', { first_name: 'Eve' })
    await s.act('send', { as: 'alice', to: 'greeter', text: 'more' })
    await bot.ok('setMyName', { name: 'Other' })
    await s.act('deleteFile', { file_unique_id: sent.document.file_unique_id })
    await s.act('leave', { as: 'carol', chat: TEAM.id })
    await s.act('updateService', { name: 'After' })
    await s.act('advanceClock', { seconds: 3600 })
    expect(await seen(s)).not.toEqual(before)

    const restored = await s.act('restore', { name: 'base' })
    expect(restored).toEqual({ name: 'base', bytes: expect.any(Number), made_at: expect.any(Number) })
    expect(await seen(s)).toEqual(before)
    expect(s.emulator.world.service.name).toBe('Before')
    expect(await bytesOf(s.url, sent.document.file_unique_id)).toEqual(mediaBytes('page.pdf'))
  })

  it('the world goes on from there: ids, members, limits and the counts of members', async () => {
    const { s, bot } = await stage()
    await s.act('snapshot', { name: 'base' })
    const once = async () => {
      const message = await bot.ok('sendMessage', { chat_id: TEAM.id, text: 'hi' })
      await s.act('join', { as: 'dave', chat: TEAM.id })
      return [message, await bot.ok('getChatMemberCount', { chat_id: TEAM.id }), await s.view('/bots/greeter/limits')]
    }
    const first = await once()
    await s.act('restore', { name: 'base' })
    expect(await once()).toEqual(first)
    await s.act('restore', { name: 'base' })
    expect(await once()).toEqual(first)
  })

  it('takes away the bytes of files that the snapshot does not have', async () => {
    const { s } = await stage()
    await s.act('snapshot', { name: 'base' })
    const sent = await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    const path = s.emulator.findFile(sent.document.file_unique_id).path
    expect(existsSync(path)).toBe(true)
    await s.act('restore', { name: 'base' })
    expect(existsSync(path)).toBe(false)
  })

  it('a file_id of a file that is gone names none that comes after it', async () => {
    const { s, bot } = await stage()
    async function sent(text: string) {
      const file = { name: 'a', base64: Buffer.from(text).toString('base64') }
      await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
      return (await bot.drain()).at(-1).message.document.file_id
    }
    const send = async (document: string) => (await bot.call('sendDocument', { chat_id: ALICE.id, document })).status
    const kept = await sent('kept')
    await s.act('snapshot', { name: 'base' })
    const gone = [await sent('one'), await sent('two')]
    await s.act('restore', { name: 'base' })
    await s.act('restore', { name: 'base' })
    const fresh = [await sent('three'), await sent('four')]
    for (const id of [kept, ...fresh]) expect(await send(id)).toBe(200)
    for (const id of gone) expect(await send(id)).toBe(400)
  })

  it('the clock stands where it stood, or goes on from there', async () => {
    const { s } = await stage()
    await s.act('snapshot', { name: 'frozen' })
    await s.act('resumeClock')
    await s.act('setClock', { at: NOON + 5000 })
    await s.act('snapshot', { name: 'running' })
    await s.act('advanceClock', { seconds: 50_000 })
    await s.act('restore', { name: 'frozen' })
    expect((await s.view('/health')).clock).toEqual({ now: NOON, frozen: true })
    await s.act('restore', { name: 'running' })
    const { clock } = await s.view('/health')
    expect(clock.frozen).toBe(false)
    expect(clock.now).toBeGreaterThanOrEqual(NOON + 5000)
    expect(clock.now).toBeLessThan(NOON + 5060)
  })

  it('update ids go on rising, and what waits is numbered anew', async () => {
    const { s, bot } = await stage()
    const ids = (updates: Json[]) => updates.map(({ update_id }) => update_id)
    const texts = (updates: Json[]) => updates.map(({ message }) => message.text)
    await bot.drain()
    await s.act('send', { as: 'alice', to: 'greeter', text: 'a' })
    await s.act('send', { as: 'alice', to: 'greeter', text: 'b' })
    await s.act('snapshot', { name: 'two' })
    for (const text of ['c', 'd', 'e']) await s.act('send', { as: 'alice', to: 'greeter', text })
    const last = ids(await bot.drain()).at(-1)!
    await s.act('restore', { name: 'two' })
    const again = await bot.ok('getUpdates', { offset: last + 1 })
    expect(texts(again)).toEqual(['a', 'b'])
    expect(ids(again)).toEqual([last + 1, last + 2])
    await s.act('restore', { name: 'two' })
    await s.act('send', { as: 'alice', to: 'greeter', text: 'f' })
    const third = await bot.ok('getUpdates', { offset: last + 3 })
    expect(texts(third)).toEqual(['a', 'b', 'f'])
    expect(ids(third)).toEqual([last + 3, last + 4, last + 5])
  })

  it('ends an open getUpdates with an empty list', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    await s.act('snapshot', { name: 'base' })
    const { answer } = await openPoll(s, bot)
    await s.act('restore', { name: 'base' })
    expect(await answer).toEqual({ status: 200, body: { ok: true, result: [] } })
  })

  it('what was recorded is gone, and its numbers go on', async () => {
    const { s, bot } = await stage()
    await s.act('snapshot', { name: 'base' })
    const { id } = (await s.view('/calls')).at(-1)
    await s.act('restore', { name: 'base' })
    expect(await s.view('/calls')).toEqual([])
    await bot.ok('getMe')
    expect((await s.view('/calls')).map((call: Json) => call.id)).toEqual([id + 1])
    const stop = new AbortController()
    const feed = s.emulator.feed({ after: '0' }, stop.signal)
    expect([(await feed.next()).value, (await feed.next()).value]).toMatchObject([
      { type: 'missed' },
      { type: 'clock' },
    ])
    expect((await feed.next()).value).toMatchObject({ type: 'world', how: 'restored' })
    stop.abort()
  })

  it('leaves faults as they are', async () => {
    const { s, bot } = await stage()
    await s.act('snapshot', { name: 'base' })
    await s.act('injectFault', { bot: 'greeter', status: 500 })
    await s.act('restore', { name: 'base' })
    expect((await bot.call('getMe')).status).toBe(500)
  })

  it('webhooks are as they were, and deliver what waits', async () => {
    const { s, bot } = await stage()
    await s.act('snapshot', { name: 'polling' })
    await s.act('updateService', { allow_local_webhooks: true })
    await bot.ok('setWebhook', { url: 'http://127.0.0.1:9/', secret_token: 's' })
    await until(async () => (await s.view('/bots/greeter/deliveries')).length > 0)
    await s.act('snapshot', { name: 'webhook' })
    await s.act('restore', { name: 'polling' })
    expect((await bot.ok('getUpdates')).length).toBe(8)
    await s.act('restore', { name: 'webhook' })
    expect((await bot.ok('getWebhookInfo')).url).toBe('http://127.0.0.1:9/')
    await s.act('advanceClock', { seconds: 2 })
    await until(async () => (await s.view('/bots/greeter/deliveries')).length > 0)
  })

  it('an emulator that listens to itself misses nothing: twenty at once', async () => {
    const { s } = await stage()
    await s.act('snapshot', { name: 'base' })
    const before = await seen(s)
    await Promise.all(Array.from({ length: 20 }, (_, i) => s.act(i % 2 ? 'restore' : 'snapshot', { name: 'base' })))
    expect(await seen(s)).toEqual(before)
  })
})

describe('names', () => {
  it('are listed, and a second snapshot takes the place of the first', async () => {
    const { s } = await stage()
    expect(await s.view('/snapshots')).toEqual([])
    const one = await s.act('snapshot', { name: 'one' })
    const two = await s.act('snapshot', { name: 'two.b-c_d' })
    expect(await s.view('/snapshots')).toEqual([one, two])
    await s.act('createUser', { first_name: 'Eve', handle: 'eve' })
    await s.act('snapshot', { name: 'one' })
    await s.act('reset')
    await s.act('restore', { name: 'one' })
    expect(await s.view('/users/eve')).toMatchObject({ first_name: 'Eve' })
    expect(await s.view('/snapshots')).toHaveLength(2)
  })

  it.each(['', '../x', 'a/b', '.hidden', 'x'.repeat(65), 'ä'])('"%s" is none', async (name) => {
    const { s } = await stage()
    expect((await s.tryAct('snapshot', { name })).body.error.code).toBe('invalid-params')
    expect((await s.tryAct('restore', { name })).body.error.code).toBe('invalid-params')
  })

  it.each(['con', 'NUL', 'aux.old', 'com1', 'Lpt9.a', 'base.'])(
    '"%s" is none, since Windows has no such file',
    async (name) => {
      const { s } = await stage()
      expect((await s.tryAct('snapshot', { name })).body.error).toMatchObject({
        code: 'invalid-params',
        message: 'snapshot: name: Invalid input: expected a file name that is valid on Windows',
      })
    },
  )

  it.each(['console', 'com', 'com10', 'nul-1', 'a.con'])('"%s" is one', async (name) => {
    const { s } = await stage()
    expect(await s.act('snapshot', { name })).toMatchObject({ name })
  })

  it('that differ by case only are one, and the first stays', async () => {
    const { s } = await stage()
    const first = await s.act('snapshot', { name: 'Base' })
    await s.act('createUser', { first_name: 'Eve', handle: 'eve' })
    expect(await s.tryAct('snapshot', { name: 'baSe' })).toEqual({
      status: 400,
      body: {
        ok: false,
        error: {
          code: 'name-taken',
          message: 'Some file systems cannot distinguish "baSe" from the snapshot "Base".',
          hint: 'Pass "Base" to overwrite that snapshot, or choose another name.',
        },
      },
    })
    expect(await s.view('/snapshots')).toEqual([first])
    expect(await s.act('snapshot', { name: 'Base' })).toMatchObject({ name: 'Base' })
  })

  it('an unknown one is said to be so, with the nearest', async () => {
    const { s } = await stage()
    expect(await s.tryAct('restore', { name: 'base' })).toEqual({
      status: 404,
      body: {
        ok: false,
        error: { code: 'not-found', message: 'Unknown snapshot "base".', hint: 'No snapshots yet.' },
      },
    })
    await s.act('snapshot', { name: 'base' })
    expect((await s.tryAct('restore', { name: 'bas' })).body.error.hint).toBe('Did you mean base?')
  })
})

describe('on disk', () => {
  function database() {
    const folder = emptyFolder()
    return join(folder, 'world.sqlite')
  }

  it('outlive the emulator, with the bytes of files', async () => {
    const path = database()
    const first = createEmulator({ file: path })
    await first.perform('createUser', { first_name: 'Alice', handle: 'alice' })
    await first.perform('createBot', { first_name: 'Greeter', handle: 'greeter' })
    await first.perform('start', { as: 'alice', bot: 'greeter' })
    const sent = (await first.perform('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })) as Json
    await first.perform('snapshot', { name: 'base' })
    await first.perform('reset', {})
    await first.close()

    const second = createEmulator({ file: path })
    onTestFinished(() => second.close())
    expect(second.view('/users')).toEqual([])
    await second.perform('restore', { name: 'base' })
    expect(second.view('/users/alice')).toMatchObject({ handle: 'alice' })
    const { readFile } = await import('node:fs/promises')
    expect(await readFile(second.findFile(sent.document.file_unique_id).path)).toEqual(mediaBytes('page.pdf'))
    await second.close()

    const third = createEmulator({ file: path })
    onTestFinished(() => third.close())
    expect(third.view('/users/alice')).toMatchObject({ handle: 'alice' })
    expect(await readFile(third.findFile(sent.document.file_unique_id).path)).toEqual(mediaBytes('page.pdf'))
    const left = readdirSync(`${path}.files`).filter((name) => name.startsWith('.'))
    expect(left).toEqual([])
  })

  it('a folder that cannot be written is said to be so, and nothing is changed', async () => {
    const path = database()
    const emulator = createEmulator({ file: path })
    onTestFinished(() => emulator.close())
    await emulator.perform('createUser', { first_name: 'Alice', handle: 'alice' })
    writeFileSync(`${path}.snapshots`, 'in the way')
    await expect(emulator.perform('snapshot', { name: 'base' })).rejects.toMatchObject({
      code: 'unwritable-folder',
      message: expect.stringContaining('world.sqlite.snapshots'),
    })
    expect(emulator.view('/users/alice')).toMatchObject({ handle: 'alice' })
    expect(storedIn(`${path}.files`)).toEqual([])
  })

  it('a damaged snapshot is refused, and nothing is changed', async () => {
    const path = database()
    const emulator = createEmulator({ file: path })
    onTestFinished(() => emulator.close())
    await emulator.perform('snapshot', { name: 'base' })
    await emulator.perform('createUser', { first_name: 'Alice', handle: 'alice' })
    writeFileSync(join(`${path}.snapshots`, 'base.snapshot'), 'nonsense')
    await expect(emulator.perform('restore', { name: 'base' })).rejects.toMatchObject({ code: 'foreign-archive' })
    expect(emulator.view('/users/alice')).toMatchObject({ handle: 'alice' })
  })

  it('of a world in memory they go with it', async () => {
    const emulator = createEmulator()
    await emulator.perform('snapshot', { name: 'base' })
    const folder = join(emulator.world.snapshots.pathOf('base'), '..')
    expect(existsSync(folder)).toBe(true)
    await emulator.close()
    expect(existsSync(folder)).toBe(false)
  })
})
