// An update that a bot gets again and again, because its library fails to read it or it never confirms it.

import { expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'

async function blocked() {
  const s = await service()
  const bot = await s.bot({ handle: 'greeter' })
  await s.user('Alice', { handle: 'alice', id: 201 })
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await bot.drain()
  await s.act('block', { as: 'alice', bot: 'greeter' })
  const poll = (params: object = {}) => bot.ok('getUpdates', params)
  const [{ update_id: id }] = await poll()
  const polls = async (times: number) => {
    for (let i = 0; i < times; i++) await poll()
  }
  const unconfirmed = async () => (await s.view('/bots/greeter/delivery')).unconfirmed
  const notes = async () => (await s.view('/calls?method=getUpdates')).at(-1).notes
  return { s, bot, id, poll, polls, unconfirmed, notes }
}

const advice = (id: number) =>
  `If its library can't read this my_chat_member, run bot-emulator with --client-fields; otherwise pass offset ${id + 1} to the next getUpdates.`

const note = (id: number, times: number) =>
  `The bot received update ${id} ${times} times and never confirmed it. ${advice(id)}`

it('names the update in the traffic from the third time on, and in the delivery from the second', async () => {
  const { s, id, polls, unconfirmed, notes } = await blocked()
  const update = { update_id: id, type: 'my_chat_member', advice: advice(id) }
  expect(await unconfirmed()).toEqual({ ...update, times: 1 })
  await polls(1)
  expect(await notes()).toBeUndefined()
  expect(await unconfirmed()).toEqual({ ...update, times: 2 })
  await polls(1)
  expect((await s.view('/calls')).at(-1).unconfirmed).toEqual({ ...update, times: 3 })
  expect(await notes()).toEqual([note(id, 3)])
  await polls(1)
  expect(await notes()).toEqual([note(id, 4)])
})

it('says nothing once the update is confirmed, also while the next poll waits', async () => {
  const { s, id, poll, polls, unconfirmed, notes } = await blocked()
  await polls(2)
  const waiting = poll({ offset: id + 1, timeout: 50 })
  await expect.poll(async () => (await s.view('/bots/greeter/delivery')).polling).toBe(true)
  expect(await unconfirmed()).toBeUndefined()
  await s.act('unblock', { as: 'alice', bot: 'greeter' })
  expect(await waiting).toHaveLength(1)
  expect(await notes()).toBeUndefined()
  expect(await unconfirmed()).toEqual({
    update_id: id + 1,
    type: 'my_chat_member',
    times: 1,
    advice: advice(id + 1),
  })
})

it('says nothing about a bot that polls an empty queue often', async () => {
  const { id, poll, polls, unconfirmed, notes } = await blocked()
  await poll({ offset: id + 1 })
  await polls(5)
  expect(await notes()).toBeUndefined()
  expect(await unconfirmed()).toBeUndefined()
})

it('blames the offset alone if the bot handles the update, or gets the fields already', async () => {
  const { s, bot, id, polls, notes } = await blocked()
  await s.act('updateService', { client_fields: true })
  await polls(2)
  const offsetOnly = (times: number) =>
    `The bot received update ${id} ${times} times and never confirmed it. Pass offset ${id + 1} to the next getUpdates.`
  expect(await notes()).toEqual([offsetOnly(3)])
  await s.act('updateService', { client_fields: false })
  await bot.call('sendMessage', { chat_id: 201, text: 'Bye' })
  await polls(1)
  expect(await notes()).toEqual([offsetOnly(4)])
})

it('does not count answers that a fault has lost or changed', async () => {
  const { s, polls, poll, unconfirmed } = await blocked()
  await s.act('injectFault', { bot: 'greeter', operation: 'getUpdates', drop: 'after', times: 2 })
  await expect(poll()).rejects.toThrow()
  await expect(poll()).rejects.toThrow()
  await s.act('injectFault', { bot: 'greeter', duplicate_updates: true })
  expect(await poll()).toHaveLength(2)
  expect(await unconfirmed()).toMatchObject({ times: 1 })
  await polls(1)
  expect(await unconfirmed()).toMatchObject({ times: 2 })
})
