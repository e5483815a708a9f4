// Ends whole groups of processes, and measures them.

import { type ChildProcess, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { waitUntil } from '../../lib/wait-until.ts'

const CHECK_AGAIN_MS = 5

/** Ends a process and its child processes on Windows, which lacks signals. */
export function endTree(
  pid: number,
  run: (command: string, args: string[]) => { status: number | null } = runSilently,
) {
  return run('taskkill', ['/pid', String(pid), '/T', '/F']).status === 0
}

const runSilently = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', windowsHide: true })

/** Sends a signal to a process and its group. Except on Windows, the process must have been started with `detached`. */
export function signalGroup(leader: ChildProcess, signal: NodeJS.Signals): boolean {
  if (leader.pid === undefined) return false
  try {
    return process.platform === 'win32' ? endTree(leader.pid) : process.kill(-leader.pid, signal)
  } catch {
    return false
  }
}

export async function endGroup(leader: ChildProcess, graceMs: number): Promise<void> {
  signalGroup(leader, 'SIGTERM')
  const isGone = () =>
    waitUntil((again) => !isAlive(leader) || again(CHECK_AGAIN_MS) || undefined, { withinMs: graceMs })
  if (await isGone()) return
  signalGroup(leader, 'SIGKILL')
  await isGone()
}

function isAlive(leader: ChildProcess): boolean {
  if (leader.pid === undefined) return false
  if (process.platform === 'win32') return leader.exitCode === null && leader.signalCode === null
  try {
    process.kill(-leader.pid, 0)
  } catch {
    return false
  }
  return process.platform !== 'linux' || hasLiveMembers(leader.pid)
}

/** Returns true if a process of the group is running. A zombie is not running, although it accepts signal 0. */
const hasLiveMembers = (group: number) => membersOf(group).some(({ state }) => state !== 'Z')

export const groupMemory = (group: number) => membersOf(group).reduce((sum, { pid }) => sum + residentBytes(pid), 0)

function membersOf(group: number): { pid: string; state: string | undefined }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    const [state, , itsGroup] = readStat(pid)
    return Number(itsGroup) === group ? { pid, state } : []
  })
}

const residentBytes = (pid: string) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024

function readStat(pid: string): string[] {
  const stat = readProc(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns an empty text if the process has ended. */
function readProc(pid: string, name: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
