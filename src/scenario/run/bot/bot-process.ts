// The bot under test: a command in a process group of its own, so that nothing of it outlives the run.

import { type ChildProcess, spawn } from 'node:child_process'
import { splitLines } from '../../../lib/split-lines.ts'
import { endGroup } from './process-group.ts'

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
