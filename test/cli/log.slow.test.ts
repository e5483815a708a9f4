import { appendFileSync, chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stopwatch } from '../../src/lib/clock.ts'
import { emptyFolder, run, start, write } from '../helpers/program.ts'
import { receiver, status } from '../helpers/receiver.ts'
import { until } from '../helpers/until.ts'

const post = async (url: string, body: object) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(url, init)).json()
}

/** A bot with a webhook; one update is refused and one taken. */
async function delivered(args: string[], surroundings: Parameters<typeof start>[1] = {}) {
  const to = await receiver((response, n) => response.writeHead(n === 1 ? 503 : 200).end())
  const route = ['--webhook-route', `bot.example.org=${to.origin}`]
  const running = await start(['--memory', '--token', '42:TEST', ...route, ...args], surroundings)
  const { url } = running
  const hook = { url: 'https://bot.example.org/hook', secret_token: 's3cret' }
  expect(await post(`${url}/bot42:TEST/setWebhook`, hook)).toMatchObject({ ok: true })
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  await to.received(1)
  await post(`${url}/_emulator/actions/advanceClock`, { seconds: 60 })
  await to.received(2)
  return running
}

const recordsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it('prints each delivery attempt: its time, its host and its outcome', async () => {
  const { until: says, stop } = await delivered([])
  await says('stderr', 'attempt 2')
  const { stderr } = await stop()
  const plain = stderr.replace(/^\d\d:\d\d:\d\d/gm, 'TIME').replace(/[\d.]+ ms/g, 'MS')
  expect(plain.split('\n').slice(-4)).toEqual([
    'TIME  greeter  setWebhook  200  MS',
    'TIME  greeter  webhook bot.example.org  503  MS  update 1',
    'TIME  greeter  webhook bot.example.org  200  MS  update 1, attempt 2',
    '',
  ])
})

it('adds calls and deliveries to the file of --log, without tokens and secrets', async () => {
  const cwd = emptyFolder()
  const file = join(cwd, 'traffic.ndjson')
  writeFileSync(file, '{"event":"earlier"}\n')
  const { url, stop } = await delivered(['--log', 'traffic.ndjson'], { cwd })
  await until(() => recordsIn(readFileSync(file, 'utf8')).length === 4)
  await post(`${url}/bot42:TEST/deleteWebhook`, {})
  await post(`${url}/bot42:TEST/getUpdates`, {})
  await until(() => recordsIn(readFileSync(file, 'utf8')).length === 6)
  await stop()
  const written = readFileSync(file, 'utf8')
  expect(written).not.toMatch(/42:TEST|s3cret/)
  const url_ = 'https://bot.example.org/hook'
  const delivery = { event: 'delivery', bot: 'greeter', update_id: 1, update_type: 'message', url: url_ }
  expect(recordsIn(written)).toEqual([
    { event: 'earlier' },
    expect.objectContaining({ event: 'call', method: 'setWebhook', params: { url: url_, secret_token: '…' } }),
    expect.objectContaining({ ...delivery, attempt: 1, status: 503, error: 'Wrong response from the webhook: 503' }),
    expect.objectContaining({ ...delivery, attempt: 2, status: 200, error: null }),
    expect.objectContaining({ event: 'call', method: 'deleteWebhook', status: 200 }),
    expect.objectContaining({ event: 'call', method: 'getUpdates', body: { ok: true, result: [] } }),
  ])
})

it('leaves the token of a path out of the file, of both streams and of the event log', async () => {
  const cwd = emptyFolder()
  const { url, stop } = await start(['--memory', '--token', '42:TEST', '--log', 'traffic.ndjson'], { cwd })
  const paths = [
    'bot42:TEST/getMe',
    'bot42%3ATEST/getMe',
    'bot42:TEST/noSuchOperation',
    'bot42:TEST',
    'bot43:TEST/getMe',
  ]
  for (const path of paths) {
    await fetch(`${url}/${path}`).then((response) => response.text())
    await post(`${url}/${path}`, {})
  }
  const read = async (path: string) => (await fetch(`${url}/_emulator/${path}`)).text()
  const calls = await read('calls')
  expect(JSON.parse(calls).result).toHaveLength(2 * paths.length)
  const events = await fetch(`${url}/_emulator/events?after=0&type=call`)
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  let stream = ''
  while (stream.split('event: call').length <= 2 * paths.length) stream += (await reader.read()).value
  await reader.cancel()
  const { stderr, stdout } = await stop()
  const file = readFileSync(join(cwd, 'traffic.ndjson'), 'utf8')
  expect(recordsIn(file)).toHaveLength(2 * paths.length)
  for (const text of [calls, stream, file, stderr, stdout.replace(/^bot \w+: token .*$/m, '')]) {
    expect(text).not.toContain('TEST')
  }
})

it('prints deliveries with --json, and reads the name of the file from the environment', async () => {
  const cwd = emptyFolder()
  const env = { BOT_EMULATOR_LOG: 'traffic.ndjson' }
  const to = await receiver(status(204))
  const route = ['--webhook-route', `bot.example.org=${to.origin}`]
  const args = ['start', '--json', '--port', '0', '--memory', '--token', '42:TEST', ...route]
  const running = run(args, { cwd, env })
  const { url } = JSON.parse(await running.until('stdout', '\n'))
  await post(`${url}/bot42:TEST/setWebhook`, { url: 'https://bot.example.org/' })
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  await running.until('stdout', '"delivery"')
  const { stdout } = await running.stop()
  const [, ...lines] = recordsIn(stdout)
  expect(lines.map(({ event, status }) => [event, status])).toEqual([
    ['call', 200],
    ['delivery', 204],
  ])
  expect(recordsIn(readFileSync(join(cwd, 'traffic.ndjson'), 'utf8'))).toEqual(lines)
})

it('writes the last calls into the file before it stops', async () => {
  const cwd = emptyFolder()
  const { url, stop } = await start(['--memory', '--token', '42:TEST', '--log', 'traffic.ndjson'], { cwd })
  const polled = fetch(`${url}/bot42:TEST/getUpdates?timeout=50`).catch(() => {})
  await until(async () => {
    const { result } = (await (await fetch(`${url}/_emulator/bots/greeter/delivery`)).json()) as {
      result: { polling: boolean }
    }
    return result.polling
  })
  await stop()
  await polled
  const [poll] = recordsIn(readFileSync(join(cwd, 'traffic.ndjson'), 'utf8'))
  expect(poll).toMatchObject({ event: 'call', method: 'getUpdates', params: { timeout: '50' } })
})

it('creates the file for its owner only, and keeps the permissions of an existing one', async () => {
  const cwd = emptyFolder()
  const existing = write(cwd, 'existing.ndjson', '')
  chmodSync(existing, 0o644)
  for (const name of ['new.ndjson', 'existing.ndjson']) {
    await (await start(['--memory', '--token', '42:TEST', '--log', name], { cwd })).stop()
  }
  const modeOf = (name: string) => statSync(join(cwd, name)).mode & 0o777
  expect([modeOf('new.ndjson'), modeOf('existing.ndjson')]).toEqual([0o600, 0o644])
})

it('continues if the file takes no more lines, and says so once', async ({ skip }) => {
  try {
    appendFileSync('/dev/full', 'x')
    return skip('this machine has no /dev/full')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return skip('this machine has no /dev/full')
  }
  const { url, stop } = await start(['--memory', '--token', '42:TEST', '--log', '/dev/full'])
  for (let i = 0; i < 3; i++) expect(await post(`${url}/bot42:TEST/getMe`, {})).toMatchObject({ ok: true })
  const { code, stderr } = await stop()
  expect(code).toBe(143)
  expect(stderr.match(/ENOSPC/g)).toHaveLength(1)
  expect(stderr).toContain(
    '/dev/full cannot be written: ENOSPC: no space left on device, write. No more lines are written to it.\n',
  )
})

it.each([
  ['in a folder that is missing', 'missing/log', 'ENOENT: no such file or directory'],
  ['that this account may not write', 'read-only', 'EACCES: permission denied'],
])('start names a file of --log %s, and the reason', async (_, log, reason) => {
  const cwd = emptyFolder()
  chmodSync(write(cwd, 'read-only', ''), 0o444)
  const args = ['start', '--headless', '--port', '0', '--memory', '--log', log]
  expect(await run(args, { cwd, ordinary: true }).ended).toEqual({
    code: 3,
    stdout: '',
    stderr: `${log} cannot be written: ${reason}, open '${log}'. Pass a file in a writable folder with --log.\n`,
  })
})

it.each(['/dev/null', 'link'])('%s of --log does not delay answers or the end', async (log) => {
  const cwd = emptyFolder()
  symlinkSync(write(cwd, 'target', ''), join(cwd, 'link'))
  const { url, stop } = await start(['--memory', '--token', '42:TEST', '--log', log], { cwd })
  expect(await post(`${url}/bot42:TEST/getMe`, {})).toMatchObject({ ok: true })
  const elapsed = stopwatch()
  const { code, stderr } = await stop()
  expect([code, elapsed() < 2000]).toEqual([143, true])
  expect(stderr).not.toContain(log)
  expect(readFileSync(join(cwd, 'target'), 'utf8').includes('"getMe"')).toBe(log === 'link')
})
