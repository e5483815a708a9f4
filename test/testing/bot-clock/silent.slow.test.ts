// Processes that follow the clock but do not answer, and too many of them.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../../../src/index.ts'
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

it('refuses the 101st process, which then runs on real time and says so', async () => {
  const emulator = await start()
  for (let pid = 1; pid <= 100; pid++) await followSilently(emulator.url, pid)
  const refused = await fetch(`${emulator.url}/_emulator/clock/follow?pid=101&runtime=Silent`)
  expect(refused.status).toBe(400)
  const { error } = (await refused.json()) as { error: unknown }
  expect(error).toMatchObject({
    code: 'too-many-followers',
    message: '100 processes follow the clock, which is the maximum.',
    hint: 'End the programs that you no longer need. `npx bot-emulator status` lists them.',
  })
  const year = 'process.stdout.write(String(new Date().getFullYear() < 2100))'
  await emulator.clock.freeze()
  const child = spawn(process.execPath, ['-e', year], emulator.clock.follow() as object)
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)])
  expect(stdout).toBe('true')
  expect(stderr).toMatch(/the clock at 127\.0\.0\.1:\d+ answers 400, so this process runs on real time/)
})
