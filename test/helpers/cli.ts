// Runs the program as it is shipped, and makes what differs from run to run the same.

import { readFileSync } from 'node:fs'
import { launch, PROGRAM } from './program.ts'

/** As on a plain machine: no colours, no service that runs it. */
const { FORCE_COLOR: _, GITHUB_ACTIONS: __, GITHUB_STEP_SUMMARY: ___, ...HERE } = process.env
const PLAIN = { ...HERE, CI: '1', NO_COLOR: '1' }

export function start(args: readonly string[], env: Record<string, string> = {}) {
  const { ended, said, ...running } = launch(process.execPath, [PROGRAM, ...args], { env: { ...PLAIN, ...env } })
  return {
    ...running,
    ended: ended.then(({ code, stdout, stderr }) => ({ code, stdout: steady(stdout), stderr: steady(stderr) })),
    stdout: () => said.stdout,
    stderr: () => said.stderr,
  }
}

export const cli = (args: readonly string[], env: Record<string, string> = {}) => start(args, env).ended

/** How long things took, and how many getUpdates came between, is no part of what is compared. */
const steady = (text: string) =>
  text
    .replace(/, answers? (?:in|p50) [^)]*\)/g, ')')
    .replace(/\(\d+ ms\)|\(\d+\.\d s\)/g, '(time)')
    .replace(/call \d+(?=[:.])/g, 'call N')
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
