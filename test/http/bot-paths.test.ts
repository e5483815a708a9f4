// The door of the bots by its paths: whatever stands in place of token and operation, in any method.

import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { refused } from '../helpers/service.ts'
import { stage } from '../helpers/stage.ts'

const UNAUTHORIZED = refused(401, 'Unauthorized')
const NOT_FOUND = refused(404, 'Not Found')
const NOT_ALLOWED = refused(405, 'Method Not Allowed')

/** Sends the path as it is: fetch would tidy it up. */
function ask(url: string, path: string, method = 'GET') {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, path }, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('')
      resolve({ status: response.statusCode, body: text && JSON.parse(text) })
    })
    sent.on('error', reject).end()
  })
}

const encoded = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')

/** Each path with the bot's token in place of TOKEN, and of ENCODED with every character of it encoded. */
const PATHS: [path: string, answer: object][] = [
  ['/bot', UNAUTHORIZED],
  ['/bot/', UNAUTHORIZED],
  ['/bot/getMe', UNAUTHORIZED],
  ['/botgetMe', UNAUTHORIZED],
  ['/bots', UNAUTHORIZED],
  ['/botx:/getMe', UNAUTHORIZED],
  ['/bot%/getMe', UNAUTHORIZED],
  ['/bot%zz/getMe', UNAUTHORIZED],
  ['/bot%2F/getMe', UNAUTHORIZED],
  ['/bot%ff%fe/getMe', UNAUTHORIZED],
  ['/bot{token}/{operation}', UNAUTHORIZED],
  ['/bot:token/:operation', UNAUTHORIZED],
  ['/bot*/getMe', UNAUTHORIZED],
  ['/bot%20TOKEN/getMe', UNAUTHORIZED],
  ['/botTOKEN%/getMe', UNAUTHORIZED],
  ['/botTOKEN', NOT_FOUND],
  ['/botTOKEN/', NOT_FOUND],
  ['/botTOKEN?a=b', NOT_FOUND],
  ['/botTOKEN//', NOT_FOUND],
  ['/botTOKEN//getMe', NOT_FOUND],
  ['/botTOKEN/getMe/', NOT_FOUND],
  ['/botTOKEN/getMe/more', NOT_FOUND],
  ['/botTOKEN/getme', NOT_FOUND],
  ['/botTOKEN/get%4De', NOT_FOUND],
  ['/botTOKEN/getMe%2F', NOT_FOUND],
  ['/botTOKEN/%67etMe', NOT_FOUND],
  ['/botTOKEN/%', NOT_FOUND],
  ['/botTOKEN/:operation', NOT_FOUND],
  ['/botTOKEN/constructor', NOT_FOUND],
  ['/BotTOKEN/getMe', NOT_FOUND],
  ['/BOTTOKEN/getMe', NOT_FOUND],
  ['/bo', NOT_FOUND],
  ['/', NOT_FOUND],
  ['//botTOKEN/getMe', NOT_FOUND],
  ['/_emulatorbotTOKEN/getMe', NOT_FOUND],
  ['/%62otTOKEN/getMe', NOT_FOUND],
]

describe('GAP-02 AUTH-03 a call of', () => {
  it.each(PATHS)('%s', async (path, answer) => {
    const { s, bot } = await stage()
    for (const method of ['GET', 'POST'])
      expect(await ask(s.url, path.replace('TOKEN', bot.token), method)).toEqual(answer)
  })
})

it.each(['/botTOKEN/getMe', '/botENCODED/getMe', '/botTOKEN/getMe?', '/botTOKEN/getMe?a=/b/c'])(
  'TRN-01 %s is answered',
  async (path) => {
    const { s, bot } = await stage()
    const called = path.replace('TOKEN', bot.token).replace('ENCODED', encoded(bot.token))
    for (const method of ['GET', 'POST']) expect(await ask(s.url, called, method)).toMatchObject({ status: 200 })
  },
)

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH'])(
  'GAP-04 %s is not allowed, whoever calls whatever; where no bot is, nothing is',
  async (method) => {
    const { s, bot } = await stage()
    for (const path of ['/bot', '/botx', '/bot/', '/botx/nonsense', `/bot${bot.token}`, `/bot${bot.token}/getMe`])
      expect(await ask(s.url, path, method), path).toEqual(NOT_ALLOWED)
    for (const path of ['/', '/BOTx', `/bot${bot.token}/getMe/`])
      expect(await ask(s.url, path, method), path).toEqual(NOT_FOUND)
  },
)

it('GAP-04 the answer to HEAD is that to any other method, without its body', async () => {
  const { s, bot } = await stage()
  expect(await ask(s.url, `/bot${bot.token}/getMe`, 'HEAD')).toEqual({ status: 405, body: '' })
})
