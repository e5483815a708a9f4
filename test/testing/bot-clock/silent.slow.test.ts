// Processes that follow the clock but do not answer, and a process that may not follow it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../../../src/index.ts'
import { followVariables } from '../../../src/testing/bot-clock/environment.ts'
import { cli } from '../../helpers/cli.ts'

async function start() {
  const emulator = await startEmulator()
  onTestFinished(emulator.stop)
  return emulator
}

/** Follows the clock without ever answering. Returns the messages that it has received. */
async function followSilently(url: string, pid: number): Promise<Record<string, unknown>[]> {
  const messages: Record<string, unknown>[] = []
  const connecting = get(`${url}/_emulator/clock/follow?pid=${pid}&runtime=Silent`, { agent: false })
  onTestFinished(() => void connecting.destroy())
  const [answer] = await once(connecting, 'response')
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    for (const [, json] of chunk.matchAll(/^data: (.*)$/gm)) messages.push(JSON.parse(json!))
  })
  answer.on('error', () => {})
  await once(answer, 'data')
  return messages
}

const report = (url: string, about: object) =>
  fetch(`${url}/_emulator/clock/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ polls: 0, held: 0, ...about }),
  })

async function elapsedMs(action: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await action()
  return performance.now() - startMs
}

it('waits ten seconds for a silent process, then no longer, until the process answers', async () => {
  const emulator = await start()
  const messages = await followSilently(emulator.url, 7)
  const status = async () => (await cli(['status', '--url', emulator.url])).stdout
  const advanced = elapsedMs(() => emulator.clock.advance('1h'))
  await expect.poll(async () => (await emulator.view('/clock')).followers[0]?.busy).toBe(true)
  expect(await status()).toMatch(/process 7 \(Silent\), for which the clock has waited [\d.]+ s so far/)
  expect(await advanced).toBeGreaterThan(9500)
  expect(await status()).toMatch(/process 7 \(Silent\), which has not answered for 1\d s; the clock no longer waits/)
  expect((await emulator.view('/clock')).followers).toMatchObject([{ busy: false, silent: true }])
  expect(await elapsedMs(() => emulator.clock.advance('1h'))).toBeLessThan(9000)

  const { lease, ask } = messages.at(-1)!
  await report(emulator.url, { lease, ask, due_ms: null, timers: 0 })
  expect((await emulator.view('/clock')).followers).toMatchObject([{ silent: false }])
})

it('runs on real time and says so if it may not follow the clock', async () => {
  const server = createServer((_, response) => void response.writeHead(401).end())
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const env = { ...process.env, ...followVariables(`http://127.0.0.1:${port}`) }
  const year = 'process.stdout.write(String(new Date().getFullYear() < 2100))'
  const child = spawn(process.execPath, ['-e', year], { env })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(stdout).toBe('true')
  expect(stderr).toBe(`bot-emulator: the clock at 127.0.0.1:${port} answers 401, so this process runs on real time.\n`)
})
