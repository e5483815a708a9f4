// Where a run comes from, for its page: the command, and the commit where there is one.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { RunOrigin } from '../../scenario/run/result.ts'

export async function originOf(args: readonly string[]): Promise<RunOrigin> {
  const commit = await commitHere()
  return { command: ['bot-emulator', ...withoutSecrets(args)].map(quoted).join(' '), commit }
}

const MAX_MS = 1000
const SECRET = '--control-token'

const withoutSecrets = (args: readonly string[]) =>
  args.map((arg, i) => (args[i - 1] === SECRET ? '…' : arg.startsWith(`${SECRET}=`) ? `${SECRET}=…` : arg))

const quoted = (arg: string) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg))

async function commitHere(): Promise<string | undefined> {
  try {
    const { GITHUB_SHA: commit } = process.env
    return commit ?? (await promisify(execFile)('git', ['rev-parse', 'HEAD'], { timeout: MAX_MS })).stdout.trim()
  } catch {
    return undefined
  }
}
