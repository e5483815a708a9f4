// Messages, calls, spans, sizes and untrusted text in words.

import { describe, expect, it } from 'vitest'
import type { MessageView } from '../../../src/control/contract/messages.ts'
import type { CallView } from '../../../src/control/contract/traffic.ts'
import { callText, deliveryText } from '../../../src/control/describe/call.ts'
import { messageText, updateText } from '../../../src/control/describe/message.ts'
import { formatSize, plural, quote, safeJson, sanitize } from '../../../src/lib/safe-text.ts'
import { formatSpan } from '../../../src/lib/time-text.ts'

const ALICE = { id: 1, first_name: 'Alice', handle: 'alice', is_bot: false }
const BOB = { id: 2, first_name: 'Bob', is_bot: false }
const CHAT = { id: 1, type: 'private', first_name: 'Alice' }

const message = (content: object) => ({ message_id: 5, date: 0, chat: CHAT, author: ALICE, ...content }) as MessageView

describe('a message', () => {
  const document = { file_id: 'a', file_unique_id: 'b', file_size: 1, file_name: 'a.txt' }
  const inline_keyboard = [[{ text: 'Yes' }, { text: 'No' }], [{ text: 'Later' }]]

  it.each<[object, string]>([
    [{ text: 'Hi' }, 'Alice: Hi'],
    [{ document, caption: 'look' }, 'Alice: [document a.txt] look'],
    [{ photo: [{ file_id: 'a', file_unique_id: 'b', file_size: 1, width: 1, height: 1 }] }, 'Alice: [photo]'],
    [{ text: 'Hi', reply_markup: { inline_keyboard } }, 'Alice: Hi ‹Yes› ‹No› ‹Later›'],
    [{ text: 'Hi', edit_date: 1, reply_to_message: message({}) }, 'Alice: Hi (in reply to 5, edited)'],
    [{ new_chat_members: [ALICE] }, 'Alice joined'],
    [{ new_chat_members: [BOB, ALICE] }, 'Alice added Bob, Alice'],
    [{ left_chat_member: ALICE }, 'Alice left'],
    [{ left_chat_member: BOB }, 'Alice removed Bob'],
  ])('%j', (content, text) => expect(messageText(message(content))).toBe(text))

  it('is quoted where its text is data', () => {
    const said = message({ text: 'Hi\n', reply_markup: { inline_keyboard } })
    expect(messageText(said, quote, 'alice')).toBe('alice: "Hi\\n" ‹"Yes"› ‹"No"› ‹"Later"›')
  })
})

it.each([
  ['yes', 'Yes (Alice)'],
  ['of an edited message', 'of an edited message (Alice)'],
])('a press with the data %j', (data, text) => {
  const inline_keyboard = [[{ text: 'Yes', callback_data: 'yes' }]]
  const query = {
    id: '1',
    from: ALICE,
    message: message({ reply_markup: { inline_keyboard } }),
    chat_instance: '1',
    data,
  }
  expect(updateText({ update_id: 1, callback_query: query })).toBe(text)
})

describe('a call', () => {
  const call = { id: 3, bot: 'greeter', method: 'sendMessage', params: { chat_id: 5, text: 'Hi' } }

  it.each<[object, string]>([
    [{ status: 200, body: { ok: true } }, '→ 200'],
    [
      {
        status: 400,
        body: { ok: false, description: 'Bad Request: no' },
        why: 'the chat 5 does not exist',
        rule: 'CID-12',
      },
      '→ 400 Bad Request: no because the chat 5 does not exist (CID-12)',
    ],
    [{ status: 200, body: { ok: true }, notes: ['a', 'b'] }, '→ 200; a; b'],
  ])('%j', (outcome, text) => {
    const words = callText({ ...call, ...outcome } as unknown as CallView)
    expect(words).toBe(`call 3: greeter sendMessage chat_id 5, text "Hi" ${text}`)
  })

  it('of a webhook is named without its path', () => {
    expect(deliveryText({ polling: false, webhook: 'https://bot.example/secret' })).toBe('webhook bot.example')
    expect(deliveryText({ polling: true, webhook: null })).toBe('polls')
  })
})

it.each([
  ['a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['a\nb\r\nc\td', 'a⏎b⏎c  d'],
  ['\u202eabc\u2066\u200b', '\\u202eabc\\u2066\\u200b'],
  ['👨‍👩‍👧 ❤️ नमस्ते', '👨‍👩‍👧 ❤️ नमस्ते'],
])('%j is safe as %s', (text, shown) => expect(sanitize(text)).toBe(shown))

it.each([
  [0, '0 s'],
  [0.35, '350 ms'],
  [1.24, '1.2 s'],
  [90, '90 s'],
  [185, '3 min'],
  [2.003, '2.0 s'],
  [3425, '57 min'],
  [172_800, '48 h'],
  [176_400, '2 d 1 h'],
  [259_200, '3 d'],
])('%d seconds are %s', (seconds, text) => expect(formatSpan(seconds)).toBe(text))

it.each([
  [999, '999 B'],
  [48_000, '48 kB'],
  [2_500_000, '2.5 MB'],
])('%d bytes are %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))

it('counts', () => expect([plural(1, 'call'), plural(2, 'person', 'people')]).toEqual(['1 call', '2 people']))

describe('safeJson', () => {
  const unsafe = ['\u007f', '\u009b', '\u061c', '\u200b', '\u200e', '\u202e', '\u2028', '\u2066', '\u2069', '\ufeff']

  it.each(unsafe)('escapes %j, and the parsed value is the same', (char) => {
    const value = { [`a${char}`]: [`b${char}${char}`] }
    const json = safeJson(value)
    expect(json).not.toContain(char)
    expect(JSON.parse(json)).toEqual(value)
  })

  it('keeps joiners of emoji, and its own line breaks', () => {
    expect(safeJson({ a: '👩\u200d💻 é' }, undefined, 2)).toBe('{\n  "a": "👩\u200d💻 é"\n}')
  })
})
