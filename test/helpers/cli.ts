// Runs the program as it is shipped, and makes what differs from run to run the same.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Outcome {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** As on a plain machine: no colours, no service that runs it. */
const { FORCE_COLOR: _, GITHUB_ACTIONS: __, GITHUB_STEP_SUMMARY: ___, ...HERE } = process.env
const PLAIN = { ...HERE, CI: '1', NO_COLOR: '1' }

export function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bin/bot-emulator.js', ...args], { env: { ...PLAIN, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Outcome>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout: steady(stdout), stderr: steady(stderr) }))
  })
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

export const cli = (args: readonly string[], env: Record<string, string> = {}) => start(args, env).ended

/** How long things took, and how many getUpdates came between, is no part of what is compared. */
const steady = (text: string) =>
  text
    .replace(/, answers? (?:in|p50) [^)]*\)/g, ')')
    .replace(/\([\d.]+ m?s\)/g, '(time)')
    .replace(/call \d+:/g, 'call N:')
    .replace(/\+\d+\.\d\d s {2}/g, '')

export const bot = (name: string) => `node test/testing/scenarios/bots/${name}.js`

/** Whether a process runs. Nobody may be there to collect what has died: such a one is gone as well. */
export function lives(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
