// A world that is large enough to be worked on beside the main thread: the same comes of it, while bots go on.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { mediaBytes } from '../../helpers/files.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { stage, TEAM } from '../../helpers/stage.ts'
import { storedIn } from '../../helpers/stored.ts'
import { seen } from './world-view.ts'

const MESSAGES = 40_000
const UPDATES = 20_000
const file = { name: 'a.pdf', base64: mediaBytes('page.pdf').toString('base64') }

/** Alice has written much, and nobody has asked for the updates. */
async function largeStage() {
  const staged = await stage()
  const { store } = staged.s.emulator.world
  await staged.s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  await staged.bot.drain()
  const nothing = { edit_date: null, caption: null, file: null, reply_to: null, keyboard: null, service: null }
  const bot = store.bots.all()[0]!.id
  staged.s.emulator.world.transact(() => {
    for (let i = 0; i < MESSAGES; i++) {
      const message_id = store.chats.nextMessageId(TEAM.id)
      store.messages.insert({ ...nothing, chat: TEAM.id, message_id, author: 201, date: 1, text: `Message ${i}` })
    }
    for (let i = 0; i < UPDATES; i++) {
      const update_id = store.bots.nextUpdateId(bot)
      const body = JSON.stringify({ update_id, message: { text: `Update ${i}` } })
      store.updates.insert({ bot, update_id, type: 'message', body, made_ms: staged.s.emulator.world.clock.ms() })
    }
  })
  return staged
}

async function exported(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${url}/_emulator/export?tokens=true`)).arrayBuffer())
}

async function imported(url: string, bytes: Buffer) {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(`${url}/_emulator/import`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  return { status: response.status, body: await response.json() }
}

it('is carried whole, also by several at once', async () => {
  const { s } = await largeStage()
  const before = await seen(s)
  const latest = s.emulator.world.store.messages.latest(TEAM.id, { most: 1 })
  await s.act('snapshot', { name: 'large' })
  await Promise.all(['snapshot', 'restore', 'snapshot', 'restore'].map((name) => s.act(name, { name: 'large' })))
  expect(await seen(s)).toEqual(before)
  const bytes = await exported(s.url)
  await s.act('reset')
  expect(await imported(s.url, bytes)).toEqual({ status: 200, body: expect.anything() })
  expect(await seen(s)).toEqual(before)
  expect(s.emulator.world.store.messages.latest(TEAM.id, { most: 1 })).toEqual(latest)
})

it('is refused by name, with the world as it was', async () => {
  const { s } = await largeStage()
  const before = await seen(s)
  const path = join(emptyFolder(), 'world')
  writeFileSync(path, await exported(s.url))
  const db = new Database(path)
  db.pragma('ignore_check_constraints = on')
  db.exec('update messages set author = -5 where message_id = 777')
  db.close()
  expect(await imported(s.url, readFileSync(path))).toEqual({
    status: 400,
    body: {
      ok: false,
      error: {
        code: 'damaged-archive',
        message: 'The export is damaged: CHECK constraint failed in messages.',
        hint: 'Nothing was changed. Import another copy of the file.',
      },
    },
  })
  expect(await imported(s.url, Buffer.alloc(2_000_000, 'nonsense'))).toMatchObject({
    status: 400,
    body: { error: { code: 'foreign-archive', message: 'This file is not an export of bot-emulator.' } },
  })
  expect(await seen(s)).toEqual(before)
})

it('its waiting updates come after those that a bot gets meanwhile', async () => {
  const { s, bot } = await largeStage()
  await s.act('snapshot', { name: 'large' })
  await bot.ok('getUpdates', { offset: 1_000_000_000 })
  const restoring = s.act('restore', { name: 'large' })
  let last = 0
  let isOver = false
  void restoring.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await s.act('send', { as: 'alice', to: 'greeter', text: 'meanwhile' })
    const updates = await bot.ok('getUpdates', { offset: last + 1 })
    if (updates.at(-1)?.message.text === 'meanwhile') last = updates.at(-1).update_id
  }
  await restoring
  const updates = await bot.ok('getUpdates', { offset: last + 1 })
  expect(updates[0].update_id).toBeGreaterThan(last)
  expect(updates[0].message).toEqual({ text: 'Update 0' })
  const all = s.emulator.world.store.updates
  expect(all.get(900, updates[0].update_id + UPDATES - 1)?.body).toContain(`"Update ${UPDATES - 1}"`)
})

describe.each([
  ['on the disk', () => ({ file: join(emptyFolder(), 'world.sqlite') })],
  ['in memory', () => ({})],
])('a reset of a large world %s', (_, options) => {
  it('empties it: nobody and nothing is left, and bots that are made again go on', async () => {
    const { s, bot } = await stage(options())
    const { world } = s.emulator
    const nothing = { edit_date: null, caption: null, file: null, reply_to: null, keyboard: null, service: null }
    world.transact(({ store }) => {
      for (let i = 0; i < MESSAGES; i++) {
        const message_id = store.chats.nextMessageId(TEAM.id)
        store.messages.insert({ ...nothing, chat: TEAM.id, message_id, author: 201, date: 1, text: 'x'.repeat(600) })
      }
    })
    await s.act('send', { as: 'alice', to: 'greeter', text: 'waits' })
    const highest = world.store.bots.highestUpdateId()
    await s.act('injectFault', { status: 500 })
    await s.act('updateService', { name: 'Other' })
    expect(await s.act('reset')).toBe(true)
    for (const view of ['/users', '/bots', '/chats', '/calls', '/faults']) expect(await s.view(view)).toEqual([])
    expect((await s.view('/service')).name).toBe('Service')
    expect((await s.view('/health')).clock.frozen).toBe(false)
    expect(storedIn(world.bytes.folder())).toEqual([])

    await s.user('Alice', { handle: 'alice', id: 201 })
    const again = await s.bot({ token: bot.token, id: bot.id, handle: 'greeter' })
    await s.act('start', { as: 'alice', bot: 'greeter' })
    const [first] = await again.ok('getUpdates')
    expect(first.update_id).toBe(highest + 1)
  })
})
