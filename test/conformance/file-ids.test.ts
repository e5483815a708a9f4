// Identifiers of files: whose they are, where they may go, and when they are dead.

import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, fileIn, fileOf, kept, media, mediaBytes, photoOf } from '../helpers/files.ts'
import { channel, group, privateChat } from '../helpers/places.ts'
import { type Bot, granted, refused, type Service } from '../helpers/service.ts'
import { ALICE, ALL_TRANSPORTS, CAROL, CLUB, NEWS, stage, TEAM } from '../helpers/stage.ts'

const wrongId = refused(400, 'Bad Request: wrong file identifier/HTTP URL specified')

const photoIn = async (bot: Bot, chat_id: number): Promise<string> =>
  fileIn(await bot.call('sendPhoto', { chat_id, photo: media('plain.jpg') })).file_id

const asPerson = (s: Service, to: number | string, as = 'alice') =>
  s.act('sendFile', {
    as,
    to,
    kind: 'photo',
    file: { name: 'a.jpg', base64: mediaBytes('plain.jpg').toString('base64') },
  })

describe('where they may go', () => {
  const PLACES = {
    private: ALICE.id,
    'other private': CAROL.id,
    group: TEAM.id,
    'other group': CLUB.id,
    channel: NEWS.id,
  }
  type PlaceName = keyof typeof PLACES
  const ways: [string, PlaceName, PlaceName, boolean][] = [
    ['FILE-08', 'private', 'private', true],
    ['GAP-54', 'private', 'other private', true],
    ['GAP-54', 'private', 'group', true],
    ['GAP-54', 'private', 'channel', true],
    ['FILE-08', 'group', 'group', true],
    ['FILE-11', 'group', 'other group', true],
    ['FILE-12', 'group', 'channel', true],
    ['FILE-13', 'group', 'private', false],
    ['FILE-13', 'group', 'other private', false],
    ['FILE-13', 'other group', 'private', false],
    ['GAP-54', 'channel', 'private', true],
    ['GAP-54', 'channel', 'group', true],
    ['GAP-54', 'channel', 'channel', true],
  ]

  it.each(ways)('%s from %s to %s', async (_, from, to, passes) => {
    const { bot } = await stage()
    const photo = await photoIn(bot, PLACES[from])
    const answer = await bot.call('sendPhoto', { chat_id: PLACES[to], photo })
    if (passes) expect(answer.body.result?.photo).toEqual(photoOf(48, 32))
    else expect(answer).toEqual(wrongId)
  })

  it('FILE-08 FILE-13 the same holds for those that come with an update', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    for (const to of [TEAM.id, 'greeter']) await asPerson(s, to)
    const [inGroup, inPrivate] = (await bot.drain()).map(({ message }) => message.photo[0].file_id)
    expect(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: inGroup })).toEqual(wrongId)
    expect((await bot.call('sendPhoto', { chat_id: TEAM.id, photo: inGroup })).status).toBe(200)
    expect((await bot.call('sendPhoto', { chat_id: ALICE.id, photo: inPrivate })).status).toBe(200)
  })

  it('FILE-13 an identifier that went from a private chat to a group and came back as another may not return', async () => {
    const { bot } = await stage()
    const first = await photoIn(bot, ALICE.id)
    const second = fileIn(await bot.call('sendPhoto', { chat_id: TEAM.id, photo: first })).file_id
    expect(second).not.toBe(first)
    expect(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: second })).toEqual(wrongId)
    expect((await bot.call('sendPhoto', { chat_id: ALICE.id, photo: first })).status).toBe(200)
  })

  it('FILE-13 GAP-54 a file of a group stays one when a channel has posted it, and again as a document', async () => {
    const { bot } = await stage()
    const send = (chat_id: number, photo: string) => bot.call('sendPhoto', { chat_id, photo })
    let posted = await photoIn(bot, TEAM.id)
    for (const _ of [1, 2]) {
      posted = fileIn(await send(NEWS.id, posted)).file_id
      expect(await send(ALICE.id, posted)).toEqual(wrongId)
      expect((await send(CLUB.id, posted)).status).toBe(200)
    }
    const document = fileIn(await bot.call('sendDocument', { chat_id: NEWS.id, document: posted })).file_id
    expect(await bot.call('sendDocument', { chat_id: ALICE.id, document })).toEqual(wrongId)
  })

  it('GAP-54 the same content that was uploaded to a channel is no file of a group', async () => {
    const { bot } = await stage()
    await photoIn(bot, TEAM.id)
    const uploaded = await photoIn(bot, NEWS.id)
    expect((await bot.call('sendPhoto', { chat_id: ALICE.id, photo: uploaded })).status).toBe(200)
  })

  it('FILE-13 holds for every kind of file', async () => {
    const { bot } = await stage()
    const photo = await photoIn(bot, TEAM.id)
    for (const { method, kind } of FILE_OPERATIONS) {
      expect(await bot.call(method, { chat_id: ALICE.id, [kind]: photo })).toEqual(wrongId)
    }
  })
})

describe('whose they are', () => {
  it('FILE-09 an identifier of another bot is refused, even in a group where both got the file', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other', can_read_all_group_messages: true })
    await s.act('add', { as: 'alice', chat: TEAM.id, who: 'other' })
    await s.act('start', { as: 'alice', bot: 'other' })
    await bot.drain()
    await other.drain()
    await asPerson(s, TEAM.id)
    const [mine] = (await bot.drain()).map(({ message }) => message.photo[0])
    const [theirs] = (await other.drain()).map(({ message }) => message.photo[0])
    expect(mine.file_unique_id).toBe(theirs.file_unique_id)
    expect(mine.file_id).not.toBe(theirs.file_id)
    expect(await other.call('sendPhoto', { chat_id: TEAM.id, photo: mine.file_id })).toEqual(wrongId)
    expect(await bot.call('sendPhoto', { chat_id: TEAM.id, photo: theirs.file_id })).toEqual(wrongId)
    expect((await other.call('sendPhoto', { chat_id: TEAM.id, photo: theirs.file_id })).status).toBe(200)
  })

  it('FILE-09 an identifier of the control API is refused for every bot', async () => {
    const { s, bot } = await stage()
    await photoIn(bot, ALICE.id)
    const [message] = (await s.view(`/chats/${ALICE.id}/messages?bot=greeter`)).slice(-1)
    expect(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: message.photo[0].file_id })).toEqual(wrongId)
  })

  it('GAP-53 a changed identifier is refused', async () => {
    const { bot } = await stage()
    const genuine = await photoIn(bot, ALICE.id)
    const changed = [...genuine].map((c, i) => genuine.slice(0, i) + (c === 'A' ? 'B' : 'A') + genuine.slice(i + 1))
    const others = [
      genuine.slice(1),
      genuine.slice(0, -4),
      `${genuine}AAAA`,
      `A${genuine}`,
      genuine.toLowerCase(),
      '-',
      '',
    ]
    for (const photo of [...changed, ...others.filter(Boolean)]) {
      expect(await bot.call('sendPhoto', { chat_id: ALICE.id, photo }), photo).toEqual(wrongId)
    }
    expect(
      await bot.call('sendPhoto', {
        chat_id: ALICE.id,
        photo: fileIn(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: genuine })).file_unique_id,
      }),
    ).toEqual(wrongId)
  })
})

describe('their form', () => {
  it('FILE-06 PHO-04 has at most 128 characters, for the largest ids too', async () => {
    const { s, bot } = await stage()
    const huge = await s.bot({ first_name: 'Huge', id: 9_007_199_254_740_991 })
    const far = await s.act('createGroup', {
      id: -999_999_999_999_999,
      title: 'Far',
      owner: 'alice',
      members: ['huge'],
    })
    for (const [caller, chat_id] of [
      [bot, ALICE.id],
      [bot, NEWS.id],
      [huge, far.id],
    ] as const) {
      const file_id = await photoIn(caller, chat_id)
      expect(file_id.length).toBeLessThanOrEqual(128)
      expect(file_id).toMatch(/^[\w-]+$/)
    }
  })

  it.each(FILE_OPERATIONS)('FILE-07 PHO-04 GAP-52 $method refuses one of 129 characters', async ({ method, kind }) => {
    const { call } = await privateChat()
    expect(await call(method, { [kind]: 'A'.repeat(128) })).toEqual(wrongId)
    expect(await call(method, { [kind]: 'A'.repeat(129) })).toEqual(wrongId)
    expect(await call(method, { [kind]: 'A'.repeat(100_000) })).toEqual(wrongId)
  })

  it('GAP-56 a file sent again has another identifier in another chat, and the same unique one', async () => {
    const { bot } = await stage()
    const first = fileIn(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: media('plain.jpg') }))
    const again = fileIn(await bot.call('sendPhoto', { chat_id: CAROL.id, photo: first.file_id }))
    const anew = fileIn(await bot.call('sendPhoto', { chat_id: CAROL.id, photo: media('plain.jpg', 'b.jpg') }))
    const other = fileIn(await bot.call('sendPhoto', { chat_id: CAROL.id, photo: media('plain.webp') }))
    expect(again.file_id).not.toBe(first.file_id)
    expect([again.file_unique_id, anew.file_unique_id]).toEqual([first.file_unique_id, first.file_unique_id])
    expect(other.file_unique_id).not.toBe(first.file_unique_id)
  })

  it.each(ALL_TRANSPORTS)('FILE-08 TRN-03 is taken from %s', async (via) => {
    const { bot } = await stage()
    const document = fileIn(await bot.call('sendDocument', { chat_id: ALICE.id, document: media('page.pdf') })).file_id
    const answer = await bot.call('sendDocument', { chat_id: ALICE.id, document, caption: 'Again' }, via)
    expect(answer.body.result.document).toEqual(kept('page.pdf', 'application/octet-stream'))
    expect(answer.body.result.caption).toBe('Again')
  })
})

describe('another kind', () => {
  it.each(FILE_OPERATIONS)(
    'GAP-55 the identifier of a $kind is refused as another kind, and taken as a document',
    async (one) => {
      const { call } = await privateChat()
      const { file_id, file_unique_id } = fileIn(await call(one.method, { [one.kind]: media(one.sample) }))
      for (const { method, kind } of FILE_OPERATIONS.filter(({ kind }) => kind !== one.kind && kind !== 'document')) {
        expect(await call(method, { [kind]: file_id })).toEqual(
          refused(400, `Bad Request: type of file mismatch (expected ${kind})`),
        )
      }
      const { document } = (await call('sendDocument', { document: file_id })).body.result
      expect(document.file_unique_id).toBe(file_unique_id)
    },
  )

  it('GAP-55 GAP-59 a photo sent as a document becomes a document', async () => {
    const { call, posted } = await privateChat()
    const photo = fileIn(await call('sendPhoto', { photo: media('plain.jpg') }))
    const document = {
      file_id: expect.any(String),
      file_unique_id: photo.file_unique_id,
      file_size: photo.file_size,
      mime_type: 'image/jpeg',
      file_name: 'image.jpg',
    }
    expect(await call('sendDocument', { document: photo.file_id })).toEqual(posted({ message_id: 3, document }))
  })
})

describe('a deleted file', () => {
  it.each(FILE_OPERATIONS)(
    'FILE-10 GAP-57 a $kind: all of its identifiers are dead, in every chat',
    async ({ method, kind, sample }) => {
      const { s, bot } = await stage()
      const sent = [
        fileIn(await bot.call(method, { chat_id: ALICE.id, [kind]: media(sample) })),
        fileIn(await bot.call(method, { chat_id: NEWS.id, [kind]: media(sample, 'renamed.bin') })),
      ]
      const { file_unique_id } = sent[0]!
      expect(await s.act('deleteFile', { file_unique_id })).toBe(true)
      for (const { file_id } of sent) {
        expect(await bot.call(method, { chat_id: ALICE.id, [kind]: file_id })).toEqual(wrongId)
        expect(await bot.call('sendDocument', { chat_id: ALICE.id, document: file_id })).toEqual(wrongId)
      }
    },
  )

  it('FILE-10 stays dead when the same content is sent anew', async () => {
    const { s, bot } = await stage()
    const send = async () => fileIn(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: media('plain.jpg') }))
    const dead = await send()
    await s.act('deleteFile', { file_unique_id: dead.file_unique_id })
    const anew = await send()
    expect(anew.file_unique_id).toBe(dead.file_unique_id)
    expect(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: dead.file_id })).toEqual(wrongId)
    expect((await bot.call('sendPhoto', { chat_id: ALICE.id, photo: anew.file_id })).status).toBe(200)
  })

  it('FILE-10 other files stay as they are', async () => {
    const { s, call } = await privateChat()
    const gone = fileIn(await call('sendDocument', { document: fileOf('gone') }))
    const left = fileIn(await call('sendDocument', { document: fileOf('left') }))
    await s.act('deleteFile', { file_unique_id: gone.file_unique_id })
    expect((await call('sendDocument', { document: left.file_id })).status).toBe(200)
  })
})

it('FILE-11 FILE-12 FILE-29 the file sent again is whole, with a caption of its own', async () => {
  const team = await group()
  const { file_id } = fileIn(await team.call('sendDocument', { document: media('page.pdf'), caption: 'first' }))
  const document = kept('page.pdf', 'application/octet-stream')
  expect(await team.call('sendDocument', { document: file_id })).toEqual(team.posted({ message_id: 2, document }))
  expect(await team.call('sendDocument', { document: file_id, caption: 'third' })).toEqual(
    team.posted({ message_id: 3, document, caption: 'third' }),
  )
})

it('FILE-12 SEND-25 GAP-54 a person’s file in a channel reaches the bot as a post that it can send on', async () => {
  const news = await channel()
  await news.bot.drain()
  await asPerson(news.s, 'news')
  const [{ channel_post }] = await news.bot.drain()
  expect(granted(channel_post)).toEqual(news.posted({ message_id: 1, photo: photoOf(48, 32) }))
  expect((await news.call('sendPhoto', { photo: channel_post.photo[0].file_id })).status).toBe(200)
})

it.each([
  ['a sign before it', (id: string) => `!${id}`],
  ['blanks and signs around it', (id: string) => ` !${id}?? `],
  ['a line end after it', (id: string) => `${id}\n`],
  ['padding', (id: string) => `${id}=`],
  ['a sign within it', (id: string) => `${id.slice(0, 5)}!${id.slice(5)}`],
  ['the other alphabet of base64', (id: string) => `${id}+`],
])('FILE-09 an identifier is compared whole: not with %s', async (_, changed) => {
  const { bot } = await stage()
  const photo = await photoIn(bot, ALICE.id)
  expect(await bot.call('sendPhoto', { chat_id: ALICE.id, photo: changed(photo) })).toEqual(wrongId)
  expect((await bot.call('sendPhoto', { chat_id: ALICE.id, photo })).status).toBe(200)
})
