// Runs the command of `--reset`, which deletes what a bot has stored.

import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { Problem } from '../../lib/problem.ts'

export async function runReset(command: string, cwd: string | undefined) {
  try {
    await promisify(exec)(command, { cwd })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: number; stderr?: string }
    const message = `The command of --reset ended with code ${code}${stderr ? `: ${stderr.trim()}` : '.'}`
    throw new Problem('reset-failed', message, `Pass a command that succeeds. The command was: ${command}`)
  }
}
