// Runs commands in their own process groups, and ends whole groups.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { splitLines } from '../../lib/split-lines.ts'
import { waitUntil } from '../../lib/wait-until.ts'

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export type BotProcess = ReturnType<typeof startBot>

const MAX_LINES = 2000
const GRACE_MS = 1200
const DRAIN_OUTPUT_MS = 100

export interface BotCommand {
  command: string
  cwd?: string | undefined
  env: Readonly<Record<string, string>>
  /** A text, such as the bot's token, that is replaced by `<token>` in the output. */
  secret?: string
  onLine?(line: string): void
}

const running = new Set<{ stop(): Promise<void> }>()

/** Called when a second signal, such as a second Ctrl+C, ends this program. */
export const stopAllBots = () => Promise.all([...running].map((bot) => bot.stop()))

export function startBot({ command, cwd, env, secret, onLine }: BotCommand) {
  const child = spawn(command, {
    shell: true,
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const ended = Promise.withResolvers<Ending>()
  const lines = collectLines(child, secret, onLine)
  let ending: Ending | undefined
  const end = (how: Ending) => {
    ending ??= how
    ended.resolve(ending)
  }
  child.once('error', (error) => {
    lines.add(error.message)
    end({ code: null, signal: null })
  })
  // The `close` event can be delayed forever, because a child of the process may keep the output pipe open.
  child.once('exit', (code, signal) => void setTimeout(end, DRAIN_OUTPUT_MS, { code, signal }).unref())
  child.once('close', (code, signal) => end({ code, signal }))

  const bot = {
    /** Resolves when the process ends or cannot be started. */
    ended: ended.promise,
    ending: () => ending,
    /** Returns the output lines from line number `from` on, for example from an earlier `lineCount()`. */
    output: lines.since,
    lineCount: lines.count,
    /** Returns the memory of the process and its child processes. Returns undefined except on Linux. */
    memoryBytes: () => (process.platform === 'linux' && child.pid ? groupMemory(child.pid) : undefined),
    kill: () => void signalGroup(child, 'SIGKILL'),
    /** Ends the process and all its child processes, by force after `graceMs`. */
    async stop(graceMs = GRACE_MS) {
      await endGroup(child, graceMs)
      child.stdout.destroy()
      child.stderr.destroy()
      running.delete(bot)
    },
  }
  running.add(bot)
  return bot
}

function collectLines(child: ChildProcess, secret: string | undefined, onLine: BotCommand['onLine']) {
  const keptLines: string[] = []
  let dropped = 0
  const add = (written: string) => {
    const line = secret ? written.replaceAll(secret, '<token>') : written
    onLine?.(line)
    keptLines.push(line)
    if (keptLines.length > MAX_LINES) dropped += keptLines.splice(0, keptLines.length - MAX_LINES).length
  }
  for (const stream of [child.stdout, child.stderr]) {
    const lines = splitLines(add)
    stream?.setEncoding('utf8').on('data', lines.write).on('end', lines.end)
  }
  return {
    add,
    count: () => dropped + keptLines.length,
    since: (from = 0) => keptLines.slice(Math.max(0, from - dropped)),
  }
}

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

const groupMemory = (group: number) => membersOf(group).reduce((sum, { pid }) => sum + residentBytes(pid), 0)

function membersOf(group: number): { pid: string; state: string | undefined }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    const [state, , itsGroup] = readStat(pid)
    return Number(itsGroup) === group ? { pid, state } : []
  })
}

function residentBytes(pid: string): number {
  try {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}

function readStat(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
