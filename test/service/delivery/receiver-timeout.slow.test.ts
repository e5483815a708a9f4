// How long a receiver may take for its answer, in real seconds.

import { expect, it } from 'vitest'
import { hook, hooked } from '../../helpers/hooked.ts'
import { type Reply, receiver, status } from '../../helpers/receiver.ts'
import { NOON } from '../../helpers/service.ts'
import { until } from '../../helpers/until.ts'
import { freshWebhook, HOOK } from '../../helpers/webhook-bot.ts'

it('GAP-87 gives a receiver 10 seconds for the whole answer, and lets no other bot wait for it', {
  timeout: 60_000,
}, async () => {
  const late = (seconds: number): Reply => {
    return (response) => void setTimeout(() => response.destroyed || response.writeHead(200).end(), seconds * 1000)
  }
  const dripping: Reply = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write('x')), 200)
  }
  const { s, to: never, ...first } = await hooked(() => {})
  const others = [late(5), late(15), dripping]
  const receivers = await Promise.all(others.map((reply) => receiver(reply)))
  const rest = await Promise.all(receivers.map((to, i) => hook(s, to, { url: `https://bot${i}.example.org/` })))
  const startedAt = performance.now()
  for (const each of [first, ...rest]) await each.say('hello')
  const all = await Promise.all([first, ...rest].map((each) => each.after(1)))
  // One after another, they would take 35 seconds.
  expect(performance.now() - startedAt).toBeLessThan(30_000)
  const tooSlow = { status: null, error: 'Read timeout expired' }
  expect(all).toMatchObject([[tooSlow], [{ status: 200, error: null }], [tooSlow], [tooSlow]])
  expect(await first.info()).toEqual(
    freshWebhook(HOOK, {
      pending_update_count: 1,
      last_error_date: NOON,
      last_error_message: 'Read timeout expired',
    }),
  )
  // The abandoned request is closed, and the next one goes through.
  await until(() => never.open.now === 0)
  for (const to of [never, ...receivers]) to.replyWith(status(200))
  await s.act('advanceClock', { seconds: 1 })
  expect((await first.after(2))[1]).toMatchObject({ attempt: 2, status: 200, error: null })
})
