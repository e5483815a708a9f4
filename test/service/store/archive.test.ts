// The whole world as one file: out, in again elsewhere, and refused whole when anything is wrong with it.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mediaBytes } from '../../helpers/files.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { type Service, service } from '../../helpers/service.ts'
import { stage } from '../../helpers/stage.ts'
import { writeWithoutChecks } from './without-checks.ts'
import { seen } from './world-view.ts'

const file = { name: 'a.pdf', base64: mediaBytes('page.pdf').toString('base64') }

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked into freely
type Json = any

async function exported({ url }: Service, query = ''): Promise<Buffer> {
  const response = await fetch(`${url}/_emulator/export${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  return bytes
}

async function imported({ url }: Service, bytes: Buffer | string, type = 'application/octet-stream') {
  const body = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
  const response = await fetch(`${url}/_emulator/import`, { method: 'POST', headers: { 'content-type': type }, body })
  return { status: response.status, body: (await response.json()) as Json }
}

async function furnished() {
  const staged = await stage()
  const sent = await staged.s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  return { ...staged, uniqueId: sent.document.file_unique_id as string }
}

/** Everything but tokens and what hangs on them. */
async function seenWithoutTokens(s: Service) {
  return JSON.parse(JSON.stringify(await seen(s)).replace(/"token":"[^"]*"/g, '"token":""'))
}

/** The end of a page may part a text in two. */
const holdsHalfOf = (secret: string) => (bytes: Buffer) => {
  const middle = Math.ceil(secret.length / 2)
  return bytes.includes(secret.slice(0, middle)) || bytes.includes(secret.slice(middle))
}

describe('export and import', () => {
  it.each([true, false])('carry the whole world elsewhere; tokens: %s', async (tokens) => {
    const { s, bot, uniqueId } = await furnished()
    const bytes = await exported(s, `?tokens=${tokens}`)
    const other = await service({ frozen: false })
    await other.user('Somebody')
    const { status, body } = await imported(other, bytes)
    expect(status).toBe(200)
    expect(body.result.bots).toEqual(await other.view('/bots'))
    expect(await seenWithoutTokens(other)).toEqual(await seenWithoutTokens(s))
    const content = await fetch(`${other.url}/_emulator/files/${uniqueId}`)
    expect(Buffer.from(await content.arrayBuffer())).toEqual(mediaBytes('page.pdf'))
    const [{ token }] = await other.view('/bots')
    expect(token === bot.token).toBe(tokens)
    expect((await other.call(token, 'getMe')).status).toBe(200)
  })

  it('hold no token and no secret unless asked to', async () => {
    const { s, bot } = await furnished()
    await s.act('updateService', { allow_local_webhooks: true })
    await bot.ok('setWebhook', { url: 'http://127.0.0.1:9/', secret_token: 'very-secret-indeed' })
    const others = await Promise.all(Array.from({ length: 50 }, (_, i) => s.bot({ handle: `bot${i}`, owner: 'alice' })))
    const tokens = [bot, ...others].map(({ token }) => token.split(':')[1]!)
    const [without, withThem] = [await exported(s), await exported(s, '?tokens=true')]
    for (const secret of [...tokens, 'very-secret-indeed']) {
      expect(without).not.toSatisfy(holdsHalfOf(secret))
      expect(withThem).toSatisfy(holdsHalfOf(secret))
    }
  })

  it('a token in a message or in the URL of a webhook stays in the file', async () => {
    const { s, bot } = await furnished()
    await s.act('updateService', { allow_local_webhooks: true })
    await bot.ok('setWebhook', { url: `http://127.0.0.1:9/hook/${bot.token}` })
    await s.act('send', { as: 'alice', to: bot.handle, text: `My token is ${bot.token}.` })
    const text = Buffer.from(await exported(s)).toString('latin1')
    expect(text).toContain(`http://127.0.0.1:9/hook/${bot.token}`)
    expect(text).toContain(`My token is ${bot.token}.`)
  })

  it('a bot that is here already keeps its token, where the file has none', async () => {
    const { s, bot } = await furnished()
    const bytes = await exported(s)
    await s.act('createUser', { first_name: 'Eve', handle: 'eve' })
    await imported(s, bytes)
    expect((await bot.call('getMe')).status).toBe(200)
    expect((await s.view('/users')).map((user: Json) => user.handle)).not.toContain('eve')
  })

  it('settings fixed at the start hold, whatever the file says', async () => {
    const { s } = await furnished()
    await s.act('updateService', { allow_local_webhooks: true, name: 'Foreign', domain: 'foreign.example' })
    const bytes = await exported(s)
    const { createEmulator } = await import('../../../src/emulator.ts')
    const emulator = createEmulator({ service: { allow_local_webhooks: false, name: 'Telegram' } })
    onTestFinished(() => emulator.close())
    await emulator.importWorld(async (path) => writeFileSync(path, bytes))
    expect(emulator.world.service).toMatchObject({
      allow_local_webhooks: false,
      name: 'Telegram',
      domain: 'foreign.example',
    })
  })

  it('leave nothing behind', async () => {
    const { s } = await furnished()
    const { readdirSync } = await import('node:fs')
    const folder = join(s.emulator.world.bytes.pathOf('x'), '..')
    const before = readdirSync(folder)
    await imported(s, await exported(s))
    await imported(s, 'nonsense')
    await expect.poll(() => readdirSync(folder)).toEqual(before)
  })
})

describe('while an export or an import is under way', () => {
  it('no bytes go, and after it those that no file is made of', async () => {
    const { s, uniqueId } = await furnished()
    const { bytes } = s.emulator.world
    const [first, second] = [bytes.hold(), bytes.hold()]
    await s.act('deleteFile', { file_unique_id: uniqueId })
    first()
    expect(bytes.has(uniqueId)).toBe(true)
    second()
    expect(bytes.has(uniqueId)).toBe(false)
  })

  it('bytes that are sent anew stay', async () => {
    const { s, uniqueId } = await furnished()
    const { bytes } = s.emulator.world
    const release = bytes.hold()
    await s.act('deleteFile', { file_unique_id: uniqueId })
    await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    release()
    expect(bytes.has(uniqueId)).toBe(true)
  })

  it('those of a world that is replaced go after it', async () => {
    const { s, uniqueId } = await furnished()
    const { bytes } = s.emulator.world
    const release = bytes.hold()
    await s.act('reset')
    expect(bytes.has(uniqueId)).toBe(true)
    release()
    expect(bytes.has(uniqueId)).toBe(false)
  })

  it('what is refused leaves no bytes behind', async () => {
    const { s, uniqueId } = await furnished()
    await s.act('updateService', { name: 'Foreign' })
    const path = join(emptyFolder(), 'world')
    writeFileSync(path, await exported(s))
    const db = new Database(path)
    db.exec(`update settings set value = '{"name":7}' where name = 'service'`)
    db.close()
    const other = await service()
    expect((await imported(other, readFileSync(path))).status).toBe(400)
    expect(other.emulator.world.bytes.has(uniqueId)).toBe(false)
  })
})

describe('what is refused, with the world as it was', () => {
  function scratch() {
    const folder = emptyFolder()
    return join(folder, 'world')
  }

  /** The bytes after somebody has worked on the file. */
  function tampered(bytes: Buffer, work: (db: Database.Database) => void): Buffer {
    const path = scratch()
    writeFileSync(path, bytes)
    const db = new Database(path)
    work(db)
    db.close()
    return readFileSync(path)
  }

  function writtenWithoutChecks(bytes: Buffer, sql: string): Buffer {
    const path = scratch()
    writeFileSync(path, bytes)
    writeWithoutChecks(path, sql)
    return readFileSync(path)
  }

  const SPOILT: [string, string, (bytes: Buffer) => Buffer | string][] = [
    ['nothing', 'foreign-archive', () => ''],
    ['nonsense', 'foreign-archive', () => 'nonsense'.repeat(1000)],
    ['a file cut in half', 'damaged-archive', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096)],
    ['a file without its last bytes', 'damaged-archive', (bytes) => bytes.subarray(0, -100)],
    ['pages of noughts', 'damaged-archive', (bytes) => Buffer.from(bytes).fill(0, 4096, 40_960)],
    [
      'a database of another program',
      'foreign-archive',
      () => tampered(Buffer.alloc(0), (db) => db.exec('create table t (a)')),
    ],
    [
      "a world's own database",
      'foreign-archive',
      (bytes) => tampered(bytes, (db) => db.pragma(`application_id = ${0x626f7465}`)),
    ],
    ['one of a newer emulator', 'newer-archive', (bytes) => tampered(bytes, (db) => db.pragma('user_version = 999'))],
    ['one of an older emulator', 'older-archive', (bytes) => tampered(bytes, (db) => db.pragma('user_version = 10'))],
    [
      'one with a check too few',
      'damaged-archive',
      (bytes) =>
        tampered(bytes, (db) => {
          db.unsafeMode()
          db.pragma('writable_schema = on')
          db.exec(`update sqlite_schema set sql = replace(sql, ' check (deleted in (0, 1))', '') where name = 'users'`)
        }),
    ],
    ['one with a table too many', 'damaged-archive', (bytes) => tampered(bytes, (db) => db.exec('create table t (a)'))],
    [
      'one whose table is a view',
      'damaged-archive',
      (bytes) =>
        tampered(bytes, (db) => db.exec('drop table seen_users; create view seen_users as select 1 as bot, 2 as user')),
    ],
    [
      'one with a trigger too many',
      'damaged-archive',
      (bytes) => tampered(bytes, (db) => db.exec('create trigger t after insert on users begin select 1; end')),
    ],
    ['one without bytes', 'damaged-archive', (bytes) => tampered(bytes, (db) => db.exec('delete from bytes'))],
    [
      'one with other bytes',
      'damaged-archive',
      (bytes) => tampered(bytes, (db) => db.exec(`update bytes set content = x'00'`)),
    ],
    ...['../x', '..', '../../x'].map((name): [string, string, (bytes: Buffer) => Buffer] => [
      `one whose file would lie at ${name}`,
      'damaged-archive',
      (bytes) =>
        writtenWithoutChecks(bytes, `update files set unique_id = '${name}'; update bytes set unique_id = '${name}'`),
    ]),
    [
      'one that refers to nobody',
      'damaged-archive',
      (bytes) =>
        tampered(bytes, (db) => {
          db.pragma('foreign_keys = off')
          db.exec('delete from users where is_bot = 0')
        }),
    ],
    [
      'one with a route that leads elsewhere',
      'damaged-archive',
      (bytes) =>
        tampered(bytes, (db) =>
          db.exec(`insert into settings values ('service', '{"webhook_routes":{"a.example":"http://192.0.2.1"}}')
            on conflict do update set value = excluded.value`),
        ),
    ],
    [
      'one whose settings are no JSON',
      'damaged-archive',
      (bytes) => writtenWithoutChecks(bytes, `insert or replace into settings values ('service', '{')`),
    ],
    [
      'one with a value that a check refuses',
      'damaged-archive',
      (bytes) => writtenWithoutChecks(bytes, 'update members set status = 7'),
    ],
    [
      'one made at no time',
      'damaged-archive',
      (bytes) => writtenWithoutChecks(bytes, `update archive set at_ms = 'noon'`),
    ],
    ['one without its time', 'damaged-archive', (bytes) => tampered(bytes, (db) => db.exec('delete from archive'))],
  ]

  it.each(SPOILT)('%s', async (_, code, spoil) => {
    const { s } = await furnished()
    const other = await service()
    await other.user('Somebody')
    const bot = await other.bot()
    const before = await seen(other)
    const { status, body } = await imported(other, spoil(await exported(s, '?tokens=true')))
    expect(body.error).toMatchObject({ code, message: expect.any(String), hint: expect.any(String) })
    expect(status).toBe(400)
    expect(await seen(other)).toEqual(before)
    expect((await bot.call('getMe')).status).toBe(200)
  })

  it('a body of another type', async () => {
    const { s } = await furnished()
    expect((await imported(s, '{}', 'application/json')).body.error.code).toBe('not-an-archive')
  })

  it('a body that breaks off', async () => {
    const { s } = await furnished()
    const before = await seen(s)
    const bytes = await exported(s)
    const { connect } = await import('node:net')
    const socket = connect(Number(new URL(s.url).port), '127.0.0.1')
    socket.write(
      `POST /_emulator/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, bytes.length - 1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(await seen(s)).toEqual(before)
  })
})
