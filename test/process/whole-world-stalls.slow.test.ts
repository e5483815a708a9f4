// Nobody waits for an act on the whole world, however large that is.

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { emptyFolder, start } from '../helpers/program.ts'
import { leastStall, watchedProgram } from '../helpers/watched-program.ts'

const MAX_MS = 100
const MESSAGES = 60_000
const UPDATES = 15_000

/** A world on the disk with many messages, and with updates that nobody has asked for. */
async function largeWorld(token: string): Promise<string> {
  const file = join(emptyFolder(), 'world.sqlite')
  await (await start(['--db', file, '--token', token])).stop()
  const db = new Database(file)
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MESSAGES})
     insert or replace into messages (chat, message_id, author, date, text)
     select (select min(chat) from chats), i, (select id from users where not is_bot limit 1), 1700000000, 'Message ' || i || ' of many.' from n`,
  ).run()
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${UPDATES})
     insert or replace into updates (bot, update_id, type, body, made_ms)
     select (select id from bots limit 1), i, 'message',
       '{"update_id":' || i || ',"message":{"message_id":' || i || ',"text":"x"}}', ? from n`,
  ).run(Date.now())
  db.exec(`update bots set last_update_id = ${UPDATES}; update chats set last_message_id = ${MESSAGES}`)
  db.close()
  return file
}

type Watched = Awaited<ReturnType<typeof watchedProgram>>

const exported = async ({ url }: Watched) => (await fetch(`${url}/_emulator/export?tokens=true`)).blob()

const post = async ({ url }: Watched, path: string, type: string, body: string | Blob) => {
  const response = await fetch(`${url}/_emulator/${path}`, { method: 'POST', headers: { 'content-type': type }, body })
  const text = await response.text()
  expect(`${path}: ${response.ok || text}`).toBe(`${path}: true`)
}

const act = (program: Watched, name: string, params: object) =>
  post(program, `actions/${name}`, 'application/json', JSON.stringify(params))

const bring = (program: Watched, archive: Blob) => post(program, 'import', 'application/octet-stream', archive)

async function expectNoStall(program: Watched, archive: Blob) {
  const acts: [string, () => Promise<unknown>][] = [
    ['export', () => exported(program)],
    ['snapshot', () => act(program, 'snapshot', { name: 'large' })],
    ['restore', () => act(program, 'restore', { name: 'large' })],
    ['import', () => bring(program, archive)],
  ]
  // What is loaded with the first request of its kind is no stall of the second.
  await act(program, 'snapshot', { name: 'first' })
  await program.longestStall()
  let numberings = 0
  for (const [name, run] of acts) {
    const ms = await leastStall(program, MAX_MS, async () => {
      await run()
      if (name === 'restore' || name === 'import') numberings++
    })
    expect(`${name}: ${ms < MAX_MS || ms}`).toBe(`${name}: true`)
  }
  const [bot] = program.bots
  const updates = await (await fetch(`${program.url}/bot${bot?.token}/getUpdates?limit=2`)).json()
  // Each time they were numbered above what was there before.
  const ids = [1, 2].map((n) => ({ update_id: numberings * UPDATES + n, message: { message_id: n, text: 'x' } }))
  expect(updates).toEqual({ ok: true, result: ids })
}

it(`an act on a world of ${MESSAGES} messages`, { timeout: 120_000 }, async () => {
  const token = '900:secret'
  const onDisk = await watchedProgram(['--db', await largeWorld(token)])
  onTestFinished(onDisk.end)
  const archive = await exported(onDisk)
  await expectNoStall(onDisk, archive)

  const inMemory = await watchedProgram(['--memory', '--token', token])
  onTestFinished(inMemory.end)
  await bring(inMemory, archive)
  await expectNoStall(inMemory, archive)
})
