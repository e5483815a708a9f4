// SIGTERM ends a busy emulator within two seconds. Answers are complete, or the connection is closed.

import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { stopwatch } from '../../src/lib/clock.ts'
import { emulatorProcess, post } from '../helpers/emulator.ts'
import { emptyFolder, run, write } from '../helpers/program.ts'
import { fiftyMegapixels, sampleBytes } from '../helpers/samples.ts'
import { until } from '../helpers/until.ts'

const MOST_MS = 2000
const POLLS = 50

/** Takes a delivery and never answers. */
async function silentReceiver() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, called: once(server, 'request') }
}

/** Begins an upload and leaves it in the middle. */
function halfUpload(url: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 }
    const sending = request(url, { method: 'POST', headers })
    sending.on('error', () => resolve('closed'))
    sending.on('response', (response) => resolve(String(response.statusCode)))
    sending.write('--b\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\nhalf')
  })
}

async function poll(url: string): Promise<string> {
  try {
    const response = await fetch(url)
    return JSON.stringify(await response.json())
  } catch {
    return 'closed'
  }
}

it('SIGTERM with open polls, uploads and a delivery', { timeout: 30_000 }, async () => {
  const receiver = await silentReceiver()
  const emulator = await emulatorProcess([
    '--memory',
    '--webhook-route',
    `hook.example.org=http://127.0.0.1:${receiver.port}`,
  ])
  const { url } = emulator
  const act = async (name: string, body: object) => {
    const answer = (await post(`${url}/_emulator/actions/${name}`, body)) as { result: { token: string } }
    return answer.result
  }
  const { token: hooked } = await act('createBot', { handle: 'hooked', first_name: 'Hooked' })
  expect(await post(`${url}/bot${hooked}/setWebhook`, { url: 'https://hook.example.org/' })).toMatchObject({ ok: true })
  await act('start', { as: 'alice', bot: 'hooked' })
  await receiver.called
  const bots = await Promise.all(Array.from({ length: POLLS }, (_, i) => act('createBot', { first_name: `Bot ${i}` })))
  const polls = bots.map(({ token }) => poll(`${url}/bot${token}/getUpdates?timeout=50`))
  const uploads = bots.slice(0, 5).map(({ token }) => halfUpload(`${url}/bot${token}/sendDocument`))
  // All that was sent before it has arrived once this is answered.
  await post(`${url}/_emulator/actions/createUser`, { first_name: 'Last' })

  const elapsed = stopwatch()
  expect(await emulator.end('SIGTERM')).toBe(143)
  expect(elapsed()).toBeLessThan(MOST_MS)
  for (const answer of await Promise.all(polls)) expect(['closed', '{"ok":true,"result":[]}']).toContain(answer)
  for (const answer of await Promise.all(uploads)) expect(answer).toBe('closed')

  const again = createTcp().listen(Number(new URL(url).port), '127.0.0.1')
  await once(again, 'listening')
  again.close()
})

it.each([
  ['an AVIF of 50 megapixels', fiftyMegapixels],
  ['a HEIC of 12 megapixels', () => sampleBytes('twelve-megapixels.heic')],
])('SIGTERM while %s is decoded', { timeout: 60_000 }, async (_, bytes) => {
  const emulator = await emulatorProcess(['--memory'])
  const { url, bots } = emulator
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  const photo = new Blob([new Uint8Array(bytes())])
  const uploads = Array.from({ length: 3 }, async () => {
    const form = new FormData()
    form.set('chat_id', '100001')
    form.set('photo', photo, 'photo')
    const sent = fetch(`${url}/bot${bots[0]!.token}/sendPhoto`, { method: 'POST', body: form })
    return sent.then(({ status }) => status).catch(() => 'closed')
  })
  await pause(400)

  const elapsed = stopwatch()
  expect([143, 'SIGTERM']).toContain(await emulator.end('SIGTERM'))
  expect(elapsed()).toBeLessThan(MOST_MS)
  expect(await Promise.all(uploads)).toEqual(['closed', 'closed', 'closed'])
})

/** A bot with a child process. Both ignore the signals. */
const DEAF_BOT = `
  import { spawn } from 'node:child_process'
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
  spawn('sh', ['-c', 'trap "" TERM INT HUP; echo child >> started; sleep 600'], { stdio: 'ignore' })
  await import(${JSON.stringify(resolve('fixtures/bots/echo.js'))})
`
it('a second signal ends the emulator immediately', async () => {
  const cwd = emptyFolder()
  write(cwd, 'bot.mjs', DEAF_BOT)
  const running = run(['start', '--headless', '--memory', '--port', '0', '--bot', 'node bot.mjs'], { cwd })
  await until(() => existsSync(join(cwd, 'started')))
  const ended = running.stop()
  await pause(100)
  const elapsed = stopwatch()
  await running.stop()
  // After a signal, the emulator waits half a second for the bot.
  expect(elapsed()).toBeLessThan(300)
  expect((await ended).code).toBe(null)
})

const WAITING = Array.from({ length: 3 }, (_, i) => `{ name: s${i}, steps: [wait: { for: 60s }] }`)

/** The processes that a test has started, found by a variable of their environment. */
const processesWith = (variable: string) =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(variable)
    } catch {
      return false
    }
  })

it.runIf(process.platform === 'linux').each([
  ['SIGTERM', ['explore', '--for', '60s'], 1],
  ['SIGINT', ['test', 'a.yaml', '--parallel', '3'], 3],
  ['SIGHUP', ['exec', '--', 'sleep', '600'], 1],
  ['SIGTERM', ['start', '--headless', '--memory', '--port', '0'], 1],
] as const)(
  '%s ends a bot that ignores signals: %j',
  { timeout: 60_000 },
  async (signal, [command, ...words], bots) => {
    const cwd = emptyFolder()
    write(cwd, 'bot.mjs', DEAF_BOT)
    write(cwd, 'a.yaml', `scenarios: [${WAITING}]`)
    const started = join(cwd, 'started')
    const running = run([command, '--bot', 'node bot.mjs', ...words], { cwd, env: { MARK_OF_TEST: cwd } })
    await until(() => existsSync(started) && readFileSync(started, 'utf8') === 'child\n'.repeat(bots))
    expect(processesWith(`MARK_OF_TEST=${cwd}`).length).toBeGreaterThan(2 * bots)
    const elapsed = stopwatch()
    await running.stop(signal)
    expect(elapsed()).toBeLessThan(MOST_MS)
    expect(processesWith(`MARK_OF_TEST=${cwd}`)).toEqual([])
  },
)
