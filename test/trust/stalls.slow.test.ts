// No request holds up another: whatever is asked, the event loop stands still for less than 100 ms.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastStall, watchedProgram } from '../process/watched-program.ts'

const MAX_MS = 100

type Watched = Awaited<ReturnType<typeof watchedProgram>>

const json = (body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
})

const MILLION_KEYS = `{${Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":1`).join(',')}}`
/** An object with so many keys, as JSON. */
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`)}}`
const zeros = (count: number) => `[${Array(count).fill(0)}]`
const listOf = (count: number, item: string) => `[${Array(count).fill(item)}]`
const LONG = 'x'.repeat(900_000)
const HUGE = 'x'.repeat(80_000_000)
const HUGE_QUOTES = '\\"'.repeat(40_000_000)

describe('a request', () => {
  let program: Watched
  beforeAll(async () => {
    program = await watchedProgram()
    // What is loaded with the first request of its kind is no stall of the second.
    for (const init of [json('{}'), form('a=b')]) await fetch(`${program.url}/bot${program.token}/getMe`, init)
    await fetch(`${program.url}/_emulator/actions/no`, json('{}'))
    await fetch(`${program.url}/_emulator/calls`)
    await program.longestStall()
  })
  afterAll(() => program.end())

  it.each<[string, (bot: string, control: string) => [string, RequestInit?], number]>([
    ['an operation with a name of 900 KB', (bot) => [`${bot}/${LONG}`], 404],
    ['an action with a name of 900 KB', (_, control) => [`${control}/actions/${LONG}`, json('{}')], 404],
    ['a view with a name of 900 KB', (_, control) => [`${control}/${LONG}`], 404],
    ['a type of event of 900 KB', (_, control) => [`${control}/events?type=${LONG}`], 400],
    ['a word of a query of 900 KB', (_, control) => [`${control}/calls?${LONG}=1`], 400],
    ['a million keys for a bot', (bot) => [`${bot}/getMe`, json(MILLION_KEYS)], 400],
    ['a million keys for an action', (_, control) => [`${control}/actions/createUser`, json(MILLION_KEYS)], 400],
    ['a million keys in a form', (bot) => [`${bot}/getMe`, form('k=1&'.repeat(1_000_000))], 400],
    ['200 000 keys in a query', (bot) => [`${bot}/getMe?${'k=1&'.repeat(200_000)}`], 400],
    ['200 000 words in the query of a view', (_, control) => [`${control}/calls?${'k=1&'.repeat(200_000)}`], 400],
    ['a million keys in a parameter', (bot) => [`${bot}/setMyCommands`, form(`commands=${MILLION_KEYS}`)], 400],
    ['a million brackets', (bot) => [`${bot}/getMe`, json('['.repeat(1_000_000))], 400],
    ['a text of 15 MB', (bot) => [`${bot}/sendMessage`, json(`{"chat_id":1,"text":"${'x'.repeat(15_000_000)}"}`)], 400],
    ['15 MB of quotes', (bot) => [`${bot}/getMe`, json('"'.repeat(15_000_001))], 400],
    ['15 MB of words', (bot) => [`${bot}/getMe`, json('x'.repeat(15_000_000))], 400],
    [
      '15 MB of words in a parameter',
      (bot) => [`${bot}/setMyCommands`, form(`commands=${'x'.repeat(15_000_000)}`)],
      400,
    ],
    ['15 MB of foreign letters in a form', (bot) => [`${bot}/getMe`, form(`a=${'é'.repeat(7_500_000)}`)], 200],
    [
      '15 MB of escaped letters in a form',
      (bot) => [`${bot}/getMe`, form(`a=${'%F0%9F%98%80e%CC%81'.repeat(800_000)}`)],
      200,
    ],
    [
      '15 MB of almost JSON in a parameter',
      (bot) => [`${bot}/getUpdates`, json(`{"allowed_updates":"${'1:a'.repeat(5_000_000)}"}`)],
      400,
    ],
    ['15 MB of blanks in brackets', (bot) => [`${bot}/getMe`, json(`[${' '.repeat(15_000_000)}]`)], 400],
    ['15 MB of escapes', (bot) => [`${bot}/getMe`, json(`{"a":"${'\\u20ac'.repeat(2_500_000)}"}`)], 200],
    ['80 MB of words for an action', (_, control) => [`${control}/actions/createUser`, json(HUGE)], 413],
    ['a name of 80 MB', (_, control) => [`${control}/actions/createUser`, json(`{"first_name":"${HUGE}"}`)], 413],
    ['a person of 80 MB', (_, control) => [`${control}/actions/sendFile`, json(`{"as":"${HUGE}"}`)], 413],
    ['80 MB of quotes in a text', (_, control) => [`${control}/actions/send`, json(`{"as":"${HUGE_QUOTES}"}`)], 413],
    [
      'a name of 15 MB',
      (_, control) => [`${control}/actions/createUser`, json(`{"first_name":"${'x'.repeat(15_000_000)}"}`)],
      400,
    ],
    ['49 000 unknown parameters', (bot) => [`${bot}/getMe`, json(keys(49_000))], 400],
    ['49 unknown parameters of 2000 keys', (bot) => [`${bot}/getMe`, json(`{"a":${listOf(49, keys(2000))}}`)], 200],
    [
      'a button with 49 000 fields',
      (bot) => [
        `${bot}/sendMessage`,
        json(`{"chat_id":1,"text":"x","reply_markup":{"inline_keyboard":[[${keys(49_000)}]]}}`),
      ],
      400,
    ],
    [
      '45 buttons with 2000 fields',
      (bot) => [
        `${bot}/sendMessage`,
        json(`{"chat_id":1,"text":"x","reply_markup":{"inline_keyboard":${listOf(9, listOf(5, keys(2000)))}}}`),
      ],
      400,
    ],
    [
      'a wait for 49 000 keys',
      (_, control) => [`${control}/wait`, json(`{"call":"getMe","with":${keys(49_000)}}`)],
      400,
    ],
    [
      'a wait for 9000 values',
      (_, control) => [`${control}/wait`, json(`{"call":"getMe","within":0,"with":{"a":${listOf(9, keys(990))}}}`)],
      408,
    ],
    [
      'a wait except 90 000 calls',
      (_, control) => [`${control}/wait`, json(`{"call":"getMe","within":0,"except":${zeros(90_000)}}`)],
      400,
    ],
    [
      'a fault with 49 000 conditions',
      (_, control) => [`${control}/actions/injectFault`, json(`{"status":500,"match":${keys(49_000)}}`)],
      400,
    ],
    [
      'a fault with 9000 conditions',
      (_, control) => [`${control}/actions/injectFault`, json(`{"status":500,"match":{"a":${listOf(9, keys(990))}}}`)],
      400,
    ],
    [
      'a group with 20 000 members',
      (_, control) => [
        `${control}/actions/createGroup`,
        json(`{"title":"x","owner":"alice","members":${zeros(20_000)}}`),
      ],
      400,
    ],
    ...(['content_filter', 'own_addresses', 'blocked_urls', 'trusted_roots', 'lenient'] as const).flatMap(
      (name) =>
        [
          [
            `90 000 entries of ${name}`,
            (_: string, control: string) => [`${control}/actions/updateService`, json(`{"${name}":${zeros(90_000)}}`)],
            400,
          ],
          [
            `9000 entries of ${name}`,
            (_: string, control: string) => [`${control}/actions/updateService`, json(`{"${name}":${zeros(9000)}}`)],
            400,
          ],
        ] as [string, (bot: string, control: string) => [string, RequestInit?], number][],
    ),
    ['10 000 quotes in a text', (bot) => [`${bot}/getMe`, json(`{"a":"${'\\"'.repeat(1_000_000)}"}`)], 200],
  ])('%s', async (_, request, status) => {
    const ask = async () => {
      const response = await fetch(...request(`${program.url}/bot${program.token}`, `${program.url}/_emulator`))
      await response.text()
      expect(response.status).toBe(status)
    }
    expect(await leastStall(program, MAX_MS, ask)).toBeLessThan(MAX_MS)
  })

  it('a wait for 900 parameters, compared with 10 000 calls', { timeout: 120_000 }, async () => {
    for (let i = 0; i < 10_000; i += 50) {
      const call = () => fetch(`${program.url}/bot${program.token}/getMyName`, json('{"a":{"b":[1,2,3]}}'))
      await Promise.all(Array.from({ length: 50 }, async () => (await call()).text()))
    }
    await program.longestStall()
    const wait = json(`{"call":"getMyName","within":0,"with":${keys(900)}}`)
    const ask = async () => expect((await fetch(`${program.url}/_emulator/wait`, wait)).status).toBe(408)
    expect(await leastStall(program, MAX_MS, ask)).toBeLessThan(MAX_MS)
  })

  it.each([
    ['a file of 50 MB', 50_000_000],
    ['a file of 12 MB within JSON', 12_000_000],
  ])('%s', async (_, most) => {
    const act = (name: string, body: object) =>
      fetch(`${program.url}/_emulator/actions/${name}`, json(JSON.stringify(body)))
    await act('start', { as: 'alice', bot: 'greeter' })
    const params = { as: 'alice', to: 'greeter', kind: 'document' }
    const send = (bytes: number) => {
      const content = Buffer.alloc(bytes, 1)
      if (most < 16_000_000)
        return act('sendFile', { ...params, file: { name: 'a.bin', base64: content.toString('base64') } })
      const body = new FormData()
      for (const [field, value] of Object.entries(params)) body.append(field, value)
      body.append('file', new Blob([content]), 'a.bin')
      return fetch(`${program.url}/_emulator/actions/sendFile`, { method: 'POST', body })
    }
    await send(10)
    await program.longestStall()
    const sendMuch = async () => expect((await send(most)).status).toBe(200)
    expect(await leastStall(program, MAX_MS, sendMuch)).toBeLessThan(MAX_MS)
  })
})
