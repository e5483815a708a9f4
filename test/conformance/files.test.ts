// What the four operations that send files have in common: the file's field, its refusals, the objects that come back.

import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, fileIn, fileOf, kept, media, mediaBytes } from '../helpers/files.ts'
import { privateChat } from '../helpers/places.ts'
import { answerOf, refused } from '../helpers/service.ts'
import { AS_TEXT } from '../helpers/stage.ts'

const RULES = {
  photo: { none: 'PHO-01', field: 'PHO-02', again: 'PHO-03', url: 'PHO-05', result: 'PHO-22 MSG-14 FILE-01' },
  video: { none: 'VID-01', field: 'VID-02', again: 'VID-03', url: 'VID-04', result: 'VID-11 MSG-16 FILE-03' },
  audio: { none: 'AUD-01', field: 'AUD-02', again: 'AUD-03', url: 'AUD-04', result: 'AUD-18 MSG-15 FILE-02' },
  document: { none: 'DOC-01', field: 'DOC-02', again: 'DOC-03', url: 'DOC-04', result: 'DOC-08 MSG-20 FILE-04' },
}

const OPERATIONS = FILE_OPERATIONS.map((one) => ({ ...one, rules: RULES[one.kind] }))

const noFile = (kind: string) => refused(400, `Bad Request: there is no ${kind} in the request`)
const noUrls = refused(400, 'Bad Request: sending files by URL is not supported')
const wrongId = refused(400, 'Bad Request: wrong file identifier/HTTP URL specified')
const empty = refused(400, 'Bad Request: empty_file')
const mismatch = (kind: string) => refused(400, `Bad Request: type of file mismatch (expected ${kind})`)
const unreadable = refused(400, 'Bad Request: invalid_image')

describe.each(OPERATIONS)('$method', ({ kind, method, sample, sent, rules }) => {
  it(`${rules.field} ${rules.result} SEND-02 takes a file under "${kind}", and returns the message with it`, async () => {
    const { call, posted } = await privateChat()
    expect(await call(method, { [kind]: media(sample) })).toEqual(posted({ message_id: 2, [kind]: sent }))
  })

  it(`${rules.again} takes the identifier of a file sent before`, async () => {
    const { call, posted } = await privateChat()
    const { file_id } = fileIn(await call(method, { [kind]: media(sample) }))
    expect(await call(method, { [kind]: file_id })).toEqual(posted({ message_id: 3, [kind]: sent }))
  })

  it(`FILE-14 ${rules.none} requires a file`, async () => {
    const { call, texts } = await privateChat()
    expect(await call(method)).toEqual(noFile(kind))
    expect(await call(method, { caption: 'Look', other: fileOf('') })).toEqual(noFile(kind))
    expect(await texts()).toEqual(['/start'])
  })

  it.each(['file', 'Photo', 'upload', 'media'])('FILE-15 finds no file in the field "%s"', async (field) => {
    const { call, texts } = await privateChat()
    expect(await call(method, { [field]: media(sample) })).toEqual(noFile(kind))
    expect(await texts()).toEqual(['/start'])
  })

  it.each(FILE_OPERATIONS.filter((other) => other.kind !== kind))(
    'FILE-15 finds no file in the field of $method',
    async (other) => {
      const { call } = await privateChat()
      expect(await call(method, { [other.kind]: media(other.sample) })).toEqual(noFile(kind))
    },
  )

  it.each(['http://example.org/a.jpg', 'https://example.org/a.jpg', 'HTTPS://EXAMPLE.ORG', 'http://'])(
    `FILE-16 ${rules.url} GAP-53 takes no URL: %s`,
    async (url) => {
      const { call, texts } = await privateChat()
      expect(await call(method, { [kind]: url })).toEqual(noUrls)
      expect(await texts()).toEqual(['/start'])
    },
  )

  it('GAP-53 takes an empty text as no file, and any other text as an identifier', async () => {
    const { call } = await privateChat()
    expect(await call(method, { [kind]: '' })).toEqual(noFile(kind))
    for (const text of [
      'attach://file',
      'attach://',
      'ftp://example.org/a',
      '/etc/passwd',
      'a.jpg',
      ' ',
      'httpx://',
      '0',
    ]) {
      expect(await call(method, { [kind]: text }), text).toEqual(wrongId)
    }
  })

  it('FILE-30 takes only a text or a file, not an object with an identifier', async () => {
    const { bot, chat, call, texts } = await privateChat()
    const { file_id } = fileIn(await call(method, { [kind]: media(sample) }))
    for (const [value, type] of [
      [[file_id], 'array'],
      [[[file_id]], 'array'],
      [{ file_id }, 'object'],
      [{ 0: file_id }, 'object'],
      [{ [kind]: [{ file_id }] }, 'object'],
      [[], 'array'],
      [{}, 'object'],
      [0, 'number'],
      [false, 'boolean'],
    ] as const) {
      expect(await call(method, { [kind]: value }), JSON.stringify(value)).toEqual(
        refused(400, `Bad Request: ${kind}: Invalid input: expected string, received ${type}`),
      )
    }
    for (const via of AS_TEXT) {
      expect(await bot.call(method, { chat_id: chat.id, [kind]: [file_id] }, via), via).toEqual(wrongId)
    }
    expect(await texts()).toEqual(['/start', '(membership)'])
  })

  it.each(['caption', 'reply_markup', 'reply_to_message_id'])('FILE-31 does not take a file as %s', async (field) => {
    const { call, texts } = await privateChat()
    for (const content of ['1', '{"keyboard": [["One"]]}', '']) {
      expect(await call(method, { [kind]: media(sample), [field]: fileOf(content) })).toEqual(
        refused(400, `Bad Request: ${field}: Invalid input: expected text, received file`),
      )
    }
    expect(await texts()).toEqual(['/start'])
  })

  it('GAP-53 takes a file that an attach:// text names among the parts', async () => {
    const { call, posted } = await privateChat()
    const given = { [kind]: 'attach://f1', f1: media(sample), f2: fileOf('other') }
    expect(await call(method, given)).toEqual(posted({ message_id: 2, [kind]: sent }))
    const before = { f1: media(sample), [kind]: 'attach://f1' }
    expect(await call(method, before)).toEqual(posted({ message_id: 3, [kind]: sent }))
    expect(await call(method, { ...given, [kind]: 'attach://f3' })).toEqual(wrongId)
    expect(await call(method, { ...given, [kind]: 'attach://chat_id' })).toEqual(wrongId)
  })

  it('FILE-18 refuses a file without bytes, whatever its name says', async () => {
    const { call, texts } = await privateChat()
    for (const name of [sample, 'a']) expect(await call(method, { [kind]: fileOf('', name) })).toEqual(empty)
    expect(await texts()).toEqual(['/start'])
  })

  it('SEND-01 requires a chat_id, and sends nothing without it', async () => {
    const { call, texts } = await privateChat()
    expect(await call(method, { chat_id: undefined, [kind]: media(sample) })).toEqual(
      refused(400, 'Bad Request: chat_id: Invalid input: expected string, received undefined'),
    )
    expect(await texts()).toEqual(['/start'])
  })

  it('GAP-05 takes the first of two files under its field', async () => {
    const { s, bot, chat } = await privateChat()
    const body = new FormData()
    body.append('chat_id', String(chat.id))
    body.append(kind, media(sample))
    body.append(kind, fileOf('second'))
    const response = await fetch(`${s.url}/bot${bot.token}/${method}`, { method: 'POST', body })
    const answer = await answerOf(response)
    expect(answer.body.result[kind]).toEqual(sent)
  })
})

it.each([
  { method: 'sendPhoto', kind: 'photo' },
  { method: 'sendVideo', kind: 'video' },
  { method: 'sendAudio', kind: 'audio' },
])('FILE-17 $method refuses a text file, whatever name and type it is given', async ({ method, kind }) => {
  const { call, texts } = await privateChat()
  for (const name of ['note.txt', 'a.jpg', 'a.mp4', 'a.mp3', 'a.m4a']) {
    for (const type of ['text/plain', 'image/jpeg', 'video/mp4', 'audio/mpeg']) {
      expect(await call(method, { [kind]: media('note.txt', name, type) })).toEqual(mismatch(kind))
    }
  }
  expect(await texts()).toEqual(['/start'])
})

it.each([
  { method: 'sendPhoto', kind: 'photo' },
  { method: 'sendDocument', kind: 'document' },
])('FILE-19 $method refuses a truncated image', async ({ method, kind }) => {
  const { call, texts } = await privateChat()
  const jpeg = mediaBytes('plain.jpg')
  expect(await call(method, { [kind]: fileOf(jpeg.subarray(0, jpeg.length / 2), 'a.jpg') })).toEqual(unreadable)
  expect(await texts()).toEqual(['/start'])
})

it('FILE-05 counts the bytes of a file that is kept as it came', async () => {
  const { call } = await privateChat()
  for (const length of [1, 2, 1023, 65_536, 65_537, 1_000_003]) {
    const answer = await call('sendDocument', { document: fileOf('x'.repeat(length)) })
    expect(fileIn(answer).file_size).toBe(length)
  }
})

it('MSG-17 MSG-18 a video has neither a duration nor a thumbnail', async () => {
  const { call } = await privateChat()
  const { video } = (await call('sendVideo', { video: media('silent.mov') })).body.result
  expect(video).toEqual(kept('silent.mov', 'video/quicktime'))
})

it('GAP-63 keeps video, audio and other files byte for byte', async () => {
  const { s, call } = await privateChat()
  for (const { method, kind, sample } of FILE_OPERATIONS.filter((one) => one.kind !== 'photo')) {
    const { file_unique_id } = fileIn(await call(method, { [kind]: media(sample) }))
    const stored = await fetch(`${s.url}/_emulator/files/${file_unique_id}`)
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(mediaBytes(sample))
  }
})

it("MSG-14 MSG-15 MSG-16 MSG-19 MSG-11 a person's files reach the bot with the same objects", async () => {
  const { s, bot } = await privateChat()
  await bot.drain()
  for (const { kind, sample, sent } of FILE_OPERATIONS) {
    const file = { name: sample, base64: mediaBytes(sample).toString('base64') }
    await s.act('sendFile', { as: 'alice', to: 'greeter', kind, file, caption: 'Mine' })
    const [{ message }] = await bot.drain()
    expect(message[kind]).toEqual(sent)
    expect(message.caption).toBe('Mine')
  }
})

it('GAP-58 names a file without a name after its kind and content, and cuts folders off', async () => {
  const { s, bot, chat } = await privateChat()
  const send = async (method: string, kind: string, sample: string, name: string) => {
    const head = `--x\r\nContent-Disposition: form-data; name="${kind}"; filename="${name}"\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), mediaBytes(sample), Buffer.from('\r\n--x--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const url = `${s.url}/bot${bot.token}/${method}?chat_id=${chat.id}`
    const answer = await (await fetch(url, { method: 'POST', headers, body })).json()
    return (answer as { result: Record<string, { file_name: string }> }).result[kind]!.file_name
  }
  expect(await send('sendVideo', 'video', 'moov-first.mp4', '')).toBe('video.mp4')
  expect(await send('sendVideo', 'video', 'silent.mov', '')).toBe('video.mov')
  expect(await send('sendAudio', 'audio', 'bare.mp3', '')).toBe('audio.mp3')
  expect(await send('sendDocument', 'document', 'note.zip', '')).toBe('document.bin')
  expect(await send('sendDocument', 'document', 'tone.wav', '')).toBe('document.wav')
  expect(await send('sendDocument', 'document', 'note.txt', '../../etc/passwd')).toBe('passwd')
  expect(await send('sendDocument', 'document', 'note.txt', 'C:\\Users\\alice\\a.txt')).toBe('a.txt')
  expect(await send('sendDocument', 'document', 'note.txt', 'folder/')).toBe('document.bin')
})
