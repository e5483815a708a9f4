// Files sent by the libraries and tools that bots are written with, unchanged but for the address.

import { execFile, spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Bot as GrammyBot, InputFile } from 'grammy'
import { Telegram } from 'telegraf'
import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, MEBIBYTE, mediaBytes, photoOf } from '../helpers/files.ts'
import { type Place, privateChat } from '../helpers/places.ts'
import { nothingUnderWay } from '../helpers/slow-upload.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0

const path = (sample: string) => fileURLToPath(new URL(`../../fixtures/media/${sample}`, import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: each library has its own types for the same message
type Sent = any
type Send = (place: Place, kind: string, file: { sample: string; name: string }, caption: string) => Promise<Sent>

const methodOf = (kind: string) => FILE_OPERATIONS.find((one) => one.kind === kind)!.method

const grammy = ({ s, bot }: Place) => new GrammyBot(bot.token, { client: { apiRoot: s.url } }).api
const telegraf = ({ s, bot }: Place) => new Telegram(bot.token, { apiRoot: s.url })

const CLIENTS: Record<string, Send> = {
  'grammY, from a path': (place, kind, { sample, name }, caption) =>
    (grammy(place) as Sent)[methodOf(kind)](place.chat.id, new InputFile(path(sample), name), { caption }),
  'grammY, from a buffer': (place, kind, { sample, name }, caption) =>
    (grammy(place) as Sent)[methodOf(kind)](place.chat.id, new InputFile(mediaBytes(sample), name), { caption }),
  'grammY, from a stream': (place, kind, { sample, name }, caption) =>
    (grammy(place) as Sent)[methodOf(kind)](place.chat.id, new InputFile(createReadStream(path(sample)), name), {
      caption,
    }),
  'telegraf, from a path': (place, kind, { sample, name }, caption) =>
    (telegraf(place) as Sent)[methodOf(kind)](place.chat.id, { source: path(sample), filename: name }, { caption }),
  'telegraf, from a buffer': (place, kind, { sample, name }, caption) =>
    (telegraf(place) as Sent)[methodOf(kind)](
      place.chat.id,
      { source: mediaBytes(sample), filename: name },
      { caption },
    ),
  curl: async ({ s, bot, chat }, kind, { sample, name }, caption) => {
    const url = `${s.url}/bot${bot.token}/${methodOf(kind)}`
    const parts = [
      '-F',
      `chat_id=${chat.id}`,
      '-F',
      `caption=${caption}`,
      '-F',
      `${kind}=@${path(sample)};filename="${name}"`,
    ]
    const { stdout } = await promisify(execFile)('curl', ['-sS', ...parts, url])
    return JSON.parse(stdout).result
  },
}

describe.each(Object.entries(CLIENTS).filter(([client]) => hasCurl || client !== 'curl'))('%s', (_, send) => {
  it.each(FILE_OPERATIONS)('FILE-24 sends a $kind', async ({ kind, sample, sent }) => {
    const place = await privateChat()
    const message = await send(place, kind, { sample, name: sample }, 'Voilà 🙂')
    expect(message).toEqual(place.posted({ message_id: 2, [kind]: sent, caption: 'Voilà 🙂' }).body.result)
    await nothingUnderWay(place.s, place.bot)
  })

  it('DOC-15 GAP-66 names it', async () => {
    const place = await privateChat()
    const name = 'mes étés 2.m4a'
    const { document } = await send(place, 'document', { sample: 'tone.m4a', name }, 'x')
    expect([document.file_name, document.mime_type]).toEqual([name, 'audio/mp4'])
    expect((await send(place, 'audio', { sample: 'tone.m4a', name }, 'x')).audio.file_name).toBe(name)
  })
})

it('FILE-08 FILE-16 grammY and telegraf send identifiers, and are told that URLs are none', async () => {
  const place = await privateChat()
  const { photo } = await grammy(place).sendPhoto(place.chat.id, new InputFile(path('plain.jpg')))
  const { file_id } = photo[0]!
  expect((await grammy(place).sendPhoto(place.chat.id, file_id)).photo).toEqual(photoOf(48, 32))
  expect((await telegraf(place).sendPhoto(place.chat.id, file_id)).photo).toEqual(photoOf(48, 32))
  const noUrls = { description: 'Bad Request: sending files by URL is not supported' }
  const url = 'https://example.org/a.jpg'
  await expect(grammy(place).sendPhoto(place.chat.id, url)).rejects.toMatchObject(noUrls)
  await expect(telegraf(place).sendPhoto(place.chat.id, url)).rejects.toMatchObject(noUrls)
})

describe('FILE-23 a request over 52 MB is answered, not cut off', () => {
  const large = Buffer.alloc(60 * MEBIBYTE)
  const tooLarge = { error_code: 413, description: 'Request Entity Too Large' }

  it('to grammY', async () => {
    const place = await privateChat()
    const sent = grammy(place).sendDocument(place.chat.id, new InputFile(large, 'a'))
    await expect(sent).rejects.toMatchObject(tooLarge)
    await nothingUnderWay(place.s, place.bot)
  })

  it('to telegraf', async () => {
    const place = await privateChat()
    const sent = telegraf(place).sendDocument(place.chat.id, { source: large, filename: 'a' })
    await expect(sent).rejects.toMatchObject({ response: tooLarge })
    await nothingUnderWay(place.s, place.bot)
  })

  it.runIf(hasCurl).each([
    ['with a length', []],
    ['in chunks', ['-H', 'Transfer-Encoding: chunked']],
    ['without asking first', ['-H', 'Expect:']],
  ])('to curl, %s', async (_, options) => {
    const { s, bot } = await privateChat()
    const curl = ['-sS', ...options, '-F', 'document=@-;filename=a', `${s.url}/bot${bot.token}/sendDocument`]
    const running = promisify(execFile)('curl', curl)
    running.child.stdin?.on('error', () => {})
    running.child.stdin?.end(large)
    expect(JSON.parse((await running).stdout)).toEqual({ ok: false, ...tooLarge })
    await nothingUnderWay(s, bot)
  })
})
