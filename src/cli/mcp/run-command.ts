// Runs a command of bot-emulator in a child process and collects its output.

import { spawn } from 'node:child_process'
import { Problem } from '../../lib/problem.ts'
import { quoteExcerpt } from './answer-text.ts'
import type { ToolCall } from './tool.ts'

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** The time that a cancelled command has to stop its bot before the command is killed. */
const MAX_STOP_MS = 5000

/** Runs a command. Reports its stderr as progress of the call, and stops it if the call is cancelled. */
export function runCommand(
  args: readonly string[],
  { signal, report, onOutput }: ToolCall & { onOutput?: (text: string) => void },
): Promise<CommandResult> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
    onOutput?.(text)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
    report(text.trim())
  })
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS).unref()
  }
  // If this process ends, the command and its bot must not keep running.
  process.once('exit', stop)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...output }))
  }).finally(() => {
    process.off('exit', stop)
    signal.removeEventListener('abort', stop)
  })
}

type FlagValue = string | number | boolean | readonly string[] | undefined

/** Formats values as flags, such as `--seed=7`. Leaves out flags that are undefined, false or an empty list. */
export const flagsFrom = (values: Readonly<Record<string, FlagValue>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false || (Array.isArray(value) && !value.length)) return []
    return value === true ? `--${name}` : `--${name}=${value}`
  })

const MAX_ERROR = 1000

/** Returns a Problem that quotes the command's stderr as untrusted text, because a bot may have written it. */
export const commandProblem = ({ stderr, code }: CommandResult) =>
  new Problem(
    'command-failed',
    `The command ended with exit code ${code}: ${quoteExcerpt(stderr.trim(), MAX_ERROR)}`,
    '',
  )
