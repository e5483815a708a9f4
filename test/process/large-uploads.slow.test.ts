// Uploads go through the process, not into its memory.

import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { expect, it } from 'vitest'
import { start } from '../helpers/program.ts'
import { act, sendDocument } from './bodies.ts'

const MEBIBYTE = 1024 * 1024

/** The most memory that a process has ever held at once. */
const mostHeld = (pid: number) => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

it.runIf(platform() === 'linux').each([
  ['in memory', ['--memory']],
  ['on the disk', ['--db', 'world.sqlite']],
])(
  'LIM-15 sixteen uploads of 50 MB at once, with a world %s, take less than 250 MB of memory',
  async (_, flags) => {
    const { url, pid, stop } = await start(flags)
    await act(url, 'createUser', { id: 777, first_name: 'Zoe', handle: 'zoe' })
    const bots: { token: string }[] = []
    for (let n = 0; n < 6; n++) {
      bots.push(await act(url, 'createBot', { first_name: `Bot ${n}`, handle: `sender_${n}` }))
      await act(url, 'start', { as: 'zoe', bot: `sender_${n}` })
    }
    const all = Array.from({ length: 16 }, (_, n) => sendDocument(url, bots[n % 6]!.token, 777, n, 50 * MEBIBYTE))
    for (const { status, body } of await Promise.all(all)) {
      expect([status, body.result?.document.file_size]).toEqual([200, 50 * MEBIBYTE])
    }
    expect(mostHeld(pid)).toBeLessThan(250 * MEBIBYTE)
    await stop()
  },
  60_000,
)
