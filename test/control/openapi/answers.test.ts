// What the document says of answers is so: of every view, every action and every event of a world in which much has happened.

import { expect, it } from 'vitest'
import { VIEWS } from '../../../src/control/views/index.ts'
import { hook } from '../../helpers/hooked.ts'
import { receiver, status } from '../../helpers/receiver.ts'
import { type Service, service } from '../../helpers/service.ts'
import { collect, DOORS } from '../client/doors.ts'
import { document, granted, mistakes } from './held-against.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely
type Any = any

const sorted = (names: Iterable<string>) => [...names].sort()

/** Performs every action, each as often as it has another kind of answer. */
async function played() {
  const s = await service()
  const wrong: Record<string, string[]> = {}
  const done = new Set<string>()
  async function act(name: string, params: object = {}) {
    const { body } = await s.tryAct(name, params)
    done.add(name)
    const found = mistakes(granted(document.paths[`/_emulator/actions/${name}`].post), body)
    if (found.length) wrong[name] = found
    return body.result
  }
  await act('createUser', { first_name: 'Alice', handle: 'alice', username: 'alice_w', language_code: 'de' })
  await act('createUser', { first_name: 'Bob', handle: 'bob', last_name: 'Jones' })
  await act('createBot', { first_name: 'Other', handle: 'other', owner: 'alice' })
  const greeter = await s.bot({ handle: 'greeter', username: 'greeter_bot' })
  const to = await receiver(status(500))
  const { bot: hooked } = await hook(s, to, {
    secret_token: 'secret',
    max_connections: 3,
    allowed_updates: ['message'],
  })
  await act('createGroup', {
    title: 'Team',
    handle: 'team',
    username: 'team',
    owner: 'alice',
    members: ['greeter', 'bob'],
  })
  await act('createChannel', { title: 'News', handle: 'news', owner: 'alice', subscribers: ['bob'], comments: true })
  await act('updateUser', { user: 'bob', devices: 2 })
  await act('updateBot', { bot: 'greeter', verified: true })
  await act('updateChat', { chat: 'team', description: 'Ours' })
  await act('start', { as: 'alice', bot: 'greeter' })
  await act('start', { as: 'alice', bot: hooked.handle })
  const { id: alice } = await s.view('/users/alice')
  const inline_keyboard = [
    [
      { text: 'Yes', callback_data: 'y' },
      { text: 'Site', url: 'https://example.org' },
    ],
  ]
  await greeter.ok('sendMessage', { chat_id: alice, text: 'Sure?', reply_markup: { inline_keyboard } })
  await greeter.ok('sendMessage', { chat_id: alice, text: 'Or?', reply_markup: { keyboard: [['No']] } })
  await greeter.call('sendMessage', { chat_id: 4711, text: 'Hi' })
  await act('press', { as: 'alice', chat: 'greeter', button: 'Yes' })
  await act('press', { as: 'alice', chat: 'greeter', button: 'Site' })
  await act('tap', { as: 'alice', bot: 'greeter', key: 'No' })
  const { message_id } = await act('send', { as: 'alice', to: 'team', text: '/help me' })
  await act('send', { as: 'bob', to: 'team', text: 'me too', reply_to: message_id })
  await act('edit', { as: 'alice', chat: 'team', message_id, text: 'help' })
  await act('pin', { as: 'alice', chat: 'team', message_id })
  await act('unpin', { as: 'alice', chat: 'team' })
  const file = { name: 'a.txt', base64: Buffer.from('hello').toString('base64') }
  const { document: sent } = await act('sendFile', {
    as: 'alice',
    to: 'greeter',
    kind: 'document',
    file,
    caption: 'look',
  })
  await act('read', { as: 'bob', chat: 'team' })
  await act('leave', { as: 'bob', chat: 'team' })
  await act('join', { as: 'bob', chat: 'team' })
  await act('add', { as: 'alice', chat: 'team', who: 'other' })
  await act('promote', {
    as: 'alice',
    chat: 'team',
    who: 'greeter',
    rights: { can_pin_messages: true },
    custom_title: 'x',
  })
  await act('demote', { as: 'alice', chat: 'team', who: 'greeter' })
  await act('promote', { as: 'alice', chat: 'team', who: 'other' })
  await act('ban', { as: 'alice', chat: 'team', who: 'bob' })
  await act('unban', { as: 'alice', chat: 'team', who: 'bob' })
  await act('join', { as: 'bob', chat: 'team' })
  await act('mute', { as: 'alice', chat: 'team', who: 'bob' })
  await act('unmute', { as: 'alice', chat: 'team', who: 'bob' })
  await act('mute', { as: 'alice', chat: 'team', who: 'bob' })
  await act('block', { as: 'alice', bot: 'greeter' })
  await act('unblock', { as: 'alice', bot: 'greeter' })
  await act('updateService', { content_filter: [{ match: 'zzz' }], own_addresses: ['127.0.0.1'] })
  for (const fault of [
    { status: 503 },
    { drop: 'before' },
    { delay_ms: 1 },
    { reorder_updates: true },
    { webhook: 'lost' },
  ]) {
    await act('injectFault', { bot: 'other', ...fault })
  }
  await act('injectFault', { bot: 'greeter', operation: 'getMe', match: {}, times: 1, hang: true })
  await act('injectFault', { bot: 'greeter', operation: 'getWebhookInfo', status: 500 })
  await greeter.call('getWebhookInfo')
  await act('setClock', { at: 1_800_100_000 })
  await act('advanceClock', { seconds: 5 })
  await act('redeliver', { bot: hooked.handle })
  await expect.poll(() => to.got.length).toBeGreaterThan(1)
  await greeter.drain()
  const waiting = greeter.call('getUpdates', { timeout: 50 })
  await expect.poll(async () => (await s.view('/bots/greeter/delivery')).polling).toBe(true)
  await act('send', { as: 'alice', to: 'greeter', text: 'again' })
  const [{ update_id }] = (await waiting).body.result
  await act('repeatUpdate', { bot: 'greeter', update_id })
  const { world, programs, reportProgram } = s.emulator!
  const bot = world.store.bots.all().find(({ handle }) => handle === 'greeter')!.id
  reportProgram({ bot, how: 'started', command: 'node bot.js' })
  programs.runBy(bot, () => reportProgram({ bot, how: 'started', command: 'node bot.js' }))
  await act('restartProgram', { bot: 'greeter' })
  await act('delete', { as: 'alice', chat: 'team', message_id })
  await act('deleteFile', { file_unique_id: sent.file_unique_id })
  await act('seedDailyChats', { bot: 'other', count: 3 })
  await act('snapshot', { name: 'here' })
  return { s, act, wrong, done, hooked: hooked.handle }
}

const refs = (view: string, hooked: string): Record<string, string> => ({
  bot: view.includes('deliver') || view.includes('profile') ? hooked : 'greeter',
  user: 'alice',
  chat: 'team',
  delivery: '1',
})

async function seen(s: Service, path: string) {
  return (await fetch(`${s.url}/_emulator${path}`)).json()
}

it('every answer is as it says', { timeout: 30_000 }, async () => {
  const { s, act, wrong, done, hooked } = await played()

  for (const { path } of VIEWS) {
    const { get } = document.paths[`/_emulator${path.replace(/:(\w+)/g, '{$1}')}`]
    const named = path.replace(/:(\w+)/g, (_, name: string) => refs(path, hooked)[name]!)
    const more = {
      '/chats/:chat': ['/chats/alice?bot=greeter', '/chats/news'],
      '/users/:user/chats/:chat': ['/users/alice/chats/greeter'],
    }
    for (const one of [named, ...((more as Record<string, string[]>)[path] ?? [])]) {
      const answer = (await seen(s, one)) as { result: unknown }
      expect([one, answer.result]).not.toEqual([one, []])
      const found = mistakes(granted(get), answer)
      if (found.length) wrong[one] = found
    }
  }
  for (const path of ['/health', '/actions']) {
    const found = mistakes(granted(document.paths[`/_emulator${path}`].get), await seen(s, path))
    if (found.length) wrong[path] = found
  }

  const types = new Set<string>()
  const { event } = await s.view('/cursor')
  const schema = document.paths['/_emulator/events'].get.responses['200'].content['text/event-stream'].schema
  const listened = async (after: number, count: number) => {
    for (const one of await collect(DOORS[0]![1](s as never), { after }, count)) {
      types.add(one.type)
      const found = mistakes(schema, one)
      if (found.length) wrong[`event ${one.type}`] = found
    }
  }
  await listened(0, event)
  await act('clearFaults')
  await act('restore', { name: 'here' })
  await act('reset', { layer: 'messages', bot: 'greeter' })
  await act('freezeClock')
  await act('resumeClock')
  const { event: before } = await s.view('/cursor')
  await listened(event, before - event)
  await act('clearWorld', { keep: [] })
  const { event: last } = await s.view('/cursor')
  await listened(before, last - before)

  expect(wrong).toEqual({})
  expect(sorted(done)).toEqual(sorted((await s.view('/actions')).map(({ name }: Any) => name)))
  expect(sorted(types)).toEqual(
    sorted(
      document.components.schemas.EventView.oneOf.flatMap(({ properties: { type } }: Any) => type.const ?? type.enum),
    ),
  )
})
