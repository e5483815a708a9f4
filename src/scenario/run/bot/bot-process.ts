// Commands in a process group of their own, so that nothing of a bot outlives the run.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { splitLines } from '../../../lib/split-lines.ts'
import { waitUntil } from '../../../lib/wait-until.ts'

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface BotProcess {
  /** Resolves when it ends, however it does. */
  readonly ended: Promise<Ending>
  ending(): Ending | undefined
  /** Lines it wrote, from the nth on; the number is where to go on from. */
  output(from?: number): string[]
  lines(): number
  /** Ends it and all it has started. */
  stop(): Promise<void>
}

const KEPT_LINES = 2000
const GRACE_MS = 2000
const LAST_WORDS_MS = 100

export interface BotCommand {
  command: string
  env: Readonly<Record<string, string>>
  /** Stands in the output as `<token>`. */
  secret?: string
}

const running = new Set<BotProcess>()

/** Ends every bot that still runs: for a stop in a hurry. */
export const stopAllBots = () => Promise.all([...running].map((bot) => bot.stop()))

export function startBot({ command, env, secret }: BotCommand): BotProcess {
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const ended = Promise.withResolvers<Ending>()
  const lines = collectLines(child, secret)
  let ending: Ending | undefined
  const end = (how: Ending) => {
    ending ??= how
    ended.resolve(ending)
  }
  child.once('error', (error) => {
    lines.add(error.message)
    end({ code: null, signal: null })
  })
  // What it has written last is read first, unless something it has started keeps the pipe open.
  child.once('exit', (code, signal) => void setTimeout(end, LAST_WORDS_MS, { code, signal }).unref())
  child.once('close', (code, signal) => end({ code, signal }))

  const bot: BotProcess = {
    ended: ended.promise,
    ending: () => ending,
    output: lines.since,
    lines: lines.count,
    async stop() {
      await endGroup(child, GRACE_MS)
      child.stdout.destroy()
      child.stderr.destroy()
      running.delete(bot)
    },
  }
  running.add(bot)
  return bot
}

function collectLines(child: ChildProcess, secret: string | undefined) {
  const kept: string[] = []
  let dropped = 0
  const add = (line: string) => {
    kept.push(secret ? line.replaceAll(secret, '<token>') : line)
    if (kept.length > KEPT_LINES) dropped += kept.splice(0, kept.length - KEPT_LINES).length
  }
  for (const stream of [child.stdout, child.stderr]) {
    const lines = splitLines(add)
    stream?.setEncoding('utf8').on('data', lines.write).on('end', lines.end)
  }
  return { add, count: () => dropped + kept.length, since: (from = 0) => kept.slice(Math.max(0, from - dropped)) }
}

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
  const isGone = () => waitUntil((again) => !lives(first) || again(TICK_MS) || undefined, { withinMs: graceMs })
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
