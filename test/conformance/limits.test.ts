// The limits on messages: per minute, per second, devices per second, chats per day; and when each lets go.

import { describe, expect, it } from 'vitest'
import { type Answer, type Bot, granted, NOON, refused, type Service, service } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'

type Call = () => Promise<Answer>

const retryAfter = (seconds: number) =>
  refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

const DAILY = refused(429, 'Too Many Requests: daily limit of chats reached', { retry_after: 3_600 })

/** A call that has to pass so many times in a row. */
async function passes(call: Call, times = 1) {
  for (let n = 1; n <= times; n++) {
    const { status, body } = await call()
    expect({ n, status, description: body.description }).toEqual({ n, status: 200, description: undefined })
  }
}

/** The call is refused for so many whole seconds, and for not one second less. */
async function passesFirstAfter(s: Service, call: Call, seconds: number) {
  expect(await call()).toEqual(retryAfter(seconds))
  if (seconds > 1) {
    await s.act('advanceClock', { seconds: seconds - 1 })
    expect(await call()).toEqual(retryAfter(1))
  }
  await s.act('advanceClock', { seconds: 1 })
  await passes(call)
}

const later = (s: Service, seconds: number) => s.act('advanceClock', { seconds })

const sender =
  (bot: Bot, chat_id: number, params: object = {}): Call =>
  () =>
    bot.call('sendMessage', { chat_id, text: 'hello', ...params })

/** A bot's edit of one of its messages, always to a new text. */
function editor(bot: Bot, chat_id: number, message_id: number): Call {
  let n = 0
  return () => bot.call('editMessageText', { chat_id, message_id, text: `edit ${++n}` })
}

/** A bot in chats with as many people as asked for. */
async function partners(count: number, given = {}) {
  const s = await service()
  const bot = await s.bot(given)
  const people: { id: number }[] = []
  for (let n = 1; n <= count; n++) {
    const person = await s.user(`Person ${n}`)
    await s.act('start', { as: person.handle, bot: bot.handle })
    people.push(person)
  }
  return { s, bot, people }
}

/** Groups of a wanted number of devices, made of people with ten and people with one. */
async function crowds() {
  const s = await service()
  const tens: string[] = []
  const ones: string[] = []
  async function people(from: string[], count: number, devices: number) {
    while (from.length < count) from.push((await s.user(`P${devices}`, { devices })).handle)
    return from.slice(0, count)
  }
  async function group(devices: number, ...bots: Bot[]): Promise<number> {
    const many = await people(tens, Math.floor(devices / 10), 10)
    const [owner, ...rest] = [...many, ...(await people(ones, devices % 10, 1))]
    const members = [...rest, ...bots.map((bot) => bot.handle)]
    return (await s.act('createGroup', { title: `G${devices}`, owner, members })).id
  }
  return { s, group }
}

describe('twenty a minute', () => {
  it('ENV-08 ENV-09 LIM-01 LIM-08 GAP-130 lets 20 messages into a group and the next after a minute', async () => {
    const { s, bot, group } = await team(null)
    const send = sender(bot, group.id)
    await passes(send, 20)
    await passesFirstAfter(s, send, 60)
  })

  it('LIM-02 LIM-08 GAP-130 lets 20 posts into a channel and the next after a minute', async () => {
    const { s, bot, channel } = await news()
    const send = sender(bot, channel.id)
    await passes(send, 20)
    await passesFirstAfter(s, send, 60)
  })

  it('LIM-03 counts each group and each channel for itself', async () => {
    const { s, bot, group } = await team(null)
    const second = await s.act('createGroup', { title: 'Second', owner: 'alice', members: [bot.handle] })
    const channel = await s.act('createChannel', { title: 'News', owner: 'alice' })
    const rights = { can_post_messages: true }
    await s.act('promote', { as: 'alice', chat: channel.handle, who: bot.handle, rights })
    await passes(sender(bot, group.id), 20)
    await later(s, 1)
    await passes(sender(bot, second.id), 20)
    await later(s, 1)
    await passes(sender(bot, channel.id), 20)
    expect(await sender(bot, group.id)()).toEqual(retryAfter(58))
    expect(await sender(bot, second.id)()).toEqual(retryAfter(59))
    expect(await sender(bot, channel.id)()).toEqual(retryAfter(60))
  })

  it('GAP-131 counts each bot for itself', async () => {
    const { s, bot, group } = await team(null)
    const other = await s.bot()
    await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
    await passes(sender(bot, group.id), 20)
    await passes(sender(other, group.id), 20)
    expect(await sender(other, group.id)()).toEqual(retryAfter(60))
  })

  it('LIM-05 counts the edit of a text in a group, and holds it to the limit', async () => {
    const { s, bot, group } = await team(null)
    const send = sender(bot, group.id)
    const { body } = await send()
    const edit = editor(bot, group.id, body.result.message_id)
    await passes(send, 18)
    await passes(edit)
    expect(await send()).toEqual(retryAfter(60))
    await passesFirstAfter(s, edit, 60)
  })

  it('GAP-129 GAP-130 lets one more in as each of the last minute goes out of it', async () => {
    const { s, bot, group } = await team(null)
    const send = sender(bot, group.id)
    await passes(send)
    await later(s, 10.25)
    await passes(send, 18)
    await later(s, 20)
    await passes(send)
    // 30.25 s after the first: 29.75 s are left, and whole seconds are told.
    await passesFirstAfter(s, send, 30)
    // 60.25 s after the first, when the 18 are 50 s old.
    await passesFirstAfter(s, send, 10)
  })

  it('GAP-129 GAP-130 frees a place after 60 s to the millisecond', async () => {
    const { s, bot, group } = await team(null)
    const send = sender(bot, group.id)
    await passes(send, 20)
    await later(s, 59.999)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.001)
    await passes(send, 20)
    expect(await send()).toEqual(retryAfter(60))
  })

  it('LIM-26 counts no refused request', async () => {
    const { s, bot, group } = await team(null)
    const send = sender(bot, group.id)
    for (let n = 1; n <= 20; n++) {
      expect((await sender(bot, group.id, { reply_to_message_id: 999 })()).status).toBe(400)
    }
    await passes(send, 20)
    await later(s, 30)
    for (let n = 1; n <= 20; n++) expect(await send()).toEqual(retryAfter(30))
    await later(s, 30)
    await passes(send, 20)
  })
})

describe('thirty a second', () => {
  it('LIM-06 LIM-08 GAP-130 lets a bot send 30 messages over many chats and the next after a second', async () => {
    const { s, bot, people } = await partners(31)
    for (const { id } of people.slice(0, 30)) await passes(sender(bot, id))
    await passesFirstAfter(s, sender(bot, people[30]!.id), 1)
  })

  it('GAP-133 lets all 30 go to one private chat, second after second', async () => {
    const { s, bot, people } = await partners(1)
    const send = sender(bot, people[0]!.id)
    for (let second = 1; second <= 3; second++) {
      await passes(send, 30)
      expect(await send()).toEqual(retryAfter(1))
      await later(s, 1)
    }
  })

  it('LIM-06 counts messages to groups and channels with those to people', async () => {
    const { s, alice, bot, group } = await team(null)
    await s.act('start', { as: 'alice', bot: bot.handle })
    const channel = await s.act('createChannel', { title: 'News', owner: 'alice' })
    const rights = { can_post_messages: true }
    await s.act('promote', { as: 'alice', chat: channel.handle, who: bot.handle, rights })
    for (const { id } of [alice, group, channel]) await passes(sender(bot, id), 10)
    for (const { id } of [alice, group, channel]) expect(await sender(bot, id)()).toEqual(retryAfter(1))
  })

  it('LIM-07 counts each bot for itself, be they of one owner', async () => {
    const { s, bot, people } = await partners(1)
    const { owner } = await s.view(`/bots/${bot.handle}`)
    const other = await s.bot({ owner })
    await s.act('start', { as: people[0]!.id, bot: other.handle })
    await passes(sender(bot, people[0]!.id), 30)
    await passes(sender(other, people[0]!.id), 30)
    expect(await sender(bot, people[0]!.id)()).toEqual(retryAfter(1))
    expect(await sender(other, people[0]!.id)()).toEqual(retryAfter(1))
  })

  it('GAP-129 lets one more go as each of the last second goes out of it', async () => {
    const { s, bot, people } = await partners(1)
    const send = sender(bot, people[0]!.id)
    await passes(send, 10)
    await later(s, 0.4)
    await passes(send, 20)
    await later(s, 0.599)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.001)
    await passes(send, 10)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.4)
    await passes(send, 20)
    expect(await send()).toEqual(retryAfter(1))
  })

  it('LIM-27 counts no refused request', async () => {
    const { bot, people } = await partners(1)
    const send = sender(bot, people[0]!.id)
    for (let n = 1; n <= 30; n++) {
      expect((await sender(bot, people[0]!.id, { reply_to_message_id: 999 })()).status).toBe(400)
    }
    await passes(send, 30)
    expect(await send()).toEqual(retryAfter(1))
  })
})

describe('devices', () => {
  it('LIM-09 LIM-08 GAP-130 GAP-136 lets a bot encrypt for 1 000 devices a second', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [large, one] = [await group(999, bot), await group(1, bot)]
    await passes(sender(bot, large))
    await passes(sender(bot, one))
    await passesFirstAfter(s, sender(bot, one), 1)
    // Of this second one device is used, and 1 000 more are one too many.
    await passesFirstAfter(s, sender(bot, await group(1_000, bot)), 1)
  })

  it('GAP-129 frees devices after a second to the millisecond, as many as are needed', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [a, b, c] = [await group(400, bot), await group(500, bot), await group(300, bot)]
    await passes(sender(bot, a))
    await later(s, 0.3)
    await passes(sender(bot, b))
    await later(s, 0.3)
    expect(await sender(bot, c)()).toEqual(retryAfter(1))
    await later(s, 0.399)
    expect(await sender(bot, c)()).toEqual(retryAfter(1))
    await later(s, 0.001)
    // 500 are still used: 400 were more than 200 needed, and 300 fit beside them.
    await passes(sender(bot, c))
    expect(await sender(bot, a)()).toEqual(retryAfter(1))
    await later(s, 0.3)
    await passes(sender(bot, a))
  })

  it('LIM-10 lets the bots of one owner encrypt for 1 500 devices a second together', async () => {
    const { s, group } = await crowds()
    const owner = (await s.user('Olga')).handle
    const [first, second, foreign] = [await s.bot({ owner }), await s.bot({ owner }), await s.bot()]
    const bots = [first, second, foreign]
    const [thousand, half, one] = [await group(1_000, ...bots), await group(500, ...bots), await group(1, ...bots)]
    await passes(sender(first, thousand))
    await passes(sender(second, half))
    expect(await sender(second, one)()).toEqual(retryAfter(1))
    await passes(sender(foreign, one))
    await passesFirstAfter(s, sender(second, one), 1)
  })

  it('LIM-11 lets all bots encrypt for 5 000 devices a second together', async () => {
    const { s, group } = await crowds()
    const bots: Bot[] = []
    for (let n = 1; n <= 4; n++) {
      const owner = (await s.user(`Owner ${n}`)).handle
      bots.push(await s.bot({ owner }), await s.bot({ owner }))
    }
    const ninth = await s.bot()
    const [large, one] = [await group(625, ...bots), await group(1, ...bots, ninth)]
    for (const bot of bots) await passes(sender(bot, large))
    expect(await sender(bots[0]!, one)()).toEqual(retryAfter(1))
    await passesFirstAfter(s, sender(ninth, one), 1)
  })

  it('LIM-12 counts a person with ten devices at most', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [large, one] = [await group(990, bot), await group(1, bot)]
    const owner = (await s.user('Collector', { devices: 11 })).handle
    const { id } = await s.act('createGroup', { title: 'Eleven', owner, members: [bot.handle] })
    await passes(sender(bot, large))
    await passes(sender(bot, id))
    expect(await sender(bot, one)()).toEqual(retryAfter(1))
  })

  it('LIM-12 counts a person with nine devices as nine', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [large, one] = [await group(991, bot), await group(1, bot)]
    const owner = (await s.user('Collector', { devices: 9 })).handle
    const { id } = await s.act('createGroup', { title: 'Nine', owner, members: [bot.handle] })
    await passes(sender(bot, large))
    await passes(sender(bot, id))
    expect(await sender(bot, one)()).toEqual(retryAfter(1))
  })

  it('LIM-13 encrypts a group edit anew, and holds it to the budget', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [large, one] = [await group(1_000, bot), await group(1, bot)]
    const { body } = await sender(bot, large)()
    const edit = editor(bot, large, body.result.message_id)
    expect(await edit()).toEqual(retryAfter(1))
    await later(s, 1)
    await passes(edit)
    await passesFirstAfter(s, sender(bot, one), 1)
  })

  it('LIM-28 counts no refused request', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [large, one] = [await group(1_000, bot), await group(1, bot)]
    expect((await sender(bot, large, { reply_to_message_id: 999 })()).status).toBe(400)
    await passes(sender(bot, large))
    for (let n = 1; n <= 3; n++) expect(await sender(bot, one)()).toEqual(retryAfter(1))
    await later(s, 1)
    await passes(sender(bot, large))
  })

  it('LIM-09 costs nothing to write to people and to channels', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const large = await group(1_000, bot)
    const owner = await s.user('Olga', { devices: 10 })
    await s.act('start', { as: 'olga', bot: bot.handle })
    const channel = await s.act('createChannel', { title: 'News', owner: 'olga', subscribers: ['p10', 'p10-2'] })
    const rights = { can_post_messages: true }
    await s.act('promote', { as: 'olga', chat: 'news', who: bot.handle, rights })
    await passes(sender(bot, owner.id))
    await passes(sender(bot, channel.id))
    await passes(sender(bot, large))
    await passes(sender(bot, owner.id))
    await passes(sender(bot, channel.id))
  })

  it('GAP-134 counts the muted, not the bots, and those who are there at the moment', async () => {
    const { s, group } = await crowds()
    const bots = [await s.bot(), await s.bot(), await s.bot()] as const
    const [bot] = bots
    const large = await group(999, ...bots)
    const one = await group(1, bot)
    const nine = await group(9, bot)
    await s.act('mute', { as: 'p10', chat: large, who: 'p10-2' })
    await passes(sender(bot, large))
    await passes(sender(bot, one))
    expect(await sender(bot, one)()).toEqual(retryAfter(1))
    await later(s, 1)
    await s.act('leave', { as: 'p10-2', chat: large })
    await passes(sender(bot, large))
    await passes(sender(bot, nine))
    await passes(sender(bot, one), 2)
    expect(await sender(bot, one)()).toEqual(retryAfter(1))
  })

  it('GAP-135 lets a group beyond the budget through when the second is empty, which it fills', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [huge, one] = [await group(1_600, bot), await group(1, bot)]
    await passes(sender(bot, huge))
    expect(await sender(bot, one)()).toEqual(retryAfter(1))
    await later(s, 0.999)
    expect(await sender(bot, one)()).toEqual(retryAfter(1))
    await later(s, 0.001)
    await passes(sender(bot, one))
    await passesFirstAfter(s, sender(bot, huge), 1)
  })
})

describe('several at once', () => {
  it('GAP-136 names the minute where the second is full too', async () => {
    const { s, alice, bot, group } = await team(null)
    await s.act('start', { as: 'alice', bot: bot.handle })
    await passes(sender(bot, group.id), 20)
    await later(s, 29.5)
    await passes(sender(bot, alice.id), 30)
    await passesFirstAfter(s, sender(bot, group.id), 31)
  })

  it('GAP-136 waits for the second where the minute ends sooner', async () => {
    const { s, alice, bot, group } = await team(null)
    await s.act('start', { as: 'alice', bot: bot.handle })
    await passes(sender(bot, group.id), 20)
    await later(s, 59.9)
    await passes(sender(bot, alice.id), 30)
    const send = sender(bot, group.id)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.1)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.899)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.001)
    await passes(send)
  })

  it('GAP-136 waits for the last of minute, second and devices', async () => {
    const { s, group } = await crowds()
    const bot = await s.bot()
    const [small, large] = [await group(10, bot), await group(1_000, bot)]
    const person = await s.user('Alice')
    await s.act('start', { as: 'alice', bot: bot.handle })
    await passes(sender(bot, small), 20)
    await later(s, 59.5)
    await passes(sender(bot, person.id), 29)
    await later(s, 0.3)
    await passes(sender(bot, large))
    const send = sender(bot, small)
    // The minute is full for 0.2 s more, the second for 0.7 s, the budget for 1 s.
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.2)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.5)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.299)
    expect(await send()).toEqual(retryAfter(1))
    await later(s, 0.001)
    await passes(send)
  })
})

describe('chats a day', () => {
  const seed = (s: Service, bot: Bot, count: number) => s.act('seedDailyChats', { bot: bot.handle, count })

  it('ENV-08 LIM-22 LIM-23 LIM-24 lets an unverified bot write to 10 000 chats, and to those again', async () => {
    const { s, bot, people } = await partners(3)
    await seed(s, bot, 9_998)
    await passes(sender(bot, people[0]!.id), 2)
    await passes(sender(bot, people[1]!.id))
    expect(await sender(bot, people[2]!.id)()).toEqual(DAILY)
    await passes(sender(bot, people[0]!.id))
    await passes(sender(bot, people[1]!.id))
    expect(await sender(bot, people[2]!.id)()).toEqual(DAILY)
  })

  it('LIM-22 GAP-138 counts groups and channels with people', async () => {
    const { s, alice, bot, group } = await team(null)
    await s.act('start', { as: 'alice', bot: bot.handle })
    const channel = await s.act('createChannel', { title: 'News', owner: 'alice' })
    const rights = { can_post_messages: true }
    await s.act('promote', { as: 'alice', chat: channel.handle, who: bot.handle, rights })
    await seed(s, bot, 9_998)
    await passes(sender(bot, group.id))
    await passes(sender(bot, channel.id))
    expect(await sender(bot, alice.id)()).toEqual(DAILY)
  })

  it('LIM-22 counts each bot for itself', async () => {
    const { s, bot, people } = await partners(1)
    const other = await s.bot()
    await s.act('start', { as: people[0]!.id, bot: other.handle })
    await seed(s, bot, 10_000)
    expect(await sender(bot, people[0]!.id)()).toEqual(DAILY)
    await passes(sender(other, people[0]!.id))
  })

  it('LIM-25 lets a verified bot write to any number', async () => {
    const { s, bot, people } = await partners(3, { verified: true })
    await seed(s, bot, 10_000)
    for (const { id } of people) await passes(sender(bot, id))
    await s.act('updateBot', { bot: bot.handle, verified: false })
    await passes(sender(bot, people[0]!.id))
  })

  it('GAP-137 begins a day at midnight in UTC', async () => {
    const { s, bot, people } = await partners(1)
    const send = sender(bot, people[0]!.id)
    await seed(s, bot, 10_000)
    const midnight = NOON + 12 * 3_600
    expect(new Date(midnight * 1_000).toISOString()).toMatch(/T00:00:00\.000Z$/)
    await s.act('setClock', { at: midnight - 0.001 })
    expect(await send()).toEqual(DAILY)
    await s.act('setClock', { at: midnight })
    await passes(send)
  })

  it('LIM-30 GAP-138 counts no refused request', async () => {
    const { s, bot, people } = await partners(3)
    await seed(s, bot, 9_999)
    expect((await sender(bot, people[0]!.id, { reply_to_message_id: 999 })()).status).toBe(400)
    await passes(sender(bot, people[1]!.id))
    expect(await sender(bot, people[0]!.id)()).toEqual(DAILY)
  })

  it('LIM-30 counts no request that the second refuses', async () => {
    const { s, bot, people } = await partners(3)
    await passes(sender(bot, people[0]!.id), 30)
    await seed(s, bot, 9_999)
    expect(await sender(bot, people[1]!.id)()).toEqual(retryAfter(1))
    await later(s, 1)
    await passes(sender(bot, people[2]!.id))
    expect(await sender(bot, people[1]!.id)()).toEqual(DAILY)
  })

  it('GAP-138 counts no edit', async () => {
    const { s, bot, people } = await partners(2)
    const { body } = await sender(bot, people[0]!.id)()
    await later(s, 24 * 3_600)
    await seed(s, bot, 9_999)
    const edit = editor(bot, people[0]!.id, body.result.message_id)
    await passes(edit)
    await passes(sender(bot, people[1]!.id))
    expect(await sender(bot, people[0]!.id)()).toEqual(DAILY)
    await passes(edit)
  })

  it('LIM-22 GAP-10 names a fault of the call before the limit', async () => {
    const { s, bot, people } = await partners(1)
    await seed(s, bot, 10_000)
    expect(await sender(bot, people[0]!.id, { reply_to_message_id: 999 })()).toEqual(
      refused(400, 'Bad Request: message to be replied not found'),
    )
    expect(await bot.call('getChat', { chat_id: people[0]!.id })).toEqual(
      granted({ id: people[0]!.id, type: 'private', first_name: 'Person 1' }),
    )
  })
})
