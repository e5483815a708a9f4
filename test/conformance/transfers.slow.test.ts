// File transfers under way: how many there may be, what counts as one, and that every end gives its place back.

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, fileIn, fileOf, MEBIBYTE, media, mediaBytes, padded } from '../helpers/files.ts'
import { type Bot, refused, type Service } from '../helpers/service.ts'
import {
  beginUpload,
  HEAD,
  nothingUnderWay,
  TAIL,
  transfersOf,
  untilTransfers,
  uploadFolders,
} from '../helpers/slow-upload.ts'
import { ALICE, NEWS, stage, TEAM } from '../helpers/stage.ts'

const BUSY = refused(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
const TOO_LARGE = refused(413, 'Request Entity Too Large')

const to = (chat: { id: number }) => ({ query: `?chat_id=${chat.id}` })

async function hold(s: Service, bot: Bot, count: number, chat: { id: number } = ALICE) {
  const already = (await transfersOf(s, bot)).bot
  const uploads = []
  for (let n = 1; n <= count; n++) {
    uploads.push(await beginUpload(s, bot, to(chat)))
    await untilTransfers(s, bot, already + n)
  }
  return uploads
}

const document = () => ({ chat_id: ALICE.id, document: media('page.pdf') })

describe('a bot', () => {
  it.each([
    ['LIM-18', 'private chat', ALICE],
    ['LIM-17', 'group', TEAM],
    ['LIM-17', 'channel', NEWS],
  ])('LIM-14 LIM-16 LIM-21 %s has three uploads to a %s at once', async (_rule, _where, chat) => {
    const { s, bot } = await stage()
    const [first, ...others] = await hold(s, bot, 3, chat)
    expect(await bot.call('sendDocument', document())).toEqual(BUSY)
    expect((await first!.finish())!.status).toBe(200)
    expect((await bot.call('sendDocument', document())).status).toBe(200)
    for (const other of others) expect((await other.finish())!.status).toBe(200)
    await nothingUnderWay(s, bot)
  })

  it.each(FILE_OPERATIONS)(
    'LIM-14 $method is refused while three are under way, and does nothing',
    async ({ method, kind, sample }) => {
      const { s, bot } = await stage()
      await hold(s, bot, 3)
      const before = await s.view(`/chats/${ALICE.id}/messages?bot=greeter`)
      expect(await bot.call(method, { chat_id: ALICE.id, [kind]: media(sample) })).toEqual(BUSY)
      expect(await s.view(`/chats/${ALICE.id}/messages?bot=greeter`)).toEqual(before)
      expect(uploadFolders(s)).toHaveLength(3)
    },
  )

  it.each([
    ['LIM-19', 'group', TEAM],
    ['LIM-20', 'channel', NEWS],
  ])('%s a file sent again to a %s counts', async (_rule, _where, chat) => {
    const { s, bot } = await stage()
    const { file_id } = fileIn(await bot.call('sendDocument', document()))
    const again = () => bot.call('sendDocument', { chat_id: chat.id, document: file_id })
    const [first] = await hold(s, bot, 3)
    expect(await again()).toEqual(BUSY)
    await first!.finish()
    expect((await again()).status).toBe(200)
  })

  it('GAP-139 a file sent again to a private chat does not count, nor does anything that is no file', async () => {
    const { s, bot } = await stage()
    const { file_id } = fileIn(await bot.call('sendDocument', document()))
    await hold(s, bot, 3)
    expect((await bot.call('sendDocument', { chat_id: ALICE.id, document: file_id })).status).toBe(200)
    expect((await bot.call('sendMessage', { chat_id: TEAM.id, text: 'hi' }, 'multipart')).status).toBe(200)
    expect((await bot.call('getMe')).status).toBe(200)
  })

  it('LIM-32 GAP-139 an upload counts from the beginning of its first file', async () => {
    const { s, bot } = await stage()
    const field = HEAD('caption').replace(/; filename.*"/, '')
    const body = `${field}${'x'.repeat(1000)}\r\n${HEAD().slice(0, -2)}`
    const upload = await beginUpload(s, bot, { ...to(ALICE), body })
    await bot.ok('getMe')
    expect(await transfersOf(s, bot)).toEqual({ bot: 0, overall: 0 })
    expect(uploadFolders(s)).toEqual([])
    upload.send(HEAD().slice(-2))
    await untilTransfers(s, bot, 1)
    expect((await upload.finish(`abc${TAIL}`))?.status).toBe(200)
    await nothingUnderWay(s, bot)
  })

  it('LIM-32 multipart without a file takes no place, whatever the operation', async () => {
    const { s, bot } = await stage()
    const { file_id } = fileIn(await bot.call('sendDocument', document()))
    await hold(s, bot, 3)
    const again = (chat: { id: number }) =>
      bot.call('sendDocument', { chat_id: chat.id, document: file_id }, 'multipart')
    expect((await again(ALICE)).status).toBe(200)
    expect(await again(TEAM)).toEqual(BUSY)
    expect((await bot.call('sendDocument', { chat_id: ALICE.id }, 'multipart')).body.description).toBe(
      'Bad Request: there is no document in the request',
    )
    expect((await bot.call('setWebhook', { url: '' }, 'multipart')).status).toBe(200)
    expect(await transfersOf(s, bot)).toEqual({ bot: 3, overall: 3 })
  })

  it('LIM-32 GAP-139 a file takes no place where the operation takes none, and none of its bytes are kept', async () => {
    const { s, bot } = await stage()
    await hold(s, bot, 3)
    const certificate = media('page.pdf')
    expect(await bot.call('setWebhook', { url: 'https://bot.example.org/', certificate })).toEqual(
      refused(400, 'Bad Request: certificate and ip_address are not supported'),
    )
    expect((await bot.call('sendMessage', { chat_id: ALICE.id, text: 'hi', photo: certificate })).status).toBe(200)
    expect((await bot.call('sendMessage', { chat_id: ALICE.id, text: certificate })).body.description).toBe(
      'Bad Request: text: message text is empty',
    )
    expect(uploadFolders(s)).toHaveLength(3)
  })

  it('GAP-10 is told of a wrong token and an unknown operation first, of all else later', async () => {
    const { s, bot } = await stage()
    await hold(s, bot, 3)
    const wrong = { chat_id: -1, document: fileOf(''), caption: 'x'.repeat(2000), reply_to_message_id: 'x' }
    expect(await s.call('1:wrong', 'sendDocument', wrong)).toEqual(refused(401, 'Unauthorized'))
    expect(await bot.call('sendNothing', wrong)).toEqual(refused(404, 'Not Found'))
    expect(await bot.call('sendDocument', wrong)).toEqual(BUSY)
    expect(await bot.call('sendDocument', { document: fileOf(Buffer.alloc(53 * MEBIBYTE)) })).toEqual(BUSY)
    await s.act('updateBot', { bot: 'greeter', suspended: true })
    expect(await bot.call('sendDocument', wrong)).toEqual(refused(403, 'Forbidden: bot is suspended'))
  })
})

describe('all bots', () => {
  it('LIM-15 LIM-16 LIM-21 have sixteen at once', async () => {
    const { s, bot } = await stage()
    const others = []
    for (let n = 1; n <= 5; n++) others.push(await s.bot({ first_name: `Bot ${n}` }))
    for (const other of others) await hold(s, other, 3)
    const [last] = await hold(s, bot, 1)
    expect(await transfersOf(s, bot)).toEqual({ bot: 1, overall: 16 })
    expect(await bot.call('sendDocument', document())).toEqual(BUSY)
    await last!.finish()
    expect((await bot.call('sendDocument', document())).status).toBe(200)
  })

  it('LIM-15 LIM-19 a file sent again to a group needs one of these places too', async () => {
    const { s, bot } = await stage()
    const { file_id } = fileIn(await bot.call('sendDocument', document()))
    for (let n = 1; n <= 5; n++) await hold(s, await s.bot({ first_name: `Bot ${n}` }), 3)
    await hold(s, bot, 1)
    expect(await bot.call('sendDocument', { chat_id: TEAM.id, document: file_id })).toEqual(BUSY)
    expect((await bot.call('sendDocument', { chat_id: ALICE.id, document: file_id })).status).toBe(200)
  })
})

describe('LIM-21 LIM-29 the place is given back, and the disk', () => {
  const large = padded(mediaBytes('note.zip'), 4 * MEBIBYTE)

  it.each([
    ['a wrong type', 'sendPhoto', { photo: media('note.txt') }, 400],
    ['an empty file', 'sendPhoto', { photo: fileOf('') }, 400],
    ['an unreadable image', 'sendPhoto', { photo: fileOf(mediaBytes('plain.jpg').subarray(0, 200)) }, 400],
    ['an unreadable HEIC', 'sendPhoto', { photo: fileOf(mediaBytes('plain.heic').subarray(0, 300)) }, 400],
    ['another field', 'sendPhoto', { file: media('plain.jpg') }, 400],
    ['a long caption', 'sendDocument', { document: media('page.pdf'), caption: 'x'.repeat(1025) }, 400],
    ['an unknown chat', 'sendDocument', { document: media('page.pdf'), chat_id: -77 }, 400],
    ['a large file', 'sendDocument', { document: fileOf(Buffer.alloc(50 * MEBIBYTE + 1)) }, 413],
    ['a large request', 'sendDocument', { document: fileOf(Buffer.alloc(52 * MEBIBYTE)) }, 413],
    ['success', 'sendDocument', { document: fileOf(large) }, 200],
  ])('after %s, however often', async (_, method, params, status) => {
    const { s, bot } = await stage()
    for (let n = 0; n < 4; n++) expect((await bot.call(method, { chat_id: ALICE.id, ...params })).status).toBe(status)
    await nothingUnderWay(s, bot)
  })

  const unreadable: [string, Parameters<typeof beginUpload>[2], string][] = [
    ['no boundary in the type', { type: 'multipart/form-data' }, ''],
    ['a body without a boundary', { body: 'hello' }, ''],
    ['another boundary', { body: HEAD().replace('--x', '--y') }, '\r\n--y--\r\n'],
    ['an end before the last part', {}, ''],
    ['an end within a head', { body: '--x\r\nContent-Disposition: form-data; na' }, ''],
    ['a head without end', { body: `--x\r\nX: ${'y'.repeat(100_000)}` }, TAIL],
  ]
  it.each(unreadable)('GAP-06 after a body that cannot be read: %s', async (_, begun, rest) => {
    const { s, bot } = await stage()
    for (let n = 0; n < 4; n++) {
      const upload = await beginUpload(s, bot, { ...to(ALICE), ...begun })
      const answer = await upload.finish(rest)
      expect(answer?.status).toBe(400)
      expect(answer?.body.description).toMatch(/^Bad Request: body: \w/)
    }
    await nothingUnderWay(s, bot)
  })

  /** How far each is sent, and how many of three have begun a file by then. */
  const points: [string, string | Buffer, number][] = [
    ['the head of the request', '', 0],
    ['the first boundary', '--', 0],
    ['half a part head', HEAD().slice(0, 40), 0],
    ['the part head', HEAD(), 3],
    ['some bytes', `${HEAD()}abc`, 3],
    ['megabytes', Buffer.concat([Buffer.from(HEAD()), large]), 3],
    ['half the last boundary', `${HEAD()}abc\r\n--x`, 3],
    ['a whole part', `${HEAD('caption').replace(/; filename.*"/, '')}hi\r\n${HEAD()}abc`, 3],
  ]
  describe.each(['hangUp', 'reset'] as const)('%s', (end) => {
    it.each(points)('after %s', async (_, body, files) => {
      const { s, bot } = await stage()
      for (const length of [undefined, 8 * MEBIBYTE]) {
        const uploads = [1, 2, 3].map(() => beginUpload(s, bot, { ...to(ALICE), body, length }))
        const begun = await Promise.all(uploads)
        await untilTransfers(s, bot, files)
        for (const upload of begun) upload[end]()
        await nothingUnderWay(s, bot)
      }
      expect((await bot.call('sendDocument', document())).status).toBe(200)
    })

    it('after the whole body, without waiting for the answer', async () => {
      const { s, bot } = await stage()
      const upload = await beginUpload(s, bot, { ...to(ALICE), method: 'sendPhoto', body: HEAD('photo') })
      upload.send(mediaBytes('twelve-megapixels.heic'))
      upload.send(TAIL)
      upload.socket.write('0\r\n\r\n')
      await untilTransfers(s, bot, 1)
      upload[end]()
      await nothingUnderWay(s, bot)
    })
  })

  it('when the bot is suspended meanwhile', async () => {
    const { s, bot } = await stage()
    const [upload] = await hold(s, bot, 1)
    await s.act('updateBot', { bot: 'greeter', suspended: true })
    expect(await upload!.finish()).toEqual(refused(403, 'Forbidden: bot is suspended'))
    await nothingUnderWay(s, bot)
  })

  it('when the clock is set far ahead meanwhile, and the upload goes on', async () => {
    const { s, bot } = await stage()
    const [upload] = await hold(s, bot, 1)
    await s.act('advanceClock', { seconds: 100_000 })
    expect((await upload!.finish())!.status).toBe(200)
    await nothingUnderWay(s, bot)
  })
})

describe('FILE-23 the answer reaches a client that goes on sending', () => {
  const block = Buffer.alloc(MEBIBYTE, 'x')

  /** Sends without a pause, for as long as the connection lives or until told to stop. */
  function pour({ socket, send }: Awaited<ReturnType<typeof beginUpload>>) {
    let stopped = false
    const done = (async () => {
      while (!stopped && socket.writable) {
        send(block)
        if (socket.writableNeedDrain) await once(socket, 'drain', { signal: AbortSignal.timeout(100) }).catch(() => {})
      }
    })()
    return () => {
      stopped = true
      return done
    }
  }

  it.each([
    ['in chunks', undefined],
    ['with a length', 10_000 * MEBIBYTE],
  ])('%s, without end', async (_, length) => {
    const { s, bot } = await stage()
    const upload = await beginUpload(s, bot, { ...to(ALICE), length })
    const stop = pour(upload)
    expect(await upload.answer).toEqual(TOO_LARGE)
    await stop()
    upload.hangUp()
    await nothingUnderWay(s, bot)
  })

  it('slowly, and then not at all', async () => {
    const { s, bot } = await stage()
    const upload = await beginUpload(s, bot, { ...to(ALICE), length: 60 * MEBIBYTE })
    expect(await upload.answer).toEqual(TOO_LARGE)
    upload.hangUp()
    await nothingUnderWay(s, bot)
  })

  it('LIM-14 as does the refusal for want of a place', async () => {
    const { s, bot } = await stage()
    await hold(s, bot, 3)
    const upload = await beginUpload(s, bot, to(ALICE))
    const stop = pour(upload)
    expect(await upload.answer).toEqual(BUSY)
    await stop()
    upload.hangUp()
    expect(uploadFolders(s)).toHaveLength(3)
  })

  it('and the connection serves the next call when the body came to its end', async () => {
    const { s, bot } = await stage()
    const upload = await beginUpload(s, bot, { ...to(ALICE), length: 53 * MEBIBYTE, body: '' })
    for (let n = 0; n < 53; n++) upload.send(block)
    expect(await upload.answer).toEqual(TOO_LARGE)
    const next = new Promise((resolve) => upload.socket.once('data', (data) => resolve(String(data).split('\r\n')[0])))
    upload.socket.resume()
    upload.socket.write(`GET /bot${bot.token}/getMe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    expect(await next).toBe('HTTP/1.1 200 OK')
    upload.hangUp()
  })
})
