// The command with little memory, under what would fill it: many long calls, long queues, bodies with a wrong token.

import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { emulatorProcess, post } from '../helpers/emulator.ts'
import { fiftyMegapixels } from '../helpers/samples.ts'

/** The record of what happened takes 32 MiB of it. */
const HEAP_MEBIBYTES = 160

const JSON_TYPE = { 'content-type': 'application/json' }

async function started() {
  vi.stubEnv('NODE_OPTIONS', `--max-old-space-size=${HEAP_MEBIBYTES}`)
  const emulator = await emulatorProcess(['--memory', '--token', '42:x'])
  vi.unstubAllEnvs()
  return { ...emulator, bot: `${emulator.url}/bot42:x` }
}

/** Eight at a time. */
async function repeat(times: number, work: () => Promise<unknown>) {
  let left = times
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

async function lastCall(url: string): Promise<number | undefined> {
  const { result } = (await (await fetch(`${url}/_emulator/calls`)).json()) as { result: { id: number }[] }
  return result.at(-1)?.id
}

it('refused calls of 250 MB in all', { timeout: 120_000 }, async () => {
  const { url, bot } = await started()
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`p${i}`, 'x'.repeat(10_000)])))
  await repeat(2500, async () => (await fetch(`${bot}/noSuch`, { method: 'POST', headers: JSON_TYPE, body })).text())
  expect(await lastCall(url)).toBe(2500)
})

it('polls of 200 MB in all, of a queue that nobody acknowledges', { timeout: 120_000 }, async () => {
  const { url, bot } = await started()
  const act = (name: string, params: object) => post(`${url}/_emulator/actions/${name}`, params)
  await act('start', { as: 'alice', bot: 'greeter' })
  for (let i = 0; i < 100; i++) await act('send', { as: 'alice', to: 'greeter', text: 'x'.repeat(4060) })
  await repeat(500, async () => (await fetch(`${bot}/getUpdates`)).text())
  expect(await lastCall(url)).toBe(500)
})

it('40 bodies of 15 MB at once, with a wrong token', { timeout: 120_000 }, async () => {
  const { url } = await started()
  const body = JSON.stringify({ text: 'x'.repeat(15_000_000) })
  const sent = Array.from({ length: 40 }, async () => {
    const response = await fetch(`${url}/bot42:wrong/sendMessage`, { method: 'POST', headers: JSON_TYPE, body })
    return [response.status, await response.json()]
  })
  const refused = [401, { ok: false, error_code: 401, description: 'Unauthorized' }]
  for (const answer of await Promise.all(sent)) expect(answer).toEqual(refused)
  expect(await lastCall(url)).toBe(40)
})

it('three images of 50 megapixels at once take the memory of one', { timeout: 120_000 }, async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux tells the peak of a process')
  const { url, bots, child, end } = await emulatorProcess(['--memory'])
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  const photo = new Blob([new Uint8Array(fiftyMegapixels())])
  const send = async () => {
    const form = new FormData()
    form.set('chat_id', '100001')
    form.set('photo', photo, 'a.avif')
    return (await fetch(`${url}/bot${bots[0]!.token}/sendPhoto`, { method: 'POST', body: form })).status
  }
  expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200])
  const peakKibibytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
  // One image takes 1.0 GB, two take 1.8 GB.
  expect(peakKibibytes).toBeLessThan(1_400_000)
  await end('SIGTERM')
})
