// Calls that come in the same moment share a commit, and still are calls of their own.

import { expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../../src/emulator.ts'

function stage() {
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const act = (action: string, params: object) => emulator.perform(action, params)
  act('freezeClock', {})
  act('setClock', { at: 1_800_014_400 })
  act('createUser', { handle: 'alice', id: 1, first_name: 'Alice' })
  for (const [id, handle] of [
    [10, 'greeter'],
    [11, 'reader'],
  ] as const) {
    act('createBot', { handle, id, token: handle, first_name: handle, owner: 'alice' })
    act('start', { as: 'alice', bot: handle })
    // What the start has brought is of no interest here.
    emulator.world.transact(() => emulator.world.store.updates.removeBelow(id, Number.MAX_SAFE_INTEGER))
  }
  act('createChannel', { handle: 'news', id: -1001, title: 'News', owner: 'alice' })
  for (const who of ['greeter', 'reader']) {
    act('promote', { as: 'alice', chat: 'news', who, rights: { can_post_messages: true } })
    emulator.world.transact(() =>
      emulator.world.store.updates.removeBelow(who === 'greeter' ? 10 : 11, Number.MAX_SAFE_INTEGER),
    )
  }
  return emulator
}

async function call(emulator: Emulator, token: string, method: string, input: object) {
  const { status, body } = await emulator.call({ token, method, input: { ...input } })
  return { status, ...JSON.parse(body) }
}

it('LIM-06: of 31 sends in one moment the last is refused, and leaves nothing', async () => {
  const emulator = stage()
  const texts = Array.from({ length: 31 }, (_, i) => `${i}`)
  const answers = await Promise.all(texts.map((text) => call(emulator, 'greeter', 'sendMessage', { chat_id: 1, text })))
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429])
  expect(answers.slice(0, 30).map(({ result }) => result.text)).toEqual(texts.slice(0, 30))
  expect(emulator.view('/users/alice/chats/greeter')).toMatchObject({ last_message: { text: '29' } })
})

it('undoes one that fails after it has written, and none beside it', async () => {
  const { world } = stage()
  const { settings } = world.store
  const made = await Promise.allSettled([
    world.transactShared(() => settings.set('a', 1)),
    world.transactShared(() => {
      settings.set('b', 1)
      world.service = { ...world.service, name: 'Undone' }
      throw new Error('b')
    }),
    world.transactShared(() => settings.set('c', 1)),
  ])
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(['a', 'b', 'c'].map((name) => settings.get(name))).toEqual([1, undefined, 1])
  expect(world.service.name).not.toBe('Undone')
  expect(world.store.inTransaction()).toBe(false)
})

it.each(['poll first', 'post first'])(
  'UPD-16: a poll beside a post in the same moment misses nothing (%s)',
  async (order) => {
    const emulator = stage()
    const calls = [
      () => call(emulator, 'reader', 'getUpdates', { timeout: 50 }),
      () => call(emulator, 'greeter', 'sendMessage', { chat_id: -1001, text: 'hi' }),
    ]
    const made = (order === 'poll first' ? calls : calls.toReversed()).map((make) => make())
    const [updates] = await Promise.all(order === 'poll first' ? made : made.toReversed())
    expect(updates).toMatchObject({ status: 200, result: [{ channel_post: { text: 'hi' } }] })
  },
)
