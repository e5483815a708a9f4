// A full disk: a clear error on the call, nothing lost, and on it goes once there is space.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emulatorProcess, post } from '../helpers/emulator.ts'
import { storedIn } from '../helpers/stored.ts'

const SIZE = 3 * 1024 * 1024
const FULL = {
  code: 'disk-full',
  message: 'The disk is full; nothing was changed.',
  hint: 'Free disk space and try again.',
}

/** A small disk of its own; only an account that may mount can have one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder])
  onTestFinished(() => {
    if (mounted.status === 0) spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return mounted.status === 0 ? folder : undefined
}

it('a full disk refuses calls, and loses none that were acknowledged', { timeout: 60_000 }, async ({ skip }) => {
  const disk = smallDisk()
  if (disk === undefined) return skip('this account may not mount a small disk')
  const emulator = await emulatorProcess(['--db', join(disk, 'world.sqlite')])
  const { url, bots } = emulator
  const bot = `${url}/bot${bots[0]!.token}`
  const send = (text: string) => post(`${url}/_emulator/actions/send`, { as: 'alice', to: 'greeter', text })
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(2_200_000))

  const long = 'x'.repeat(3000)
  let acknowledged = 0
  let answer = await send(long)
  while (answer?.ok) {
    acknowledged++
    answer = await send(long)
  }
  expect(answer).toEqual({ ok: false, error: FULL })
  expect(acknowledged).toBeGreaterThan(0)
  // What is too little for a long message may be enough for some short ones.
  const reply = () => post(`${bot}/sendMessage`, { chat_id: 100001, text: 'hi' })
  let short = 0
  let refusal = await reply()
  while (refusal?.ok) {
    short++
    refusal = await reply()
  }
  expect(refusal).toEqual({ ok: false, error_code: 500, description: 'Internal Server Error' })
  const { result: calls } = (await (await fetch(`${url}/_emulator/calls`)).json()) as { result: object[] }
  expect(calls.at(-1)).toMatchObject({ status: 500, why: `${FULL.message} ${FULL.hint}` })

  rmSync(ballast)
  expect(await reply()).toMatchObject({ ok: true, result: { message_id: acknowledged + short + 1 } })
  const { result } = (await post(`${bot}/getUpdates`, { limit: 100 })) as { result: object[] }
  expect(result).toHaveLength(acknowledged)
  await emulator.end('SIGTERM')
})

it.for<[string, number]>([
  ['while it arrives', 1_500_000],
  ['with its last bytes', 100_000],
])(
  'an upload that finds the disk full %s is answered so, and passes once there is space',
  {
    timeout: 60_000,
  },
  async ([_, bytes], { skip }) => {
    const disk = smallDisk()
    if (disk === undefined) return skip('this account may not mount a small disk')
    const emulator = await emulatorProcess(['--db', join(disk, 'world.sqlite')])
    const { url, bots } = emulator
    await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
    const upload = async () => {
      const form = new FormData()
      form.set('chat_id', '100001')
      form.set('document', new Blob([Buffer.alloc(bytes, 7)]), 'sevens.bin')
      const response = await fetch(`${url}/bot${bots[0]!.token}/sendDocument`, { method: 'POST', body: form })
      return (await response.json()) as { ok: boolean; result?: { document: { file_size: number } } }
    }
    const ballast = join(disk, 'ballast')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - bytes / 2))
    expect(await upload()).toEqual({ ok: false, error_code: 500, description: 'Internal Server Error' })
    const { result: calls } = (await (await fetch(`${url}/_emulator/calls`)).json()) as { result: object[] }
    expect(calls).toEqual([expect.objectContaining({ status: 500, why: `${FULL.message} ${FULL.hint}` })])
    expect(storedIn(join(disk, 'world.sqlite.files'))).toEqual([])

    rmSync(ballast)
    expect(await upload()).toMatchObject({ ok: true, result: { document: { file_size: bytes } } })
    await emulator.end('SIGTERM')
  },
)

it.for(['JSON', 'a form'])(
  "a person's file in %s that finds the disk full is refused so",
  { timeout: 60_000 },
  async (how, { skip }) => {
    const disk = smallDisk()
    if (disk === undefined) return skip('this account may not mount a small disk')
    const emulator = await emulatorProcess(['--db', join(disk, 'world.sqlite')])
    const url = `${emulator.url}/_emulator/actions/sendFile`
    await post(`${emulator.url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
    const content = Buffer.alloc(1_500_000, 7)
    const params = { as: 'alice', to: 'greeter', kind: 'document' }
    const upload = async () => {
      if (how === 'JSON') return post(url, { ...params, file: { name: 'a', base64: content.toString('base64') } })
      const form = new FormData()
      for (const [name, value] of Object.entries(params)) form.set(name, value)
      form.set('file', new Blob([content]), 'a')
      return (await fetch(url, { method: 'POST', body: form })).json()
    }
    const ballast = join(disk, 'ballast')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - content.length / 2))
    expect(await upload()).toEqual({ ok: false, error: FULL })
    expect(storedIn(join(disk, 'world.sqlite.files'))).toEqual([])
    rmSync(ballast)
    expect(await upload()).toMatchObject({ ok: true, result: { document: { file_size: content.length } } })
    await emulator.end('SIGTERM')
  },
)
