// The command line of this process, and the commit of a test run.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { RunOrigin } from '../testing/scenarios/run/result.ts'

const SECRET_FLAG = '--control-token'

/** Secrets are replaced by `…`. */
export const ownCommand = () => ['bot-emulator', ...redactSecrets(process.argv.slice(2))].map(quoteForShell).join(' ')

const redactSecrets = (args: readonly string[]) =>
  args.map((arg, i) =>
    args[i - 1] === SECRET_FLAG ? '…' : arg.startsWith(`${SECRET_FLAG}=`) ? `${SECRET_FLAG}=…` : arg,
  )

const quoteForShell = (arg: string) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg))

export const findOrigin = async (): Promise<RunOrigin> => ({ command: ownCommand(), commit: await findCommit() })

const GIT_TIMEOUT_MS = 1000
async function findCommit(): Promise<string | undefined> {
  const { GITHUB_SHA: commit } = process.env
  if (commit !== undefined) return commit
  const head = promisify(execFile)('git', ['rev-parse', 'HEAD'], { timeout: GIT_TIMEOUT_MS })
  return (await head.catch(() => undefined))?.stdout.trim()
}
