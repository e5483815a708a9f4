// Runs a program, such as a bot, and reports what it writes.

import { type ChildProcess, spawn } from 'node:child_process'
import { errorIn } from '../../control/describe/bot-output.ts'
import { splitLines } from '../../lib/split-lines.ts'
import type { ProgramReport } from '../../service/rules/shapes.ts'
import { type BotClock, followVariables, seedVariables } from '../bot-clock/environment.ts'
import { endGroup, groupMemory, signalGroup } from './process-group.ts'

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export type Report = Omit<ProgramReport, 'bot'>

export type Program = ReturnType<typeof startProgram>

const MAX_LINES = 2000
const GRACE_MS = 1200
const DRAIN_OUTPUT_MS = 100
/** Lines written within this time are combined into one report. */
const REPORT_AFTER_MS = 30
/** A report has at most this number of lines. It counts the others. */
const REPORTED_LINES = 200

export interface EnvironmentSettings {
  tokenName: string
  urlName: string
  /** How the bot's process follows the emulator's clock. Undefined if the bot runs on real time. */
  clock?: BotClock | undefined
  /** The seed of the bot's random numbers. Undefined if they differ in each run. */
  seed?: number | undefined
  /** The control API's token. Only a process that follows the emulator's clock gets it. */
  controlToken?: string | undefined
}

export const botEnvironment = (
  url: string,
  token: string | undefined,
  { tokenName, urlName, clock, seed, controlToken }: EnvironmentSettings,
): Record<string, string> => ({
  ...(token !== undefined && { [tokenName]: token }),
  [urlName]: url,
  BOT_EMULATOR_URL: url,
  ...(seed !== undefined && seedVariables(seed)),
  ...(clock && followVariables(url, { mode: clock, token: controlToken })),
})

interface OutputOptions {
  /** A text, such as the bot's token, that is replaced by `<token>` in the output. */
  secret?: string
  onLine?: ((line: string) => void) | undefined
  /** Gets what the program writes, for the emulator's diagnosis. */
  report?: (report: Report) => unknown
}

interface ProgramOptions extends OutputOptions {
  command: string
  cwd?: string | undefined
  env: Readonly<Record<string, string>>
}

const running = new Set<{ stop(): Promise<void> }>()

/** Called when a second signal, such as a second Ctrl+C, ends this program. */
export const stopAllPrograms = () => Promise.all([...running].map((program) => program.stop()))

export function startProgram({ command, cwd, env, ...options }: ProgramOptions) {
  const child = spawn(command, {
    shell: true,
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const ended = Promise.withResolvers<Ending>()
  const lines = collectLines(child, options)
  let ending: Ending | undefined
  const end = (how: Ending) => {
    ending ??= how
    lines.report()
    ended.resolve(ending)
  }
  child.once('error', (error) => {
    lines.add(error.message)
    end({ code: null, signal: null })
  })
  // The `close` event can be delayed forever, because a child of the process may keep the output pipe open.
  child.once('exit', (code, signal) => void setTimeout(end, DRAIN_OUTPUT_MS, { code, signal }).unref())
  child.once('close', (code, signal) => end({ code, signal }))

  const program = {
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
      lines.report()
      running.delete(program)
    },
  }
  running.add(program)
  return program
}

function collectLines(child: ChildProcess, { secret, onLine, report }: OutputOptions) {
  const keptLines: string[] = []
  let dropped = 0
  let reported = 0
  let timer: NodeJS.Timeout | undefined

  const count = () => dropped + keptLines.length
  const since = (from = 0) => keptLines.slice(Math.max(0, from - dropped))

  function add(written: string) {
    const line = secret ? written.replaceAll(secret, '<token>') : written
    onLine?.(line)
    keptLines.push(line)
    if (keptLines.length > MAX_LINES) dropped += keptLines.splice(0, keptLines.length - MAX_LINES).length
    if (report) timer ??= setTimeout(reportLines, REPORT_AFTER_MS)
  }

  function reportLines() {
    clearTimeout(timer)
    timer = undefined
    const lines = since(reported).slice(0, REPORTED_LINES)
    const more = count() - reported - lines.length
    reported = count()
    if (!lines.length) return
    const error = errorIn(lines)?.message
    if (more) lines.push(`(${more} more lines)`)
    report?.({ how: 'wrote', lines, ...(error !== undefined && { error }) })
  }

  for (const stream of [child.stdout, child.stderr]) {
    const lines = splitLines(add)
    stream?.setEncoding('utf8').on('data', lines.write).on('end', lines.end)
  }
  return { add, count, since, report: reportLines }
}
