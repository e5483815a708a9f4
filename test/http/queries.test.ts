// Views and events that are asked with words that nothing heeds, and paths that are none.

import { expect, it } from 'vitest'
import { service } from '../helpers/service.ts'

const get = async (path: string) => {
  const { url } = await service()
  const response = await fetch(`${url}/_emulator${path}`)
  return { status: response.status, body: await response.json() }
}

const invalid = (message: string, hint: string) => ({
  status: 400,
  body: { ok: false, error: { code: 'invalid-params', message, hint } },
})

it.each([
  ['/calls?metod=getMe', '/calls does not take "metod".', 'Did you mean method?'],
  ['/calls?somebody=x', '/calls does not take "somebody".', '/calls takes after, bot, method, ok.'],
  ['/bots?zzzzzz=1', '/bots does not take "zzzzzz".', '/bots takes no parameters.'],
  ['/calls?ok=maybe', '/calls: ok is "maybe".', 'ok must be true or false.'],
  ['/calls?after=yesterday', '/calls: after is "yesterday".', 'after must be a whole number.'],
  ['/events?bto=greeter', '/events does not take "bto".', 'Did you mean bot?'],
  ['/events?type=call,mesage', 'type: unknown event type "mesage".', 'Did you mean message?'],
  [
    '/chats/greeter/messages?limit=10001',
    '/chats/greeter/messages: `limit` is too large: 10001.',
    'Pass a `limit` of at most 10000. To load older messages, pass `before`.',
  ],
  [
    '/users/alice/chats/greeter?limit=10001',
    '/users/alice/chats/greeter: `limit` is too large: 10001.',
    'Pass a `limit` of at most 10000. To load older messages, pass `before`.',
  ],
  ['/chats/%zz', '"%zz" is not valid in a path.', 'Write % as %25.'],
])('GET %s is refused', async (path, message, hint) => {
  expect(await get(path)).toEqual(invalid(message, hint))
})

it('there is no route beside those that there are', async () => {
  const { url } = await service()
  const response = await fetch(`${url}/_emulator/bots`, { method: 'DELETE' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { message: 'DELETE /_emulator/bots does not exist.' } })
})
