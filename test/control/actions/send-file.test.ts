// What people send as files: how it reaches the bots, and why it may be refused.

import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, fileIn, MEBIBYTE, mediaBytes, padded, photoOf, storedBytes } from '../../helpers/files.ts'
import { asUser, channel, group, privateChat } from '../../helpers/places.ts'
import { answerOf, NOON, refused, type Service } from '../../helpers/service.ts'
import { uploadFolders } from '../../helpers/slow-upload.ts'

const file = (sample: string, name = sample) => ({ name, base64: mediaBytes(sample).toString('base64') })
const bytes = (content: Buffer | string, name = 'a.bin') => ({ name, base64: Buffer.from(content).toString('base64') })

/** A file too large for JSON. */
const large = (content: Buffer) => ({ name: 'a.bin', content })

const picture = { as: 'alice', to: 'greeter', kind: 'photo', file: file('plain.jpg') }

type Sent = string | { name: string; content: Buffer | string }

/** Sends the parameters as a form, in which a file has its bytes. */
async function sendForm({ url }: Service, params: object, headers: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(params) as [string, Sent][])
    if (typeof value === 'object')
      form.append(field, new Blob([new Uint8Array(Buffer.from(value.content))]), value.name)
    else form.append(field, String(value))
  return answerOf(await fetch(`${url}/_emulator/actions/sendFile`, { method: 'POST', headers, body: form }))
}

/** What the event log recorded of the last action. */
async function lastActionParams({ emulator }: Service) {
  let params: unknown
  for await (const event of emulator.feed({ after: '0', type: 'action' }, AbortSignal.timeout(100)))
    if (event.type === 'action') params = event.params
  return params
}

/** A refused action: its status and code; the words are for people. */
async function refusal(s: Service, params: object) {
  const { file } = params as { file: { content?: Buffer } }
  const { status, body } = await (file.content ? sendForm(s, params) : s.tryAct('sendFile', params))
  expect(body).toEqual({
    ok: false,
    error: { code: expect.any(String), message: expect.any(String), hint: expect.any(String) },
  })
  if (body.error.code !== 'invalid-params') expect(body.error.message).toMatch(/^[A-Z].*\.$/s)
  return { status, ...body.error }
}

describe('reaches the bot', () => {
  it.each([
    ['plain.jpg', 'photo'],
    ['tagged.mp3', 'audio'],
    ['moov-first.mp4', 'video'],
    ['note.txt', 'document'],
  ])('%s is sent as the kind that fits its content: %s', async (sample, kind) => {
    const { s } = await privateChat()
    const { kind: _, ...params } = picture
    expect(await s.act('sendFile', { ...params, file: file(sample) })).toHaveProperty(kind)
  })

  it.each(FILE_OPERATIONS)('MSG-11 MSG-14 MSG-19 as a message with its $kind', async ({ kind, sample, sent }) => {
    const { s, bot, alice, chat } = await privateChat()
    await bot.drain()
    const shown = await s.act('sendFile', { ...picture, kind, file: file(sample), caption: 'Look', reply_to: 1 })
    expect(shown.message_id).toBe(2)
    const [{ message }] = await bot.drain()
    expect(message).toEqual({
      message_id: 2,
      from: asUser(alice),
      chat,
      date: NOON,
      [kind]: sent,
      caption: 'Look',
      reply_to_message: expect.objectContaining({ message_id: 1 }),
    })
    expect(
      (
        await bot.call('sendDocument', {
          chat_id: chat.id,
          document: fileIn({ status: 200, body: { result: message } }).file_id,
        })
      ).status,
    ).toBe(200)
  })

  it('in a group, where every bot that reads all gets an identifier of its own', async () => {
    const { s, bot, alice, chat } = await group()
    await bot.drain()
    await s.act('sendFile', { ...picture, to: 'team' })
    const updates = await bot.drain()
    expect(updates.map(({ message }) => message)).toEqual([
      { message_id: 1, from: asUser(alice), chat, date: NOON, photo: photoOf(48, 32) },
    ])
  })

  it('in a channel as a post, for an administrator who may post', async () => {
    const { s, bot, chat } = await channel()
    await bot.drain()
    await s.act('sendFile', { ...picture, to: 'news', caption: 'News' })
    expect((await bot.drain()).map(({ channel_post }) => channel_post)).toEqual([
      { message_id: 1, sender_chat: chat, chat, date: NOON, photo: photoOf(48, 32), caption: 'News' },
    ])
  })

  it('with an edited caption as an edited message', async () => {
    const { s, bot } = await privateChat()
    const { message_id } = await s.act('sendFile', { ...picture, caption: 'before' })
    await bot.drain()
    await s.act('edit', { as: 'alice', chat: 'greeter', message_id, text: 'after' })
    const [{ edited_message }] = await bot.drain()
    expect([edited_message.caption, edited_message.text]).toEqual(['after', undefined])
  })

  it('PHO-18 as the service keeps it: re-encoded', async () => {
    const { s, bot } = await privateChat()
    await bot.drain()
    await s.act('sendFile', { ...picture, file: file('turned-gps.jpg') })
    const [{ message }] = await bot.drain()
    expect(message.photo).toEqual(photoOf(32, 48))
    expect((await storedBytes(s, message.photo[0])).includes('Exif')).toBe(false)
  })
})

describe('is refused', () => {
  it.each([
    ['a wrong type', { kind: 'photo', file: file('note.txt', 'a.jpg') }],
    ['an empty file', { kind: 'document', file: bytes('') }],
    ['an unreadable image', { kind: 'photo', file: bytes(mediaBytes('plain.jpg').subarray(0, 100)) }],
    ['a wrong kind of sound', { kind: 'audio', file: file('tone.m4a', 'a.mp4') }],
    ['an image over 20 MB', { kind: 'document', file: large(padded(mediaBytes('plain.jpg'), 20 * MEBIBYTE + 1)) }],
    ['a file over 50 MB', { kind: 'document', file: large(Buffer.alloc(50 * MEBIBYTE + 1)) }],
  ])('%s, and nothing is sent', async (_, params) => {
    const { s, texts } = await privateChat()
    expect(await refusal(s, { ...picture, ...params })).toMatchObject({ status: 400, code: 'file-refused' })
    expect(await texts()).toEqual(['/start'])
    expect(uploadFolders(s)).toEqual([])
  })

  it('takes 50 MB', async () => {
    const { s } = await privateChat()
    const whole = { ...picture, kind: 'document', file: large(Buffer.alloc(50 * MEBIBYTE)) }
    expect((await sendForm(s, whole)).body.result.message_id).toBe(2)
    expect(uploadFolders(s)).toEqual([])
  })

  it('takes a form whose fields are ids and numbers as text', async () => {
    const { s, bot, alice, chat } = await privateChat()
    await bot.drain()
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7 + (i >> 8)) % 256))
    const params = { as: alice.id, to: bot.id, kind: 'document', caption: '0042', reply_to: 1 }
    const sent = await sendForm(s, { ...params, file: { name: 'naïve "file".bin', content } })
    expect(sent.status).toBe(200)
    const [{ message }] = await bot.drain()
    expect(message).toMatchObject({ chat, caption: '0042', reply_to_message: { message_id: 1 } })
    expect(message.document.file_name).toBe('naïve "file".bin')
    expect((await storedBytes(s, sent.body.result.document)).equals(content)).toBe(true)
    expect(await lastActionParams(s)).toEqual({
      ...params,
      as: String(alice.id),
      to: String(bot.id),
      file: { name: 'naïve "file".bin' },
    })
    expect(uploadFolders(s)).toEqual([])
  })

  it.each([
    ['without its file', {}, 'sendFile: file: is missing'],
    ['with a text for its file', { file: 'a.bin' }, 'sendFile: file: Invalid input: expected object, received string'],
    [
      'with another file',
      { file: large(Buffer.from('x')), photo: large(Buffer.from('x')) },
      'sendFile: Unrecognized key: "photo"',
    ],
    ['with a wrong number', { file: large(Buffer.from('x')), reply_to: 'one' }, 'sendFile: reply_to: '],
  ])('a form %s', async (_, more, message) => {
    const { s, texts } = await privateChat()
    const { file, ...params } = picture
    const { status, body } = await sendForm(s, { ...params, kind: 'document', ...more })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
    expect(await texts()).toEqual(['/start'])
    expect(uploadFolders(s)).toEqual([])
  })

  it('a form of more than 52 MB, and one that breaks off', async () => {
    const { s } = await privateChat()
    const { status, body } = await sendForm(s, { ...picture, file: large(Buffer.alloc(52 * MEBIBYTE)) })
    expect([status, body.error.code]).toEqual([413, 'too-large'])
    const init = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhi',
    }
    expect(await answerOf(await fetch(`${s.url}/_emulator/actions/sendFile`, init))).toMatchObject({
      status: 400,
      body: { error: { message: 'The body cannot be read: the multipart body is malformed or cut off.' } },
    })
    expect(uploadFolders(s)).toEqual([])
  })

  it('a form of a page of another site, and a form for another action', async () => {
    const { s, texts } = await privateChat()
    const form = { ...picture, file: large(mediaBytes('plain.jpg')) }
    expect((await sendForm(s, form, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await sendForm(s, form, { origin: 'null' })).status).toBe(403)
    expect((await sendForm(s, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const body = new FormData()
    body.append('first_name', 'Eve')
    const other = await answerOf(await fetch(`${s.url}/_emulator/actions/createUser`, { method: 'POST', body }))
    expect([other.status, other.body.error.code]).toEqual([400, 'not-json'])
    expect(await texts()).toEqual(['/start'])
  })

  it.each(['%%%', 'abc', 'YWJj*', 'data:image/png;base64,YWJj', 'YWJj\n', '../../etc/passwd'])(
    'a content that is no base64: %s',
    async (base64) => {
      const { s, texts } = await privateChat()
      expect(await refusal(s, { ...picture, file: { name: 'a', base64 } })).toEqual({
        status: 400,
        code: 'invalid-params',
        message: 'sendFile: file.base64: Invalid base64-encoded string',
        hint: 'sendFile takes as, to, kind, file, caption, reply_to.',
      })
      expect(await texts()).toEqual(['/start'])
      expect(uploadFolders(s)).toEqual([])
    },
  )

  it.each([
    ['an unknown kind', { kind: 'sticker' }, 'kind'],
    ['a path for a file', { file: '/etc/passwd' }, 'file'],
    ['a path in the file', { file: { name: 'a', path: '/etc/passwd' } }, 'file'],
    ['a long caption', { caption: 'x'.repeat(1025) }, 'caption'],
  ])('%s', async (_, params, path) => {
    const { s } = await privateChat()
    const said = await refusal(s, { ...picture, ...params })
    expect([said.status, said.code, said.message]).toEqual([
      400,
      'invalid-params',
      expect.stringContaining(`sendFile: ${path}`),
    ])
  })

  it('from somebody who may not send files to the group', async () => {
    const { s } = await group({ permissions: { can_send_media_messages: false } })
    expect((await refusal(s, { ...picture, as: 'bob', to: 'team' })).status).toBe(403)
    await s.act('send', { as: 'bob', to: 'team', text: 'words pass' })
    await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
    expect((await refusal(s, { ...picture, as: 'bob', to: 'team' })).status).toBe(403)
    expect((await s.act('sendFile', { ...picture, to: 'team' })).message_id).toEqual(expect.any(Number))
  })

  it('from a subscriber, and from a stranger', async () => {
    const { s } = await channel()
    expect((await refusal(s, { ...picture, as: 'bob', to: 'news' })).status).toBe(403)
    await s.user('Eve')
    expect((await refusal(s, { ...picture, as: 'eve', to: 'news' })).status).toBeGreaterThanOrEqual(400)
  })

  it('GAP-47 with a caption that the content filter of a channel matches', async () => {
    const { s, texts } = await channel()
    await s.act('updateService', { content_filter: [{ match: 'casino' }] })
    expect((await refusal(s, { ...picture, to: 'news', caption: 'Casino' })).code).toBe('filtered')
    expect(await texts()).toEqual([])
  })
})

describe('deleteFile', () => {
  it('FILE-10 GAP-57 takes the bytes away, and leaves the message', async () => {
    const { s, bot, call, chat } = await privateChat()
    await s.act('sendFile', { ...picture, caption: 'Look' })
    const [, { message }] = await bot.drain()
    const [{ file_id, file_unique_id }] = message.photo
    const url = `${s.url}/_emulator/files/${file_unique_id}`
    expect((await fetch(url)).status).toBe(200)
    expect(await s.act('deleteFile', { file_unique_id })).toBe(true)
    const gone = await fetch(url)
    expect([gone.status, ((await gone.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'no-such-file',
    ])
    expect(await call('sendPhoto', { photo: file_id })).toEqual(
      refused(400, 'Bad Request: wrong file identifier/HTTP URL specified'),
    )
    const [shown] = (await s.view('/chats/alice/messages?bot=greeter')).slice(-1)
    expect([shown.caption, shown.photo[0].file_unique_id]).toEqual(['Look', file_unique_id])
    expect((await s.view('/users/alice/chats/greeter')).messages.at(-1).photo).toEqual(shown.photo)
    const reply = await bot.call('sendMessage', { chat_id: chat.id, text: 'pity', reply_to_message_id: 2 })
    expect(reply.body.result.reply_to_message.photo).toEqual(photoOf(48, 32))
  })

  it('knows only files that there are', async () => {
    const { s } = await privateChat()
    const { status, body } = await s.tryAct('deleteFile', { file_unique_id: 'nothing' })
    expect([status, body.error.code]).toEqual([404, 'no-such-file'])
    const { photo } = await s.act('sendFile', picture)
    const { file_unique_id } = photo[0]
    await s.act('deleteFile', { file_unique_id })
    expect((await s.tryAct('deleteFile', { file_unique_id })).status).toBe(404)
    await s.act('sendFile', picture)
    expect(await s.act('deleteFile', { file_unique_id })).toBe(true)
  })
})
