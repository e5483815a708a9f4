// The command line and the commit of a test run, for the HTML report.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { RunOrigin } from '../../testing/scenarios/run/result.ts'

export async function originOf(args: readonly string[]): Promise<RunOrigin> {
  const commit = await findCommit()
  return { command: ['bot-emulator', ...redactSecrets(args)].map(quoteForShell).join(' '), commit }
}

const GIT_TIMEOUT_MS = 1000
const SECRET_FLAG = '--control-token'

const redactSecrets = (args: readonly string[]) =>
  args.map((arg, i) =>
    args[i - 1] === SECRET_FLAG ? '…' : arg.startsWith(`${SECRET_FLAG}=`) ? `${SECRET_FLAG}=…` : arg,
  )

const quoteForShell = (arg: string) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg))

async function findCommit(): Promise<string | undefined> {
  const { GITHUB_SHA: commit } = process.env
  if (commit !== undefined) return commit
  const head = promisify(execFile)('git', ['rev-parse', 'HEAD'], { timeout: GIT_TIMEOUT_MS })
  return (await head.catch(() => undefined))?.stdout.trim()
}
