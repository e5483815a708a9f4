// Rows of an archive that no emulator has written: each is named, and the world is as it was.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mediaBytes } from '../conformance/files.ts'
import { service } from '../worlds/service.ts'
import { stage, TEAM } from '../worlds/stage.ts'
import { writeWithoutChecks } from './without-checks.ts'

let archive: Buffer | undefined

/** An export with a row in every table, made by the first test that needs it. */
async function exported(): Promise<Buffer> {
  if (archive) return archive
  const { s, bot } = await stage()
  const file = { name: 'a.pdf', base64: mediaBytes('page.pdf').toString('base64') }
  await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  const photo = { name: 'a.jpg', base64: mediaBytes('plain.jpg').toString('base64') }
  await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'photo', file: photo })
  await s.act('join', { as: 'dave', chat: TEAM.id })
  await bot.ok('setMyCommands', { commands: [{ command: 'help', description: 'Help' }] })
  await bot.ok('getUpdates', { allowed_updates: ['message'] })
  const keyboard = { keyboard: [[{ text: 'Yes' }]] }
  await bot.ok('sendMessage', { chat_id: 201, text: 'sure?', reply_markup: keyboard })
  await s.act('updateService', { allow_local_webhooks: true })
  await bot.ok('setWebhook', { url: 'http://127.0.0.1:9/', secret_token: 's' })
  const response = await fetch(`${s.url}/_emulator/export?tokens=true`)
  archive = Buffer.from(await response.arrayBuffer())
  return archive
}

async function tampered(sql: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'wrong-rows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'world')
  writeFileSync(path, await exported())
  writeWithoutChecks(path, sql)
  return readFileSync(path)
}

async function imported(bytes: Buffer) {
  const s = await service()
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(`${s.url}/_emulator/import`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  const body = (await response.json()) as { ok: boolean; error?: object }
  return { s, status: response.status, body }
}

const ENDLESS = '['.repeat(2000) + ']'.repeat(2000)

const WRONG: [sql: string, how: string][] = [
  [
    'update archive set at_ms = 9007199254740991',
    'in archive, the row with rowid 1 has an invalid at_ms: 9007199254740991 (a number)',
  ],
  ["update archive set at_ms = 'noon'", 'in archive, the row with rowid 1 has an invalid at_ms: "noon"'],
  ['update archive set frozen = 2', 'in archive, the row with rowid 1 has an invalid frozen: 2 (a number)'],
  [
    "update settings set value = '{' where name = 'service'",
    'in settings, the row with name service has an invalid value: "{"',
  ],
  [
    `insert or replace into settings values ('clock', '{"offsetMs":"1"}')`,
    'in settings, the row with name clock has an invalid value: "{\\"offsetMs\\":\\"1\\"}"',
  ],
  [
    `update settings set value = '""' where name = 'file_id_key'`,
    'in settings, the row with name file_id_key has an invalid value: "\\"\\""',
  ],
  [
    `insert or replace into settings values ('update_id_floor', '9007199254740991')`,
    'in settings, the row with name update_id_floor has an invalid value: "9007199254740991"',
  ],
  ['update users set is_bot = 1 where id = 201', 'in users, the row with id 201 has an invalid is_bot: 1 (a number)'],
  ["update users set devices = 'many' where id = 201", 'in users, the row with id 201 has an invalid devices: "many"'],
  [
    'update users set devices = -1 where id = 201',
    'in users, the row with id 201 has an invalid devices: -1 (a number)',
  ],
  [
    "update users set first_name = x'00' where id = 201",
    'in users, the row with id 201 has an invalid first_name: {"type":"Buffer","data":[0]}',
  ],
  ['update bots set suspended = 7', 'in bots, the row with id 900 has an invalid suspended: 7 (a number)'],
  ["update bots set commands = 'help'", 'in bots, the row with id 900 has an invalid commands: "help"'],
  [
    `update bots set commands = '[{"command":1}]'`,
    'in bots, the row with id 900 has an invalid commands: "[{\\"command\\":1}]"',
  ],
  [
    `update bots set allowed_updates = '["poll"]'`,
    'in bots, the row with id 900 has an invalid allowed_updates: "[\\"poll\\"]"',
  ],
  [
    'update bots set last_update_id = 9007199254740991',
    'in bots, the row with id 900 has an invalid last_update_id: 9007199254740991 (a number)',
  ],
  ['update bots set last_update_id = 0', 'in bots, the row with id 900 has an invalid last_update_id: 0 (a number)'],
  [
    "update private_chats set reply_keyboard = '[[1]]' where person = 201",
    'in private_chats, the row with chat 1 has an invalid reply_keyboard: "[[1]]"',
  ],
  [
    'update private_chats set last_message_id = -1 where person = 201',
    'in private_chats, the row with chat 1 has an invalid last_message_id: -1 (a number)',
  ],
  ["update chats set type = 'club' where chat = -500", 'in chats, the row with chat -500 has an invalid type: "club"'],
  [
    'update chats set channel = chat where chat = -500',
    'in chats, the row with chat -500 has an invalid channel: -500 (a number)',
  ],
  [
    "update chats set type = 'supergroup', channel = -501 where chat = -500",
    'in chats, the row with chat -500 has an invalid channel: -501 (a number)',
  ],
  [
    'update chats set people = -1 where chat = -500',
    'in chats, the row with chat -500 has an invalid people: -1 (a number)',
  ],
  [
    "update members set status = 'guest' where user = 202",
    'in members, the row with chat -500, user 202 has an invalid status: "guest"',
  ],
  [
    'update members set rights = 1e6 where user = 202',
    'in members, the row with chat -500, user 202 has an invalid rights: 1000000 (a number)',
  ],
  [
    'update members set is_bot = 1 where user = 202',
    'in members, the row with chat -500, user 202 has an invalid is_bot: 1 (a number)',
  ],
  [
    'update messages set date = 253402300800 where chat = -500 and message_id = 1',
    'in messages, the row with chat -500, message_id 1 has an invalid date: 253402300800 (a number)',
  ],
  [
    "update messages set date = 'today' where chat = -500 and message_id = 1",
    'in messages, the row with chat -500, message_id 1 has an invalid date: "today"',
  ],
  [
    'update messages set author = 1 where chat = -500 and message_id = 1',
    'in messages, the row with chat -500, message_id 1 has an invalid author: 1 (a number)',
  ],
  [
    'update messages set chat = -7 where chat = -500 and message_id = 1',
    'in messages, the row with chat -7, message_id 1 has an invalid chat: -7 (a number)',
  ],
  [
    'update messages set file = 99 where chat = -500 and message_id = 1',
    'in messages, the row with chat -500, message_id 1 has an invalid file: 99 (a number)',
  ],
  [
    "update messages set keyboard = 'Yes' where chat = -500 and message_id = 1",
    'in messages, the row with chat -500, message_id 1 has an invalid keyboard: "Yes"',
  ],
  [
    `update messages set keyboard = '${ENDLESS}' where chat = -500 and message_id = 1`,
    `in messages, the row with chat -500, message_id 1 has an invalid keyboard: "${'['.repeat(299)}…`,
  ],
  [
    `update messages set service = '{"left_chat_member":1}' where chat = -500 and message_id = 1`,
    'in messages, the row with chat -500, message_id 1 has an invalid service: "{\\"left_chat_member\\":1}"',
  ],
  [
    "update updates set body = '{}' where update_id = (select min(update_id) from updates)",
    'in updates, the row with bot 900, update_id 1 has an invalid body: "{}"',
  ],
  [
    'update updates set update_id = -7 where update_id = 1',
    'in updates, the row with bot 900, update_id -7 has an invalid update_id: -7 (a number)',
  ],
  [
    "update updates set type = 'poll' where update_id = 1",
    'in updates, the row with bot 900, update_id 1 has an invalid type: "poll"',
  ],
  [
    'update updates set made_ms = 9007199254740991 where update_id = 1',
    'in updates, the row with bot 900, update_id 1 has an invalid made_ms: 9007199254740991 (a number)',
  ],
  [
    "update seen_users set user = 'Alice' where user = 201",
    'in seen_users, the row with bot 900, user Alice has an invalid user: "Alice"',
  ],
  [
    'update ledger set at_ms = 9007199254740991 where rowid = 1',
    'in ledger, the row with rowid 1 has an invalid at_ms: 9007199254740991 (a number)',
  ],
  [
    'update daily_chats set nth = -1 where chat = -500',
    expect.stringMatching(/^in daily_chats, .* has an invalid nth: -1 \(a number\)$/),
  ],
  [
    "update webhooks set url = 'file:///etc/passwd'",
    'in webhooks, the row with bot 900 has an invalid url: "file:///etc/passwd"',
  ],
  ["update webhooks set secret_token = 'a b'", 'in webhooks, the row with bot 900 has an invalid secret_token: "a b"'],
  [
    'update webhooks set max_connections = 0',
    'in webhooks, the row with bot 900 has an invalid max_connections: 0 (a number)',
  ],
  ["update files set kind = 'poll' where file = 1", 'in files, the row with file 1 has an invalid kind: "poll"'],
  [
    'update files set size = size + 1 where file = 1',
    expect.stringMatching(/^in files, the row with file 1 has an invalid size: \d+ \(a number\)$/),
  ],
  ['update files set width = null where file = 2', 'in files, the row with file 2 has an invalid width: null'],
  [
    "update files set mime = 'a/b' || char(10) || 'x: y' where file = 1",
    'in files, the row with file 1 has an invalid mime: "a/b\\nx: y"',
  ],
  [
    "update users set first_name = printf('%.*c', 5000000, 'x') where id = 201",
    'in users, the row with id 201 has an invalid first_name: "5000000 bytes"',
  ],
]

it.each(WRONG)('%s', async (sql, how) => {
  const { s, status, body } = await imported(await tampered(sql))
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      ok: false,
      error: {
        code: 'damaged-archive',
        message: typeof how === 'string' ? `The export is damaged: ${how}.` : expect.anything(),
        hint: 'Nothing was changed. Import another copy of the file.',
      },
    },
  })
  const { message } = body.error as { message: string }
  expect(message.replace(/^The export is damaged: (.*)\.$/s, '$1')).toEqual(how)
  expect(await s.view('/users')).toEqual([])
})

it('the same archive as it was made passes', async () => {
  const { s, status } = await imported(await exported())
  expect(status).toBe(200)
  expect(await s.view('/users')).toHaveLength(4)
})
