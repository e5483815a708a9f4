// What `start` says of calls and deliveries beside their outcome.

import { expect, it } from 'vitest'
import { receiver, status } from '../worlds/receiver.ts'
import { start } from './program.ts'

async function post(url: string, body: object) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  await (await fetch(url, init)).text()
}

it('GAP-87 says that deliveries wait for a frozen clock, when they fail and when it is frozen', async () => {
  const args = ['--memory', '--token', '42:T', '--webhook-route', 'bot.example.org=http://127.0.0.1:1']
  const { url, until } = await start(args)
  const act = (action: string, params: object = {}) => post(`${url}/_emulator/actions/${action}`, params)
  await post(`${url}/bot42:T/setWebhook`, { url: 'https://bot.example.org/' })
  await act('injectFault', { bot: 'greeter', webhook: 503 })
  await act('freezeClock')
  await act('start', { as: 'alice', bot: 'greeter' })
  const waits = 'of the clock, which is frozen\n'
  expect(await until('stderr', waits)).toMatch(
    new RegExp(`greeter  webhook bot\\.example\\.org  503  [\\d.]+ ms  update 1  again in 1 s ${waits}`),
  )
  await act('advanceClock', { seconds: 0.25 })
  expect(await until('stderr', 'in 0.75 s')).toContain(`greeter  webhook bot.example.org  again in 0.75 s ${waits}`)
  await act('advanceClock', { seconds: 1 })
  expect(await until('stderr', 'in 2 s')).toMatch(
    /Connection refused {2}[\d.]+ ms {2}update 1, attempt 2 {2}again in 2 s/,
  )
})

it('GAP-88 names an operation of a webhook that was ignored', async () => {
  const to = await receiver(status(200, '{"method":"sendMessage"}'))
  const { url, until } = await start(['--memory', '--token', '42:T', '--webhook-route', `bot.example.org=${to.origin}`])
  await post(`${url}/bot42:T/setWebhook`, { url: 'https://bot.example.org/' })
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  expect(await until('stderr', 'ignored\n')).toMatch(/update 1 {2}sendMessage in the answer was ignored\n$/)
})
