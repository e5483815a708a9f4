// The rules that all sends share, for those that send files; and the order in which a file's faults are found.

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, fileOf, media, mediaBytes, storedBytes } from '../helpers/files.ts'
import { asUser, channel, group, groupAsAdmin, type Place, privateChat, yesNo } from '../helpers/places.ts'
import { NOON, refused } from '../helpers/service.ts'
import { HUGE } from './huge.ts'
import { checkedInOrder, type Fault, FIRST } from './order-of-checks.ts'

const bad = (reason: string) => refused(400, `Bad Request: ${reason}`)
const notFound = bad('message to be replied not found')
const noMediaRight = bad('not enough rights to send media messages to the chat')
const noPostRight = bad('not enough rights to send messages to the chat')
const inlineOnly = bad('only inline keyboards are supported in groups')
const noButtons = bad("channel posts can't have buttons")

const KEYBOARDS = [yesNo, { keyboard: [['One']] }, { remove_keyboard: true }]

describe.each(FILE_OPERATIONS)('$method', ({ kind, method, sample, sent }) => {
  const sender =
    ({ call }: Place) =>
    (params: object = {}) =>
      call(method, { [kind]: media(sample), ...params })

  it.each([
    ['private chat', privateChat, 2],
    ['group', group, 1],
    ['channel', () => channel(), 1],
  ] as [string, () => Promise<Place>, number][])(
    'SEND-02 SEND-25 SEND-26 returns the message sent to a %s',
    async (_, make, message_id) => {
      const place = await make()
      expect(await sender(place)({ caption: 'Look' })).toEqual(
        place.posted({ message_id, [kind]: sent, caption: 'Look' }),
      )
    },
  )

  it.each([
    ['private chat', privateChat, 2],
    ['group', group, 1],
  ] as [string, () => Promise<Place>, number][])(
    'SEND-03 SEND-11 takes an inline keyboard in a %s',
    async (_, make, message_id) => {
      const place = await make()
      expect(await sender(place)({ reply_markup: yesNo })).toEqual(
        place.posted({ message_id, [kind]: sent, reply_markup: yesNo }),
      )
    },
  )

  it('SEND-03 sets and takes away a reply keyboard in a private chat', async () => {
    const place = await privateChat()
    const shown = async () => (await place.s.view('/users/alice/chats/greeter')).reply_keyboard
    expect(await sender(place)({ reply_markup: { keyboard: [['One']] } })).toEqual(
      place.posted({ message_id: 2, [kind]: sent }),
    )
    expect(await shown()).not.toBeNull()
    await sender(place)({ reply_markup: { remove_keyboard: true } })
    expect(await shown()).toBeNull()
  })

  it('SEND-04 SEND-09 replies to a message of the group by its number', async () => {
    const place = await group()
    await place.s.act('send', { as: 'bob', to: 'team', text: 'one' })
    const one = { message_id: 1, from: asUser(place.bob), chat: place.chat, date: NOON, text: 'one' }
    expect(await sender(place)({ reply_to_message_id: 1 })).toEqual(
      place.posted({ message_id: 2, [kind]: sent, reply_to_message: one }),
    )
  })

  it('SEND-05 SEND-06 SEND-07 SEND-08 replies to no message that it cannot see', async () => {
    const place = await group({ members: ['bob'] })
    const { s, texts } = place
    await s.act('start', { as: 'alice', bot: 'greeter' })
    for (const text of ['two', 'three', 'four', 'five']) await s.act('send', { as: 'alice', to: 'greeter', text })
    await s.act('send', { as: 'alice', to: 'team', text: 'before' })
    await s.act('add', { as: 'alice', chat: 'team', who: 'greeter' })
    const { message_id } = await s.act('send', { as: 'alice', to: 'team', text: 'oops' })
    await s.act('delete', { as: 'alice', chat: 'team', message_id })
    const before = await texts()
    const [early, deleted, elsewhere, nowhere] = [1, message_id, 5, 99]
    for (const reply_to_message_id of [early, deleted, elsewhere, nowhere, ...HUGE]) {
      expect(await sender(place)({ reply_to_message_id }), String(reply_to_message_id)).toEqual(notFound)
    }
    expect(await texts()).toEqual(before)
  })

  it.each([
    ['SEND-10', 99],
    ['SEND-34', 'first'],
  ])('%s ignores the reply target %s in a channel', async (_, reply_to_message_id) => {
    const place = await channel()
    expect(await sender(place)({ reply_to_message_id })).toEqual(place.posted({ message_id: 1, [kind]: sent }))
  })

  it('SEND-12 SEND-13 takes only inline keyboards in a group', async () => {
    const place = await group()
    for (const reply_markup of KEYBOARDS.slice(1)) expect(await sender(place)({ reply_markup })).toEqual(inlineOnly)
    expect(await place.texts()).toEqual([])
  })

  it("SEND-15 GAP-44 binds a bot that is no admin by the members' permission to send files", async () => {
    const place = await group({ permissions: { can_send_media_messages: false } })
    expect(await sender(place)()).toEqual(noMediaRight)
    expect(await place.texts()).toEqual([])
    await place.s.act('updateChat', { chat: 'team', permissions: { can_send_media_messages: true } })
    expect(await sender(place)()).toEqual(place.posted({ message_id: 1, [kind]: sent }))
  })

  it('SEND-17 does not bind an admin bot by it, whatever its rights', async () => {
    const place = await groupAsAdmin({})
    await place.s.act('updateChat', { chat: 'team', permissions: { can_send_media_messages: false } })
    expect(await sender(place)()).toEqual(place.posted({ message_id: 1, [kind]: sent }))
  })

  it('GAP-45 refuses the file of a muted bot', async () => {
    const place = await group()
    await place.s.act('mute', { as: 'alice', chat: 'team', who: 'greeter', until_date: NOON + 60 })
    expect(await sender(place)()).toEqual(noMediaRight)
  })

  it('SEND-18 FILE-18 checks the file in a group as elsewhere', async () => {
    const { call, texts } = await group()
    expect(await call(method, { [kind]: fileOf('', sample) })).toEqual(bad('empty_file'))
    if (kind !== 'document') {
      expect(await call(method, { [kind]: media('note.txt', sample) })).toEqual(
        bad(`type of file mismatch (expected ${kind})`),
      )
    }
    expect(await texts()).toEqual([])
  })

  it('SEND-20 SEND-21 SEND-22 needs the right to post, a channel that is not official, and the terms accepted', async () => {
    const place = await channel({ can_edit_messages: true })
    const { s } = place
    expect(await sender(place)()).toEqual(noPostRight)
    await s.act('promote', { as: 'alice', chat: 'news', who: 'greeter', rights: { can_post_messages: true } })
    await s.act('updateChat', { chat: 'news', official: true })
    expect(await sender(place)()).toEqual(noPostRight)
    await s.act('updateChat', { chat: 'news', official: false })
    await s.act('updateBot', { bot: 'greeter', accepted_terms: false })
    expect(await sender(place)()).toEqual(
      refused(403, "Forbidden: the bot's owner must accept Service's terms of use first"),
    )
    expect(await place.texts()).toEqual([])
  })

  it('SEND-27 SEND-28 SEND-29 posts no buttons to a channel', async () => {
    const place = await channel()
    for (const reply_markup of KEYBOARDS) expect(await sender(place)({ reply_markup })).toEqual(noButtons)
    expect(await place.texts()).toEqual([])
  })

  it('SEND-30 does not write to the comments of a channel', async () => {
    const { s, bot, comments } = await channel({ can_post_messages: true }, { comments: true })
    expect(await bot.call(method, { chat_id: comments, [kind]: media(sample) })).toEqual(
      bad('method is not available for this chat'),
    )
    expect(await s.view(`/chats/${comments}/messages`)).toEqual([])
  })

  it('SEND-31 keeps its file from the other bots of a group', async () => {
    const place = await group()
    const other = await place.s.bot({ first_name: 'Reader', can_read_all_group_messages: true })
    await place.s.act('promote', { as: 'alice', chat: 'team', who: 'reader', rights: { can_change_info: true } })
    await other.drain()
    await sender(place)({ caption: '/help' })
    expect(await other.drain()).toEqual([])
  })

  it('LIM-04 counts among the 20 messages of a minute', async () => {
    const place = await group()
    for (let n = 0; n < 10; n++) {
      await place.ok('sendMessage', { text: 'x' })
      expect((await sender(place)()).status).toBe(200)
    }
    const full = refused(429, 'Too Many Requests: retry after 60', { retry_after: 60 })
    expect(await sender(place)()).toEqual(full)
    expect(await place.call('sendMessage', { text: 'x' })).toEqual(full)
  })
})

it.each([
  ['sendPhoto', 'photo', (result: Result) => result.photo[0]],
  ['sendDocument', 'document', (result: Result) => result.document],
] as const)('SEND-19 %s to a group re-encodes a large PNG', async (method, kind, fileOfResult) => {
  const { s, ok } = await group()
  const png = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const stored = await storedBytes(s, fileOfResult(await ok(method, { [kind]: fileOf(png, 'wide.png') })))
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 2048, height: 512 })
})

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire
type Result = any

const longCaption: Fault = {
  name: 'caption',
  answer: bad('caption: message caption is too long'),
  params: { caption: 'x'.repeat(1025) },
}
const noTarget: Fault = { name: 'target message', answer: notFound, params: { reply_to_message_id: 99 } }
const full: Fault = {
  name: 'message limit',
  answer: refused(429, 'Too Many Requests: retry after 1', { retry_after: 1 }),
  world: async ({ ok }) => {
    for (let i = 0; i < 30; i++) await ok('sendMessage', { text: 'x' })
  },
}
const blocked: Fault = {
  name: 'chat',
  answer: bad('chat not found'),
  world: ({ s }) => s.act('block', { as: 'alice', bot: 'greeter' }),
}

const photo = { method: 'sendPhoto', params: { photo: media('plain.jpg') } }
const half = mediaBytes('plain.jpg').subarray(0, 100)
const FILES: [string, object, Fault['answer']][] = [
  ['no file', { photo: undefined }, bad('there is no photo in the request')],
  ['a URL', { photo: 'https://example.org/' }, bad('sending files by URL is not supported')],
  ['an unknown identifier', { photo: 'abc' }, bad('wrong file identifier/HTTP URL specified')],
  ['an empty file', { photo: fileOf('') }, bad('empty_file')],
  ['a wrong type', { photo: media('note.txt') }, bad('type of file mismatch (expected photo)')],
  ['an unreadable image', { photo: fileOf(half) }, bad('invalid_image')],
]

for (const [name, params, answer] of FILES) {
  checkedInOrder(`in a private chat, with ${name}`, privateChat, photo, [
    ...FIRST,
    longCaption,
    blocked,
    noTarget,
    { name, params: { ...params }, answer },
    full,
  ])
}

checkedInOrder('in a channel', () => channel(), photo, [
  ...FIRST,
  longCaption,
  { name: 'buttons', answer: noButtons, params: { reply_markup: yesNo } },
  {
    name: 'right',
    answer: noPostRight,
    world: ({ s }) => s.act('updateChat', { chat: 'news', official: true }),
  },
  { name: 'file', answer: bad('empty_file'), params: { photo: fileOf('') } },
  {
    name: 'filter',
    answer: bad('no spam'),
    params: { caption: 'spam' },
    world: ({ s }) => s.act('updateService', { content_filter: [{ match: 'spam', reason: 'no spam' }] }),
  },
])
