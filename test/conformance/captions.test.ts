// Captions: how long, how plain, and how they are edited.

import { describe, expect, it } from 'vitest'
import { FILE_OPERATIONS, media, photoOf } from '../helpers/files.ts'
import { channel, group, type Place, privateChat, yesNo } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'

const tooLong = refused(400, 'Bad Request: caption: message caption is too long')

describe.each(FILE_OPERATIONS)('$method', ({ kind, method, sample, sent }) => {
  const send = async (caption?: unknown) => {
    const { call, posted } = await privateChat()
    const answer = await call(method, { [kind]: media(sample), caption })
    return { answer, sentWith: (fields: object = {}) => posted({ message_id: 2, [kind]: sent, ...fields }) }
  }

  it('FILE-24 FILE-29 MSG-11 PHO-23 sends with a caption and without', async () => {
    const bare = await send()
    expect(bare.answer).toEqual(bare.sentWith())
    const captioned = await send('Look')
    expect(captioned.answer).toEqual(captioned.sentWith({ caption: 'Look' }))
  })

  it('FILE-25 GAP-36 takes an empty caption, which leaves no key', async () => {
    const { answer, sentWith } = await send('')
    expect(answer).toEqual(sentWith())
  })

  it.each(['x', '🙂', '👩‍👩‍👧‍👦'.slice(0, 2)])('FILE-26 GAP-12 counts up to 1024 code points: %s', async (point) => {
    const longest = await send(point.repeat(1024))
    expect(longest.answer).toEqual(longest.sentWith({ caption: point.repeat(1024) }))
    const longer = await send(point.repeat(1025))
    expect(longer.answer).toEqual(tooLong)
  })

  it.each([
    '*a* _b_ [c](d) `e`',
    '<b>a</b> &amp; <script>',
    '\t spaced out ',
    '@alice /start #tag https://example.org',
  ])('FILE-27 FILE-28 GAP-34 leaves a caption as it is: %j', async (caption) => {
    const { answer, sentWith } = await send(caption)
    expect(answer).toEqual(sentWith({ caption }))
  })
})

it('GAP-47 refuses a caption that the content filter of a channel matches', async () => {
  const { s, call, posted, texts } = await channel()
  await s.act('updateService', { content_filter: [{ match: 'casino' }, { match: 'lottery', reason: 'no lotteries' }] })
  const photo = () => media('plain.jpg')
  expect(await call('sendPhoto', { photo: photo(), caption: 'The Casino' })).toEqual(
    refused(400, 'Bad Request: message text is not allowed'),
  )
  expect(await call('sendPhoto', { photo: photo(), caption: 'a lottery' })).toEqual(
    refused(400, 'Bad Request: no lotteries'),
  )
  expect(await texts()).toEqual([])
  expect(await call('sendPhoto', { photo: photo(), caption: 'Look' })).toEqual(
    posted({ message_id: 1, photo: photoOf(48, 32), caption: 'Look' }),
  )
})

describe('edits', () => {
  const send = async (place: Place, params: object = {}) =>
    (await place.ok('sendPhoto', { photo: media('plain.jpg'), caption: 'before', ...params })).message_id as number
  const noText = refused(400, 'Bad Request: there is no text in the message to edit')

  it.each(FILE_OPERATIONS)('EDT-18 a private $kind has no text to edit', async ({ method, kind, sample }) => {
    const place = await privateChat()
    const { message_id } = await place.ok(method, { [kind]: media(sample), caption: 'before' })
    expect(await place.call('editMessageText', { message_id, text: 'after' })).toEqual(noText)
    const [message] = (await place.s.view('/chats/alice/messages?bot=greeter')).slice(-1)
    expect([message.caption, message.edit_date]).toEqual(['before', undefined])
  })

  const shared: [string, string, () => Promise<Place>][] = [
    ['EDT-19 EDT-20', 'group', group],
    ['EDT-24 EDT-25', 'channel', () => channel()],
  ]
  describe.each(shared)('%s in a %s', (rules, _, make) => {
    it(`${rules} the text becomes the caption, of at most 1024 characters`, async () => {
      const place = await make()
      const message_id = await send(place)
      const edited = (caption: string) =>
        place.posted({ message_id, photo: photoOf(48, 32), caption, edit_date: expect.any(Number) })
      const edit = (text: string) => place.call('editMessageText', { message_id, text })
      expect(await edit('after')).toEqual(edited('after'))
      expect(await edit('x'.repeat(1025))).toEqual(tooLong)
      expect(await edit('🙂'.repeat(1024))).toEqual(edited('🙂'.repeat(1024)))
    })

    it(`${rules} a file without a caption gets one`, async () => {
      const place = await make()
      const message_id = await send(place, { caption: undefined })
      expect(await place.call('editMessageText', { message_id, text: 'after' })).toEqual(
        place.posted({ message_id, photo: photoOf(48, 32), caption: 'after', edit_date: expect.any(Number) }),
      )
    })

    it(`${rules} GAP-71 an empty text does not clear it`, async () => {
      const place = await make()
      const message_id = await send(place)
      expect(await place.call('editMessageText', { message_id, text: '' })).toEqual(
        refused(400, 'Bad Request: text: message text is empty'),
      )
    })

    it(`${rules} EDT-29 the same caption is no change`, async () => {
      const place = await make()
      const message_id = await send(place)
      expect(await place.call('editMessageText', { message_id, text: 'before' })).toEqual(
        refused(400, 'Bad Request: message is not modified'),
      )
    })
  })

  it('EDT-19 EDT-10 the edit of a caption takes the keyboard away unless it is given again', async () => {
    const place = await group()
    const message_id = await send(place, { reply_markup: yesNo })
    const photo = photoOf(48, 32)
    const edit = (params: object) => place.call('editMessageText', { message_id, ...params })
    expect(await edit({ text: 'one', reply_markup: yesNo })).toEqual(
      place.posted({ message_id, photo, caption: 'one', reply_markup: yesNo, edit_date: expect.any(Number) }),
    )
    expect(await edit({ text: 'two' })).toEqual(
      place.posted({ message_id, photo, caption: 'two', edit_date: expect.any(Number) }),
    )
  })

  it.each([
    ['private chat', privateChat],
    ['group', group],
  ] as [string, () => Promise<Place>][])(
    'EMK-07 the keyboard of a file changes in a %s, its caption does not',
    async (_, make) => {
      const place = await make()
      for (const { method, kind, sample, sent } of FILE_OPERATIONS) {
        const { message_id } = await place.ok(method, { [kind]: media(sample), caption: 'before' })
        const file = { message_id, [kind]: sent, caption: 'before', edit_date: expect.any(Number) }
        expect(await place.call('editMessageReplyMarkup', { message_id, reply_markup: yesNo })).toEqual(
          place.posted({ ...file, reply_markup: yesNo }),
        )
        expect(await place.call('editMessageReplyMarkup', { message_id })).toEqual(place.posted(file))
      }
    },
  )
})
