// The command line and the commit of a test run, for the HTML report.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { RunOrigin } from '../../testing/scenarios/run/result.ts'
import { ownCommand } from '../own-command.ts'

export async function originOf(args: readonly string[]): Promise<RunOrigin> {
  return { command: ownCommand(args), commit: await findCommit() }
}

const GIT_TIMEOUT_MS = 1000
async function findCommit(): Promise<string | undefined> {
  const { GITHUB_SHA: commit } = process.env
  if (commit !== undefined) return commit
  const head = promisify(execFile)('git', ['rev-parse', 'HEAD'], { timeout: GIT_TIMEOUT_MS })
  return (await head.catch(() => undefined))?.stdout.trim()
}
