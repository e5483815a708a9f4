// A process and all that it has started and that has not gone its own way: signalled together.

import { type ChildProcess, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { eventually } from '../../../lib/eventually.ts'

const TICK_MS = 5

/** On Windows there are no signals: the process and all below it are ended. */
export function endTree(pid: number, run: (command: string, args: string[]) => { status: number | null } = quietly) {
  return run('taskkill', ['/pid', String(pid), '/T', '/F']).status === 0
}

const quietly = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'ignore', windowsHide: true })

/** The first process has to have been started `detached`, elsewhere than on Windows. */
export function signalGroup(first: ChildProcess, signal: NodeJS.Signals): boolean {
  if (first.pid === undefined) return false
  try {
    return process.platform === 'win32' ? endTree(first.pid) : process.kill(-first.pid, signal)
  } catch {
    return false
  }
}

/** Ends the group; what does not end in time is killed. */
export async function endGroup(first: ChildProcess, graceMs: number): Promise<void> {
  signalGroup(first, 'SIGTERM')
  const isGone = () => eventually(() => !lives(first), { withinMs: graceMs, everyMs: TICK_MS })
  if (await isGone()) return
  signalGroup(first, 'SIGKILL')
  await isGone()
}

function lives(first: ChildProcess): boolean {
  if (first.pid === undefined) return false
  if (process.platform === 'win32') return first.exitCode === null && first.signalCode === null
  try {
    process.kill(-first.pid, 0)
  } catch {
    return false
  }
  return process.platform !== 'linux' || membersLive(first.pid)
}

/** Dead members that nobody has collected, as in a container without an init, still count for `kill`. */
function membersLive(group: number): boolean {
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const [state, , itsGroup] = statOf(pid)
    if (Number(itsGroup) === group && state !== 'Z') return true
  }
  return false
}

function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
