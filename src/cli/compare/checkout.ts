// Checks a commit out into a temporary folder, which is removed afterwards.

import { exec, execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Problem } from '../../lib/problem.ts'

/** What git doesn't keep, but a bot needs. */
const LINKED = ['node_modules', '.env']

/** Returns the folder that corresponds to the current folder. */
export async function checkOut(ref: string, setup: string | undefined, signal: AbortSignal) {
  const temporary = mkdtempSync(join(realpathSync(tmpdir()), 'bot-emulator-baseline-'))
  const tree = join(temporary, 'tree')
  function remove() {
    process.off('exit', remove)
    if (existsSync(tree)) execFileSync('git', ['worktree', 'remove', '--force', tree], { stdio: 'ignore' })
    rmSync(temporary, { recursive: true, force: true })
  }
  // A second Ctrl+C ends the program at once.
  process.on('exit', remove)
  try {
    const prefix = await git(['rev-parse', '--show-prefix'], ref)
    const root = await git(['rev-parse', '--show-toplevel'], ref)
    await git(['worktree', 'add', '--detach', tree, ref], ref)
    const folder = join(tree, prefix)
    if (!existsSync(folder))
      throw new Problem('bad-option', `${ref} has no folder ${prefix}.`, 'Run the command in a folder that it has.')
    for (const [from, to] of new Map([
      [root, tree],
      [process.cwd(), folder],
    ]))
      for (const name of LINKED)
        if (existsSync(join(from, name)) && !existsSync(join(to, name))) symlinkSync(join(from, name), join(to, name))
    if (setup !== undefined) await runSetup(setup, folder, signal)
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

async function git(args: readonly string[], ref: string): Promise<string> {
  try {
    return (await promisify(execFile)('git', args)).stdout.trim()
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const hint = 'Name a branch, a tag or a commit of this repository, such as HEAD.'
    throw new Problem('bad-option', `--baseline-ref ${ref}: ${stderr.trim() || message}`, hint)
  }
}

async function runSetup(command: string, cwd: string, signal: AbortSignal) {
  try {
    await promisify(exec)(command, { cwd, signal })
  } catch (error) {
    signal.throwIfAborted()
    const { code, stderr = '' } = error as { code?: number; stderr?: string }
    const message = `The command of --setup ended with code ${code}${stderr ? `: ${stderr.trim()}` : '.'}`
    throw new Problem('setup-failed', message, `It ran in ${cwd}. The command was: ${command}`)
  }
}
