// Messages and the calls that made them; the places of refused calls in a chat.

import { describe, expect, it } from 'vitest'
import { entryOfMessage, messageLinksIn, placeRefusals } from '../../src/screens/model/links.ts'
import { stage, watch } from './model-stage.ts'

describe('the calls of a chat', () => {
  it('are linked to their messages, and a refused one stands where its message would be', async () => {
    const { model, bot, here } = await stage()
    const { id } = model.people.value[0]!
    const chat = model.conversation('alice', 'greeter')
    watch(chat)
    const say = (text: string, to: number = id) => bot.call('sendMessage', { chat_id: to, text })
    await say('')
    await say('one')
    for (const text of ['', '', 'two']) await say(text)
    await here.act('send', { as: 'alice', to: 'greeter', text: 'three' })
    await say('elsewhere', 777)
    await bot.call('editMessageText', { chat_id: id, message_id: 99, text: 'x' })
    await expect.poll(() => model.counts.value.refused).toBe(5)
    await expect.poll(() => chat.value?.messages.map(({ text }) => text)).toEqual(['/start', 'one', 'two', 'three'])
    const shown = chat.value!
    const links = messageLinksIn(model.traffic.value)
    const called = shown.messages.map(({ message_id }) => {
      const entry = entryOfMessage(links, shown, message_id)
      return entry?.kind === 'call' ? entry.call.params.text : undefined
    })
    expect(called).toEqual([undefined, 'one', 'two', undefined])
    const placed = placeRefusals(model.traffic.value, links, shown, shown.messages)
    expect(placed.map(({ before, calls }) => [before, calls.map(({ call }) => call.method)])).toEqual([
      [2, ['sendMessage']],
      [3, ['sendMessage', 'sendMessage']],
      [undefined, ['editMessageText']],
    ])
  })

  it('name a group by its username, so that @undefined names none', async () => {
    const { model, bot } = await stage()
    await bot.call('sendMessage', { chat_id: '@undefined', text: '' })
    await bot.call('sendMessage', { chat_id: '@Friends', text: '' })
    await expect.poll(() => model.counts.value.refused).toBe(2)
    const placesIn = (username?: string) => {
      const group = { id: -1, kind: 'group', handle: 'friends', username }
      return placeRefusals(model.traffic.value, new Map(), group, []).flatMap(({ calls }) =>
        calls.map(({ call }) => call.params.chat_id),
      )
    }
    expect(placesIn()).toEqual([])
    expect(placesIn('friends')).toEqual(['@Friends'])
  })

  it('belong to one of two bots whose private chats with a person have one id', async () => {
    const { model, bot, here } = await stage()
    const other = await here.bot({ handle: 'other' })
    await here.act('start', { as: 'alice', bot: 'other' })
    const { id } = model.people.value[0]!
    for (const text of ['Hello', '']) {
      for (const { call } of [bot, other]) await call('sendMessage', { chat_id: id, text })
    }
    await expect.poll(() => model.counts.value.refused).toBe(2)
    const links = messageLinksIn(model.traffic.value)
    const chat = { id, kind: 'private', handle: 'other' }
    expect(entryOfMessage(links, chat, 2)?.bot).toBe('other')
    expect(
      placeRefusals(model.traffic.value, links, chat, []).flatMap(({ calls }) => calls.map((one) => one.bot)),
    ).toEqual(['other'])
  })
})
