// A long queue is searched piece by piece for a user whom the bot has not met: what others do meanwhile counts.

import { expect, it, vi } from 'vitest'
import { confirmUpdates, requeueUpdate } from '../../src/messenger/updates/update-queue.ts'
import type { UpdateRow } from '../../src/store/tables/updates.ts'
import { member, restricted } from '../conformance/wire.ts'
import type { Json } from '../worlds/furnish.ts'
import { granted, refused } from '../worlds/service.ts'
import { team } from '../worlds/team.ts'

const PIECE = 500
const UPDATES = 3 * PIECE

const USER_NOT_FOUND = refused(400, 'Bad Request: user not found')
const NO_RIGHT = refused(400, 'Bad Request: not enough rights to restrict/unrestrict chat member')

/** Eve is in the group, and the bot has not seen her. */
async function unseenEve() {
  const { s, alice, bot, group } = await team()
  const eve = await s.user('Eve')
  await s.act('add', { as: 'alice', chat: 'team', who: 'eve' })
  await bot.ok('deleteWebhook', { drop_pending_updates: true })
  const { emulator } = s
  const { bots, updates } = emulator.world.store
  const { search: searchPiece } = updates
  const search = vi.spyOn(updates, 'search')

  /** Queues an update from somebody; it speaks of Eve, as the chat in which it is may do. */
  const append = (from: Json) =>
    emulator.world.transact((tx): UpdateRow => {
      const update_id = bots.nextUpdateId(bot.id)
      const user = { id: from.id, is_bot: false, first_name: from.first_name }
      const chat = { id: eve.id, type: 'private' }
      const body = JSON.stringify({ update_id, message: { text: `"id":${eve.id},`, from: user, chat } })
      const row: UpdateRow = { bot: bot.id, update_id, type: 'message', body, made_ms: tx.clock.ms() }
      updates.insert(row)
      return row
    })

  return {
    emulator,
    bot,
    alice,
    eve,
    append,
    search,
    searchPiece,
    /** Three pieces of updates, or more, with one from Eve in the place with this number. */
    fill(place?: number, updates = UPDATES) {
      for (let i = 0; i < updates; i++) append(i === place ? eve : alice)
    },
    call: async (method: string, params: Json = {}) => {
      const { status, body } = await emulator.call({ token: bot.token, method, input: params })
      return { status, body: JSON.parse(body) }
    },
    aboutEve: { chat_id: group.id, user_id: eve.id },
    /** Does something between the first piece and the second, or, if it is a call, between the second and the third. */
    meanwhile: (work: () => unknown) =>
      search.mockImplementationOnce((...args) => {
        setImmediate(work)
        return searchPiece(...args)
      }),
  }
}

it.each([
  ['the first update', 0, 1],
  ['the last one of the first piece', PIECE - 1, 1],
  ['the first one of the second piece', PIECE, 2],
  ['the middle of the queue', UPDATES / 2, 2],
  ['the last update', UPDATES - 1, 3],
])('a user is seen who stands in %s', async (_, place, pieces) => {
  const { fill, call, aboutEve, eve, search } = await unseenEve()
  fill(place)
  expect(await call('getChatMember', aboutEve)).toEqual(granted(member(eve)))
  expect(search).toHaveBeenCalledTimes(pieces)
})

it('a user who stands in none is not seen', async () => {
  const { fill, call, aboutEve, search } = await unseenEve()
  fill()
  expect(await call('getChatMember', aboutEve)).toEqual(USER_NOT_FOUND)
  expect(search).toHaveBeenCalledTimes(3)
})

it.each([undefined, UPDATES - 1])('each operation that asks for a user searches, place %s', async (place) => {
  const { fill, call, aboutEve, search, eve } = await unseenEve()
  fill(place)
  const seen = place !== undefined
  expect(await call('restrictChatMember', { ...aboutEve, permissions: {} })).toEqual(
    seen ? granted(true) : USER_NOT_FOUND,
  )
  expect(await call('getChatMember', aboutEve)).toEqual(seen ? granted(restricted(eve)) : USER_NOT_FOUND)
  expect(await call('unbanChatMember', aboutEve)).toEqual(seen ? granted(true) : USER_NOT_FOUND)
  // What getChatMember has shown, the bot has seen.
  expect(search).toHaveBeenCalledTimes(seen ? 6 : 9)
})

it('what is forgotten does not count while it is still to be removed', async () => {
  const { emulator, bot, fill, call, aboutEve, search, searchPiece } = await unseenEve()
  fill(5 * PIECE - 2, 5 * PIECE)
  emulator.world.transact((tx) => confirmUpdates(tx, tx.store.bots.getOrThrow(bot.id), -1))
  search.mockImplementationOnce((...args) => {
    expect(emulator.world.store.updates.botWithDropped()).toBe(bot.id)
    return searchPiece(...args)
  })
  expect(await call('getChatMember', aboutEve)).toEqual(USER_NOT_FOUND)
  expect.assertions(2)
})

it('nothing is searched for a user whom the bot has seen', async () => {
  const { fill, call, aboutEve, alice, search } = await unseenEve()
  fill()
  expect((await call('getChatMember', { ...aboutEve, user_id: alice.id })).status).toBe(200)
  expect(search).not.toHaveBeenCalled()
})

it('others are answered between two pieces', async () => {
  const { fill, call, aboutEve, meanwhile } = await unseenEve()
  fill()
  const answered: string[] = []
  const ask = async (method: string, params?: Json) => {
    await call(method, params)
    answered.push(method)
  }
  meanwhile(() => ask('getMe'))
  await ask('getChatMember', aboutEve)
  expect(answered).toEqual(['getMe', 'getChatMember'])
})

type Scene = Awaited<ReturnType<typeof unseenEve>>

const LAST = UPDATES - 1

it.each<[string, number | undefined, (scene: Scene) => unknown, (scene: Scene) => unknown]>([
  [
    'her update is dropped',
    LAST,
    ({ call }) => call('deleteWebhook', { drop_pending_updates: true }),
    () => USER_NOT_FOUND,
  ],
  [
    'her update expires',
    LAST,
    ({ emulator }) => emulator.perform('advanceClock', { seconds: 86_400 }),
    () => USER_NOT_FOUND,
  ],
  ['the bot receives her update', LAST, ({ call }) => call('getUpdates', { offset: -1 }), () => granted(true)],
  ['all but the last are forgotten', LAST - 1, ({ call }) => call('getUpdates', { offset: -1 }), () => USER_NOT_FOUND],
  ['she writes', undefined, ({ append, eve }) => append(eve), () => granted(true)],
  [
    'another queue takes the place of this one',
    undefined,
    ({ call, fill }) => {
      void call('deleteWebhook', { drop_pending_updates: true })
      setImmediate(() => fill(0))
    },
    () => granted(true),
  ],
  [
    'the bot loses its right',
    undefined,
    ({ emulator }) => emulator.perform('demote', { as: 'alice', chat: 'team', who: 'greeter' }),
    () => NO_RIGHT,
  ],
  [
    'the bot is suspended',
    undefined,
    ({ emulator }) => emulator.perform('updateBot', { bot: 'greeter', suspended: true }),
    () => refused(403, 'Forbidden: bot is suspended'),
  ],
  ['the world is reset', LAST, ({ emulator }) => emulator.perform('reset', {}), () => refused(401, 'Unauthorized')],
])('while the search goes on, %s', async (_, place, work, answer) => {
  const scene = await unseenEve()
  const { fill, meanwhile, call, aboutEve } = scene
  fill(place)
  meanwhile(() => work(scene))
  expect(await call('restrictChatMember', { ...aboutEve, permissions: {} })).toEqual(answer(scene))
})

it('an emulator that is closed does not search on', async () => {
  const { emulator, fill, meanwhile, call, aboutEve, search } = await unseenEve()
  fill()
  meanwhile(() => void emulator.close())
  expect(await call('getChatMember', aboutEve)).toEqual(refused(500, 'Internal Server Error'))
  expect(search).toHaveBeenCalledTimes(2)
  const [last] = emulator.world.log.calls.since().slice(-1)
  expect(last?.why).toBe(
    'The emulator was stopped while it searched the pending updates of a bot. Start the emulator again, then repeat the call.',
  )
})

it('what is put back behind the search comes after the call', async () => {
  const { emulator, fill, append, eve, meanwhile, call, aboutEve } = await unseenEve()
  const row = append(eve)
  await call('deleteWebhook', { drop_pending_updates: true })
  fill()
  meanwhile(() => emulator.world.transact((tx) => requeueUpdate(tx, row)))
  expect(await call('getChatMember', aboutEve)).toEqual(USER_NOT_FOUND)
  expect(await call('getChatMember', aboutEve)).toEqual(granted(member(eve)))
})
