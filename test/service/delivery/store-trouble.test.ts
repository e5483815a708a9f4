// A database that cannot be written while something is delivered, as when the disk is full.

import { expect, it, vi } from 'vitest'
import { hooked } from '../../helpers/hooked.ts'
import { status } from '../../helpers/receiver.ts'
import { freshWebhook, HOOK } from '../../helpers/webhook-bot.ts'

const FULL = new Error('database or disk is full')

it('HOOK-42 delivers again what was taken and could not be recorded, once it can be', async () => {
  const { s, to, say, info, after } = await hooked()
  const { updates } = s.emulator.world.store
  const remove = vi.spyOn(updates, 'remove').mockImplementation(() => {
    throw FULL
  })
  await say('1')
  await say('2')
  expect((await after(1))[0]).toMatchObject({
    update_id: 1,
    status: 200,
    error: 'The result of the delivery could not be stored: database or disk is full',
  })
  expect((await info()).pending_update_count).toBe(2)
  remove.mockRestore()
  await s.act('advanceClock', { seconds: 60 })
  await after(3)
  expect(to.ids()).toEqual([1, 1, 2])
  expect(await info()).toEqual(freshWebhook(HOOK))
})

it('GAP-87 tries again when a failure could not be recorded', async () => {
  const { s, to, say, info, after } = await hooked(status(500))
  const { webhooks } = s.emulator.world.store
  const fail = vi.spyOn(webhooks, 'fail').mockImplementation(() => {
    throw FULL
  })
  await say('1')
  await after(1)
  fail.mockRestore()
  to.replyWith(status(200))
  await s.act('advanceClock', { seconds: 60 })
  await after(2)
  expect(to.ids()).toEqual([1, 1])
  expect((await info()).pending_update_count).toBe(0)
})

it('HOOK-42 goes on when the queue could not be read', async () => {
  const { s, to, say, after } = await hooked()
  const { updates } = s.emulator.world.store
  const first = vi.spyOn(updates, 'first').mockImplementationOnce(() => {
    throw FULL
  })
  await say('1')
  expect(first).toHaveBeenCalled()
  expect(to.got).toEqual([])
  await s.act('advanceClock', { seconds: 60 })
  await after(1)
  expect(to.ids()).toEqual([1])
})

it('what was done is answered so, also where expired updates cannot be removed after it', async () => {
  const { s } = await hooked()
  const all = vi.spyOn(s.emulator.world.store.bots, 'all').mockImplementationOnce(() => {
    throw FULL
  })
  const { clock } = await s.view('/health')
  expect(await s.act('advanceClock', { seconds: 3600 })).toEqual({ now: clock.now + 3600, frozen: true })
  expect(all).toHaveBeenCalled()
})
