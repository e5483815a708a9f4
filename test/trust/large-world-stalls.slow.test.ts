// No request about a large world delays another: each is answered in pieces, or is small enough.

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { emptyFolder, start } from '../cli/program.ts'
import { leastStall, watchedProgram } from '../process/watched-program.ts'

const MAX_MS = 100
const PEOPLE = 10_000
const CHATS = 1000
const MESSAGES = 300_000
const UNREAD = 2_000_000
const GROUP = -1_000_001
const UNREAD_GROUP = -1_000_002

const KEYBOARD = JSON.stringify([[{ text: 'Yes', callback_data: 'y' }]])

/** A new world, which is then filled without the emulator. */
async function closedWorld() {
  const file = join(emptyFolder(), 'world.sqlite')
  await (await start(['--db', file])).stop()
  const db = new Database(file)
  const idOf = (handle: string) => db.prepare('select id from users where handle = ?').pluck().get(handle)
  const fill = (count: number, into: string, values: string) =>
    db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into ${into} select ${values} from n`)
  return { file, db, fill, bot: idOf('greeter'), alice: idOf('alice') }
}

/** Alice is in each chat. All people are in the first, which is full of buttons; she has not read the second. */
async function largeWorld(): Promise<string> {
  const { file, db, fill, bot, alice } = await closedWorld()
  fill(PEOPLE, 'users (id, handle, is_bot, first_name)', "2000000 + i, 'p' || i, 0, 'Person ' || i")
  fill(
    CHATS,
    'chats (chat, handle, type, title, last_message_id, permissions)',
    `-1000000 - i, 'g' || i, 'group', 'Group ' || i, ${MESSAGES}, 15`,
  )
  const members = 'members (chat, user, is_bot, status)'
  fill(CHATS, members, `-1000000 - i, ${alice}, 0, 'creator'`)
  fill(CHATS, members, `-1000000 - i, ${bot}, 1, 'member'`)
  fill(PEOPLE, members, `${GROUP}, 2000000 + i, 0, 'member'`)
  const columns = 'messages (chat, message_id, author, date, text, keyboard)'
  fill(MESSAGES, columns, `${GROUP}, i, ${bot}, 1700000000, 'Message ' || i || ' of many.', '${KEYBOARD}'`)
  // Without message_id, the newest 10 000 messages are searched for a button.
  const only = (text: string, id: number) =>
    db.exec(
      `update messages set keyboard = replace(keyboard, 'Yes', '${text}') where chat = ${GROUP} and message_id = ${id}`,
    )
  only('Oldest', MESSAGES - 9999)
  only('Too old', MESSAGES - 10_000)
  const shortColumns = 'messages (chat, message_id, author, date, text)'
  fill(UNREAD, shortColumns, `${UNREAD_GROUP}, i, ${bot}, 1700000000, 'Hi'`)
  db.exec(`update chats set last_message_id = ${UNREAD} where chat = ${UNREAD_GROUP}`)
  db.close()
  return file
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

it('a request about a large world', { timeout: 240_000 }, async () => {
  const program = await watchedProgram(['--db', await largeWorld()])
  onTestFinished(program.end)
  const requests: [string, RequestInit | undefined, number][] = [
    ['users', undefined, 200],
    ['chats', undefined, 200],
    ['chats/g1/members', undefined, 200],
    ['chats/g1/messages?limit=10000', undefined, 200],
    ['users/alice/chats', undefined, 200],
    ['users/alice/chats/g1?limit=10000', undefined, 200],
    ['users/alice/chats/g2?limit=1', undefined, 200],
    ['openapi.json', undefined, 200],
    ['actions/press', json({ as: 'alice', chat: 'g1', button: 'Yes' }), 200],
    ['actions/press', json({ as: 'alice', chat: 'g1', button: 'No' }), 400],
    ['actions/press', json({ as: 'alice', chat: 'g1', button: 'Oldest' }), 200],
    ['actions/press', json({ as: 'alice', chat: 'g1', button: 'Too old' }), 400],
    ['actions/press', json({ as: 'alice', chat: 'g1', button: 'Yes', message_id: 1 }), 200],
    ['actions/send', json({ as: 'alice', to: 'g1', text: 'hi' }), 200],
    ['actions/read', json({ as: 'alice', chat: 'g1' }), 200],
    ['recordings', json({}), 400],
  ]
  for (const [path, init, status] of requests) {
    const ms = await leastStall(program, MAX_MS, async () => {
      const response = await fetch(`${program.url}/_emulator/${path}`, init)
      await response.text()
      expect(`${path}: ${response.status}`).toBe(`${path}: ${status}`)
    })
    expect(`${path}: ${ms < MAX_MS || ms}`).toBe(`${path}: true`)
  }
})
