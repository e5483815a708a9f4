// Output that nobody reads, or that cannot be written: the emulator goes on, and ends in time when it is told to.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { stopwatch } from '../../src/lib/clock.ts'
import { emulatorProcess, post } from '../helpers/emulator.ts'
import { pathOf } from '../helpers/programs.ts'
import { until } from '../helpers/until.ts'

const BIN = fileURLToPath(new URL('../../bin/bot-emulator.js', import.meta.url))
const MAX_MS = 2000

/** Starts it with streams of one's own. */
function started(args: string[], stdio: ['ignore', 'pipe' | number, 'pipe']) {
  const child = spawn(process.execPath, [BIN, 'start', '--headless', '--memory', '--token', '42:x', ...args], { stdio })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function ready(url: string) {
  for (;;) {
    const answer = await fetch(`${url}/_emulator/health`).catch(() => undefined)
    if (answer?.ok) return
    await pause(20)
  }
}

const call = (url: string, params: object = {}) => post(`${url}/bot42:x/getMe`, params)

/** How it ended, and after how long. */
async function endedBySigterm(child: ChildProcess) {
  const elapsed = stopwatch()
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  child.kill('SIGTERM')
  const [code, signal] = await exited
  return { how: code ?? signal, ms: elapsed() }
}

it.each(['stdout', 'stderr'] as const)('outlives the reader of %s', async (stream) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const json = stream === 'stdout' ? ['--json'] : []
  const child = started(['--port', String(port), ...json], ['ignore', 'pipe', 'pipe'])
  await ready(url)
  child[stream]!.destroy()
  for (let i = 0; i < 5; i++) expect(await call(url)).toMatchObject({ ok: true })
  expect(await endedBySigterm(child)).toMatchObject({ how: 143 })
})

it('goes on where stdout is full', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = started(['--port', String(port), '--json'], ['ignore', openSync('/dev/full', 'w'), 'pipe'])
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  await ready(url)
  for (let i = 0; i < 5; i++) expect(await call(url)).toMatchObject({ ok: true })
  expect(await endedBySigterm(child)).toMatchObject({ how: 143 })
  expect(errors).toBe('stdout cannot be written: ENOSPC: no space left on device, write.\n')
})

it('leaves out lines that nobody reads, says how many, and ends in time', { timeout: 60_000 }, async () => {
  const emulator = await emulatorProcess(['--memory', '--token', '42:x'])
  const { child, url } = emulator
  child.stdout!.pause()
  const nonsense = 'x'.repeat(40_000)
  for (let i = 0; i < 100; i++) await Promise.all(Array.from({ length: 10 }, () => call(url, { nonsense })))
  let rest = ''
  child.stdout!.on('data', (text: string) => {
    rest += text
  })
  child.stdout!.resume()
  const gap = /^\{"event":"dropped","lines":(\d+)\}$/m
  const dropped = () => Number(gap.exec(rest)?.[1] ?? 0)
  const lines = () => rest.split('\n').filter((line) => line.startsWith('{"event":"call"')).length
  await until(() => dropped() > 0 && lines() + dropped() >= 1000)
  expect(lines() + dropped()).toBe(1000)
  expect(dropped()).toBeGreaterThan(500)

  child.stdout!.pause()
  for (let i = 0; i < 100; i++) await Promise.all(Array.from({ length: 10 }, () => call(url, { nonsense })))
  expect((await endedBySigterm(child)).ms).toBeLessThan(MAX_MS)
})

it('ends in time while pictures are encoded', { timeout: 60_000 }, async () => {
  const { child, url } = await emulatorProcess(['--memory'])
  const width = 2000
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width, height: width, channels: 3, background: 'black', noise } })
  const avif = await picture.avif({ effort: 0, quality: 50 }).toBuffer()
  const body = { as: 'alice', to: 'greeter', kind: 'photo', file: { name: 'a.avif', base64: avif.toString('base64') } }
  const sent = Array.from({ length: 10 }, () => post(`${url}/_emulator/actions/sendFile`, body))
  await Promise.race(sent)
  const { ms } = await endedBySigterm(child)
  expect(ms).toBeLessThan(MAX_MS)
  const answers = await Promise.all(sent)
  expect(answers.filter((answer) => answer === undefined).length).toBeGreaterThan(5)
})

const script = pathOf('script') ?? ''

it.runIf(script)('answers while a terminal shows nothing', { timeout: 60_000 }, async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const typed = `${process.execPath} ${BIN} start --headless --memory --token 42:x --port ${port}`
  const child = spawn(script, ['-qec', typed, '/dev/null'], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await ready(url)
  child.stdout.pause()
  for (let i = 0; i < 200; i++) await Promise.all(Array.from({ length: 10 }, () => call(url)))
  expect(await call(url)).toMatchObject({ ok: true })
})
