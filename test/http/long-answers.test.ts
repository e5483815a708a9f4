// Answers with long lists, which are sent in slices.

import { expect, it } from 'vitest'
import { service } from '../helpers/service.ts'

const MESSAGES = 1000

it.each([
  ['a list', '/chats/alice/messages', { bot: 'greeter' }],
  ['a list in a field', '/users/alice/chats/greeter', {}],
  ['a list in a field, without a row', '/users/alice/chats/greeter', { limit: '0' }],
])('%s is the same over HTTP as in the process', async (_, path, query) => {
  const { url, emulator } = await service()
  emulator.perform('createUser', { handle: 'alice', first_name: 'Alice' })
  emulator.perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
  emulator.perform('start', { as: 'alice', bot: 'greeter' })
  for (let i = 0; i < MESSAGES; i++) emulator.perform('send', { as: 'alice', to: 'greeter', text: `Message "${i}" é` })
  const response = await fetch(`${url}/_emulator${path}?${new URLSearchParams(query)}`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual({ ok: true, result: emulator.view(path, query) })
})
