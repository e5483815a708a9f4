// setClock goes back as far as to the latest record, whichever that is.

import { expect, it } from 'vitest'
import { receiver, status } from '../../helpers/receiver.ts'
import { stage } from '../../helpers/stage.ts'
import { until } from '../../helpers/until.ts'

type Staged = Awaited<ReturnType<typeof stage>>

const send = ({ s }: Staged) => s.act('send', { as: 'alice', to: 'greeter', text: 'hi' })
const pass = ({ s }: Staged) => s.act('advanceClock', { seconds: 100 })

it.each<[string, (staged: Staged) => Promise<unknown>]>([
  ['a message', async (staged) => [await send(staged), await staged.bot.drain()]],
  [
    'an edit',
    async (staged) => {
      const { message_id } = await send(staged)
      await pass(staged)
      await staged.s.act('edit', { as: 'alice', chat: 'greeter', message_id, text: 'ho' })
      await staged.bot.drain()
    },
  ],
  [
    'an update that waits',
    async (staged) => {
      const { message_id } = await send(staged)
      await staged.s.act('delete', { as: 'alice', chat: 'greeter', message_id })
    },
  ],
  [
    'an update that waits behind one of another bot',
    async (staged) => {
      await staged.s.act('createBot', { first_name: 'Other', handle: 'other' })
      await staged.s.act('start', { as: 'alice', bot: 'other' })
      await pass(staged)
      const { message_id } = await send(staged)
      await staged.s.act('delete', { as: 'alice', chat: 'greeter', message_id })
    },
  ],
  [
    'a delivery that failed',
    async (staged) => {
      const { s, bot } = staged
      await bot.drain()
      const to = await receiver(status(500))
      await s.act('updateService', { allow_local_webhooks: true })
      await bot.ok('setWebhook', { url: to.origin })
      const attempts = (count: number) => until(async () => (await s.view('/bots/greeter/deliveries')).length === count)
      await send(staged)
      await attempts(1)
      await pass(staged)
      await attempts(2)
      to.replyWith(status(200))
      await s.act('redeliver', { bot: 'greeter' })
      await attempts(3)
    },
  ],
])('%s', async (_, record) => {
  const staged = await stage()
  const { s } = staged
  await pass(staged)
  await record(staged)
  const { now } = (await s.view('/health')).clock
  await pass(staged)
  expect(await s.tryAct('setClock', { at: now - 1 })).toEqual({
    status: 400,
    body: {
      ok: false,
      error: {
        code: 'clock-before-record',
        message: `The clock cannot be set to ${iso(now - 1)}, because the world has later events.`,
        hint: `The latest event was at ${iso(now)}. Set the clock to that time or later.`,
      },
    },
  })
  expect(await s.act('setClock', { at: now })).toEqual({ now, frozen: true })
})

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
