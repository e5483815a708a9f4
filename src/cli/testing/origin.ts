// Where a run comes from, for its page: the command, and the commit where there is one.

import { execFileSync } from 'node:child_process'
import type { RunOrigin } from '../../scenario/run/result.ts'

export function originOf(args: readonly string[]): RunOrigin {
  const commit = commitHere()
  return { command: ['bot-emulator', ...withoutSecrets(args)].map(quoted).join(' '), ...(commit && { commit }) }
}

const MAX_MS = 1000
const SECRET = '--control-token'

const withoutSecrets = (args: readonly string[]) =>
  args.map((arg, i) => (args[i - 1] === SECRET ? '…' : arg.startsWith(`${SECRET}=`) ? `${SECRET}=…` : arg))

const quoted = (arg: string) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg))

function commitHere(): string | undefined {
  try {
    const { GITHUB_SHA: commit } = process.env
    const ask = () =>
      execFileSync('git', ['rev-parse', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'], timeout: MAX_MS })
    return commit ?? ask().toString().trim()
  } catch {
    return undefined
  }
}
