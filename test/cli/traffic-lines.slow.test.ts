// What `start` says of calls and deliveries beside their outcome.

import { expect, it } from 'vitest'
import { run, start } from '../helpers/program.ts'
import { receiver, status } from '../helpers/receiver.ts'

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
  const waits = 'but the clock is frozen\n'
  expect(await until('stderr', waits)).toMatch(
    new RegExp(`greeter  webhook bot\\.example\\.org  503  [\\d.]+ ms  update 1  next attempt in 1 s, ${waits}`),
  )
  await act('advanceClock', { seconds: 0.25 })
  expect(await until('stderr', 'in 0.75 s')).toContain(
    `greeter  webhook bot.example.org  next attempt in 0.75 s, ${waits}`,
  )
  await act('advanceClock', { seconds: 1 })
  expect(await until('stderr', 'in 2 s')).toMatch(
    /Connection refused {2}[\d.]+ ms {2}update 1, attempt 2 {2}next attempt in 2 s/,
  )
})

it('GAP-88 names an operation of a webhook that was ignored', async () => {
  const to = await receiver(status(200, '{"method":"sendMessage"}'))
  const { url, until } = await start(['--memory', '--token', '42:T', '--webhook-route', `bot.example.org=${to.origin}`])
  await post(`${url}/bot42:T/setWebhook`, { url: 'https://bot.example.org/' })
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  expect(await until('stderr', 'ignored\n')).toMatch(/update 1 {2}sendMessage in the webhook's answer was ignored\n$/)
})

it('GAP-08 GAP-03 names ignored parameters once, and lenient operations, in lines and in the event log', async () => {
  const { url, until } = await start(['--memory', '--token', '42:T', '--lenient', 'sendChatAction,setWebHook'])
  const said = await until('stdout', 'getMe\n')
  expect(said).toContain('lenient: calls of sendChatAction return true without an effect (--lenient)\n')
  expect(said).toContain('lenient: a call of setWebHook runs the operation setWebhook (--lenient)\n')
  for (const method of ['getMe', 'getMe', 'sendChatAction', 'getFile']) {
    await post(`${url}/bot42:T/${method}`, { parse_mode: 'HTML' })
  }
  const steady = (text: string) => text.replace(/\d\d:\d\d:\d\d/g, 'TIME').replace(/[\d.]+ ms/g, 'SPAN')
  const ignored = 'parse_mode is not a parameter of this service and was ignored'
  const lenient =
    'sendChatAction is not an operation of this service: because of the setting lenient or stubs, the call succeeded without an effect'
  const unknown = '"getFile" exists in Telegram, not in this service; --lenient getFile answers it with true  GAP-03'
  expect(steady(await until('stderr', 'GAP-03\n'))).toContain(
    [
      `TIME  greeter  getMe  200  SPAN  ${ignored}`,
      'TIME  greeter  getMe  200  SPAN',
      `TIME  greeter  sendChatAction  200  SPAN  ${lenient}`,
      `TIME  greeter  getFile  404  SPAN  ${unknown}`,
      '',
    ].join('\n'),
  )
  const { stdout } = await run(['calls', '--url', url]).ended
  expect(
    stdout.split('\n').map((line) => steady(line).replace(/^\d+ {2}TIME {2}greeter +(\w+) +(\d+) {2}SPAN */, '$1 $2 ')),
  ).toEqual([
    `getMe 200 parse mode "HTML"  ${ignored}`,
    'getMe 200 parse mode "HTML"',
    `sendChatAction 200 parse mode "HTML"  ${lenient}`,
    `getFile 404 parse mode "HTML"  ${unknown}`,
    '',
  ])
})

it('names the update that a bot gets again and again, the 3rd and the 10th time, and in `status`', async () => {
  const { url, until } = await start(['--memory', '--token', '42:T'])
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  for (let i = 0; i < 11; i++) await post(`${url}/bot42:T/getUpdates`, {})
  const note = (times: number) =>
    `The bot received update 1 ${times} times and never confirmed it. If its library can't read this message, run bot-emulator with --client-fields; otherwise pass offset 2 to the next getUpdates.`
  const said = await until('stderr', note(10))
  const lines = said.split('\n').filter((line) => line.includes('getUpdates'))
  expect(lines.map((line) => line.replace(/^.* ms( {2})?/, ''))).toEqual(['', '', note(3), note(10)])
  const { stdout } = await run(['status', '--url', url]).ended
  expect(stdout.replace(/\n +/g, '\n')).toContain(`1 pending update\n${note(11)}`)
})
