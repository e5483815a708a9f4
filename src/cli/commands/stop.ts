// `stop`: stops a running emulator and waits until it has ended.

import { isAlive } from '../../lib/is-alive.ts'
import { Problem } from '../../lib/problem.ts'
import { waitUntil } from '../../lib/wait-until.ts'
import { confirmIfElsewhere, defineForTarget, findTarget, printResult, type Target } from '../emulator-target.ts'
import { runningNotes } from '../running/running-notes.ts'

const TIMEOUT_MS = 10_000
const INTERVAL_MS = 20

export const command = defineForTarget({
  examples: ['stop', 'stop --url http://127.0.0.1:8082'],
  async run(options) {
    const target = await findTarget(options)
    const pid = await stopEmulator(target, () => confirmIfElsewhere(target))
    printResult(options, { url: target.url, pid }, `Stopped ${target.url}.`)
  },
})

/** Stops an emulator that this account has started on this machine, and returns its process id. */
export async function stopEmulator(
  { url, client }: Pick<Target, 'url' | 'client'>,
  confirm = async () => {},
): Promise<number> {
  const { pid } = await client.health()
  // Compares the process too, because the note of a killed emulator may name this address.
  if (!runningNotes().some((note) => note.url === url && note.pid === pid)) {
    const hint = 'Stop the emulator where it was started, with Ctrl-C or SIGTERM.'
    throw new Problem('not-ours', `The emulator at ${url} was not started by this account on this machine.`, hint)
  }
  await confirm()
  process.kill(pid, 'SIGTERM')
  const hasEnded = await waitUntil((again) => !isAlive(pid) || again(INTERVAL_MS) || undefined, {
    withinMs: TIMEOUT_MS,
  })
  if (!hasEnded) {
    const hint = `Kill the process with: kill -9 ${pid}. Data that the emulator acknowledged is already saved.`
    throw new Problem('still-running', `Process ${pid} still runs after ${TIMEOUT_MS / 1000} s.`, hint)
  }
  return pid
}
