// Requests as client libraries of several languages send them, byte by byte, over TCP.
//
// The files hold the recorded requests. Placeholders stand for values that differ between runs.

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { NOON, service } from '../../helpers/service.ts'
import { chunked, exchange } from './exchange.ts'

const PHOTO = readFileSync('fixtures/media/transparent.png').toString('latin1')
const SECRET = 'Bad Request: secret_token: secret token contains unallowed characters'

/** The requests that are refused, by library, operation and index among the requests of this operation. */
const REFUSED: Readonly<Record<string, string>> = {
  'TelegramBot-Api setWebhook 0': SECRET,
  'gotgbot setWebhook 0': SECRET,
}

interface Recorded {
  operation: string
  head: string
  body: string
}

function readRequests(file: string): Recorded[] {
  const [, ...parts] = readFileSync(file, 'latin1').replace(/\n$/, '').split('\n%%% ')
  return parts.map((part) => {
    const [, operation, head, body] = /^(\w+)\n(.*?)\r\n\r\n(.*)$/s.exec(part) ?? []
    if (operation === undefined || head === undefined || body === undefined) throw new Error(`${file}: ${part}`)
    return { operation, head, body }
  })
}

/** Returns the bytes with each placeholder filled. */
function bytesOf({ head, body }: Recorded, values: Readonly<Record<string, unknown>>): Buffer {
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (whole, name) => String(values[name] ?? whole))
  const filled = fill(body)
  const sent = /^transfer-encoding: chunked$/im.test(head) ? chunked(filled) : filled
  const sentHead = fill(head).replace('{{length}}', String(filled.length))
  return Buffer.from(`${sentHead.replace(/^connection: .*$/im, 'Connection: close')}\r\n\r\n${sent}`, 'latin1')
}

const EDITED = { text: 'edited', edit_date: NOON }
const HOOK = 'https://bot.example.org/hook'

it.each(globSync('test/clients/recorded/*.http').sort())('TRN-02 GAP-07 the requests in %s', async (file) => {
  const library = basename(file, '.http')
  const s = await service()
  await s.user('Alice', { handle: 'alice', id: 201 })
  const bot = await s.bot({ handle: 'greeter' })
  await s.act('updateService', { dns: { 'bot.example.org': ['93.184.216.34'] }, lenient: ['setWebHook'] })
  await s.act('start', { as: 'alice', bot: 'greeter' })
  const values: Record<string, unknown> = { token: bot.token, host: new URL(s.url).host, photo: PHOTO }
  const counts = new Map<string, number>()
  for (const request of readRequests(file)) {
    const { operation } = request
    const count = counts.get(operation) ?? 0
    counts.set(operation, count + 1)
    const { status, body } = await exchange(s.url, bytesOf(request, values))
    const name = `${library} ${operation} ${count}`
    expect([name, status, body.description]).toEqual([name, REFUSED[name] ? 400 : 200, REFUSED[name]])
    if (operation === 'sendMessage') values.message_id ??= body.result.message_id
    if (operation === 'editMessageText') expect(body.result).toMatchObject(EDITED)
    if (operation === 'getUpdates') expect(body.result.length).toBeLessThanOrEqual(1)
    if (operation === 'sendPhoto') {
      expect(body.result.photo).toHaveLength(1)
      values.file_id ??= body.result.photo[0].file_id
    }
    if (/^setwebhook$/i.test(operation) && status === 200) expect((await bot.ok('getWebhookInfo')).url).toBe(HOOK)
  }
  expect(counts.get('sendPhoto'), 'the photo by upload and by identifier').toBe(2)
})
