// Looking changes nothing: every row of the database is the same after a view, and after whatever was refused.

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../src/control/openapi/document.ts'
import { BAD_INPUT } from '../../conformance/bad-input.ts'
import { everythingIn } from '../../helpers/database.ts'
import { fileIn, media, mediaBytes } from '../../helpers/files.ts'
import type { Json } from '../../helpers/furnish.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { receiver, status } from '../../helpers/receiver.ts'
import { refused, type Service } from '../../helpers/service.ts'
import { ALICE, ALL_TRANSPORTS, CLUB, NEWS, stage, TEAM } from '../../helpers/stage.ts'
import { until } from '../../helpers/until.ts'
import { HOOK } from '../../helpers/webhook-bot.ts'

const HOURS = 3600
const JSON_TYPE = { 'content-type': 'application/json' }

const newFile = () => join(emptyFolder(), 'world.sqlite')

/** The stage on a database file, and what is written there. */
async function onDisk() {
  const file = newFile()
  return { ...(await stage({ file })), everything: everythingIn(file) }
}

/** A world with a webhook that fails, expired updates, mutes, faults, files, comments, a block, a ban and a snapshot. */
async function fullWorld() {
  const here = await onDisk()
  const { s, bot, comments } = here
  const as = 'alice'
  const answer = await bot.call('sendDocument', { chat_id: ALICE.id, document: media('page.pdf') })
  const file = { name: 'a.jpg', base64: mediaBytes('plain.jpg').toString('base64') }
  await s.act('sendFile', { as, to: 'greeter', kind: 'photo', file, caption: 'Mine' })
  await s.act('join', { as: 'bob', chat: NEWS.id })
  await s.act('send', { as: 'bob', to: comments, text: 'well said' })
  await s.act('join', { as: 'dave', chat: CLUB.id })
  await s.act('send', { as: 'dave', to: CLUB.id, text: 'I am new' })
  await s.act('mute', { as, chat: TEAM.id, who: 'carol', until_date: 1_800_014_400 + HOURS })
  await s.act('mute', { as, chat: CLUB.id, who: 'carol' })
  await s.act('ban', { as, chat: CLUB.id, who: 'dave' })
  await s.act('block', { as: 'carol', bot: 'greeter' })
  await s.act('injectFault', { bot: 'greeter', operation: 'setMyName', status: 500, times: 2 })
  await s.act('updateService', { content_filter: [{ match: 'spam', reason: 'no advertising' }] })
  await bot.call('setMyName', { name: 'Host' })
  await s.act('snapshot', { name: 'before' })
  // What waits for the greeter is too old to be received from now on.
  await s.act('advanceClock', { seconds: 25 * HOURS })

  const hooked = await s.bot({ first_name: 'Hooked' })
  const to = await receiver(status(500))
  await s.act('updateService', { webhook_routes: { [new URL(HOOK).hostname]: to.origin } })
  await hooked.ok('setWebhook', { url: HOOK, secret_token: 'secret' })
  await s.act('start', { as, bot: 'hooked' })
  const deliveries = (): Promise<Json[]> => s.view('/bots/hooked/deliveries')
  await until(async () => (await deliveries()).length === 1)
  const ids = (await deliveries()).map(({ id }) => String(id))
  const recording = await fetch(`${s.url}/_emulator/recordings`, { method: 'POST', headers: JSON_TYPE, body: '{}' })
  const { result } = (await recording.json()) as Json
  return { ...here, deliveries: ids, recordings: [String(result.id)], file: fileIn(answer).file_unique_id }
}

type World = Awaited<ReturnType<typeof fullWorld>>

const DOCUMENT: Json = openApiDocument('http://127.0.0.1')

/** The paths below /_emulator that may be looked at by GET. */
const GETS = Object.keys(DOCUMENT.paths)
  .filter((path) => path.startsWith('/_emulator/') && DOCUMENT.paths[path].get)
  .map((path) => path.slice('/_emulator'.length))

/** Those of them that are no views of the world, and how they may be asked for. */
const OTHERS: Record<string, string[]> = {
  '/health': [''],
  '/actions': [''],
  '/events': ['?after=0', '?after=0&type=message,call'],
  '/clock/follow': ['?pid=1&runtime=node'],
  '/export': ['', '?tokens=true'],
  '/files/{unique_id}': [''],
  '/openapi.json': [''],
}

const VIEWS = GETS.filter((path) => !(path in OTHERS))

const QUERIES: Record<string, string[]> = {
  '/chats/{chat}': ['?bot=greeter', '?bot=hooked'],
  '/chats/{chat}/messages': ['?bot=greeter', '?bot=greeter&after=1&before=9&limit=2', '?limit=1'],
  '/bots/{bot}/profile': ['?as=alice', '?as=dave'],
  '/bots/{bot}/deliveries': ['?after=0'],
  '/faults': ['?bot=greeter', '?fired=false'],
  '/calls': ['?bot=greeter&ok=false&after=1'],
}

/** A view of everybody and everything that the world has, and of what it has not, with each query. */
async function urlsOf(view: string, { s, deliveries, recordings }: World): Promise<string[]> {
  const handlesOf = async (path: string): Promise<string[]> =>
    (await s.view(path)).map(({ handle }: { handle: string }) => handle)
  const [bots, people, chats] = [await handlesOf('/bots'), await handlesOf('/users'), await handlesOf('/chats')]
  // A private chat is named by its person, beside the bot, or by its bot, beside the person.
  const places = {
    '{bot}': bots,
    '{user}': people,
    '{chat}': [...chats, ...bots, ...people],
    '{delivery}': deliveries,
    '{id}': recordings,
  }
  const paths = Object.entries(places).reduce(
    (all, [name, values]) =>
      all.flatMap((path) =>
        path.includes(name) ? [...values, 'nobody'].map((value) => path.replace(name, value)) : [path],
      ),
    [view],
  )
  return paths.flatMap((path) => ['', ...(QUERIES[view] ?? [])].map((query) => path + query))
}

/** The whole answer, of a stream its first part; with the status. */
async function look({ url }: Service, path: string): Promise<number> {
  const stop = new AbortController()
  const response = await fetch(`${url}/_emulator${path}`, { signal: stop.signal })
  if (response.headers.get('content-type')?.includes('event-stream')) {
    await response.body!.getReader().read()
    stop.abort()
  } else await response.arrayBuffer()
  return response.status
}

/** The answer is how many there were to be seen. */
async function changesNothing(world: World, urls: string[]): Promise<number> {
  const before = world.everything()
  let seen = 0
  for (const url of urls) {
    if ((await look(world.s, url)) === 200) seen++
    expect(world.everything(), url).toEqual(before)
  }
  return seen
}

it('the world that is looked at has something in every table', async () => {
  const { everything, file } = await fullWorld()
  const { rows, files } = everything()
  for (const [table, found] of Object.entries(rows)) expect(found, table).not.toEqual([])
  expect(files).toEqual(
    expect.arrayContaining([`world.sqlite.files/${file}`, 'world.sqlite.snapshots/before.snapshot']),
  )
})

describe('what is looked at', () => {
  it('each view', async () => {
    const world = await fullWorld()
    expect(VIEWS).toEqual(expect.arrayContaining(Object.keys(QUERIES)))
    for (const view of VIEWS) {
      const urls = await urlsOf(view, world)
      expect(await changesNothing(world, urls), view).toBeGreaterThan(0)
    }
  })

  it('what else may be asked for', async () => {
    expect(GETS).toEqual(expect.arrayContaining(Object.keys(OTHERS)))
    const world = await fullWorld()
    for (const [path, queries] of Object.entries(OTHERS)) {
      const at = path.replace('{unique_id}', world.file)
      const urls = queries.map((query) => at + query)
      expect(await changesNothing(world, urls), path).toBe(urls.length)
    }
    expect(await changesNothing(world, ['/files/nothing', '/nowhere'])).toBe(0)
  })

  it('the nearest miss, after a wait', async () => {
    const { s, everything } = await fullWorld()
    const before = everything()
    const expectation = { call: 'sendMessage', bot: 'greeter', with: { text: 'never' }, within: 0 }
    const response = await fetch(`${s.url}/_emulator/wait`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(expectation),
    })
    expect(await response.json()).toMatchObject({ ok: false })
    expect(everything()).toEqual(before)
  })
})

describe('a refused call', () => {
  it.each(ALL_TRANSPORTS)('ENV-12 ENV-16 for bad input in %s', async (via) => {
    const { bot, everything } = await onDisk()
    const before = everything()
    for (const [method, params, reason] of BAD_INPUT) {
      const context = `${method} ${JSON.stringify(params)}`
      expect(await bot.call(method, params, via), context).toEqual(refused(400, `Bad Request: ${reason}`))
      expect(everything(), context).toEqual(before)
    }
  })

  it('after what waits has grown too old', async () => {
    const { s, bot, everything } = await fullWorld()
    const before = everything()
    expect((await bot.call('getUpdates', { limit: 101 })).status).toBe(400)
    expect((await bot.call('getUpdates', { offset: 5, timeout: -1 })).status).toBe(400)
    expect((await s.call('1:wrong', 'getUpdates')).status).toBe(401)
    expect((await bot.call('getUpdate')).status).toBe(404)
    expect(everything()).toEqual(before)
  })
})

describe('a refused action', () => {
  const alice = { as: 'alice' }
  const REFUSED: [action: string, params: Json, code: string][] = [
    ['send', { as: 'dave', to: CLUB.id, text: 'hi' }, 'not-a-member'],
    ['send', { as: 'carol', to: 'greeter', text: 'hi' }, 'blocked'],
    ['send', { ...alice, to: 'nobody', text: 'hi' }, 'not-found'],
    ['send', { ...alice, to: 'greeter', text: '' }, 'invalid-params'],
    ['send', { ...alice, to: NEWS.id, text: 'spam' }, 'filtered'],
    ['sendFile', { ...alice, to: 'greeter', kind: 'photo', file: { name: 'a.jpg', base64: 'AAAA' } }, 'file-refused'],
    ['sendFile', { as: 'dave', to: CLUB.id, kind: 'document', file: { name: 'a', base64: 'AAAA' } }, 'not-a-member'],
    ['edit', { ...alice, chat: TEAM.id, message_id: 2, text: 'mine' }, 'not-the-author'],
    ['delete', { as: 'bob', chat: TEAM.id, message_id: 1 }, 'no-right'],
    ['read', { as: 'dave', chat: TEAM.id }, 'not-a-member'],
    ['press', { ...alice, chat: TEAM.id, button: 'Perhaps' }, 'no-such-button'],
    ['tap', { ...alice, bot: 'greeter', key: 'Yes' }, 'no-such-key'],
    ['start', { as: 'nobody', bot: 'greeter' }, 'not-found'],
    ['join', { as: 'dave', chat: CLUB.id }, 'banned'],
    ['leave', { as: 'dave', chat: TEAM.id }, 'not-a-member'],
    ['add', { ...alice, chat: CLUB.id, who: 'dave' }, 'banned'],
    ['promote', { ...alice, chat: CLUB.id, who: 'dave' }, 'banned'],
    ['updateChat', { chat: CLUB.id, title: 'Else', owner: 'dave' }, 'banned'],
    ['ban', { as: 'carol', chat: TEAM.id, who: 'bob' }, 'no-right'],
    ['unban', { as: 'carol', chat: CLUB.id, who: 'dave' }, 'no-right'],
    ['mute', { ...alice, chat: TEAM.id, who: 'alice' }, 'owner-target'],
    ['unmute', { as: 'bob', chat: TEAM.id, who: 'carol' }, 'no-right'],
    ['promote', { as: 'bob', chat: TEAM.id, who: 'carol' }, 'no-right'],
    ['demote', { ...alice, chat: TEAM.id, who: 'carol' }, 'not-an-administrator'],
    ['pin', { as: 'carol', chat: CLUB.id, message_id: 1 }, 'no-right'],
    ['pin', { ...alice, chat: TEAM.id, message_id: 99 }, 'no-such-message'],
    ['unpin', { as: 'bob', chat: TEAM.id }, 'no-right'],
    ['createUser', { first_name: 'Alice', handle: 'alice' }, 'handle-taken'],
    ['createBot', { first_name: 'Greeter', username: 'greeter_bot' }, 'username-taken'],
    ['createGroup', { title: 'New', owner: 'alice', members: ['bob', 'nobody'] }, 'not-found'],
    ['createChannel', { title: 'New', owner: 'alice', subscribers: ['bob', 'nobody'], comments: true }, 'not-found'],
    ['updateUser', { user: 'alice', username: 'bob_stone' }, 'username-taken'],
    ['updateBot', { bot: 'greeter', first_name: 'New', owner: 'nobody' }, 'not-found'],
    ['updateChat', { chat: TEAM.id, title: 'New', owner: 'nobody' }, 'not-found'],
    ['updateService', { name: 'New', webhook_routes: { 'a.example.org': 'http://93.184.215.14' } }, 'invalid-params'],
    ['deleteFile', { file_unique_id: 'nothing' }, 'no-such-file'],
    ['redeliver', { bot: 'hooked', update_id: 99 }, 'no-such-update'],
    ['seedDailyChats', { bot: 'greeter', count: -1 }, 'invalid-params'],
    ['advanceClock', { seconds: -1 }, 'invalid-params'],
    ['setClock', { at: 'noon' }, 'invalid-params'],
    ['injectFault', { bot: 'nobody', status: 500 }, 'not-found'],
    ['clearFaults', { bot: 'nobody' }, 'not-found'],
    ['snapshot', { name: 'a/b' }, 'invalid-params'],
    ['restore', { name: 'never' }, 'not-found'],
    ['reset', { layer: 'nothing' }, 'invalid-params'],
    ['noSuchAction', {}, 'unknown-action'],
  ]
  it('of each kind', async () => {
    const { s, everything } = await fullWorld()
    const before = everything()
    for (const [action, params, code] of REFUSED) {
      const { body } = await s.tryAct(action, params)
      const context = `${action} ${JSON.stringify(params)}`
      expect(body, context).toMatchObject({ ok: false, error: { code } })
      expect(everything(), context).toEqual(before)
    }
  })
})
