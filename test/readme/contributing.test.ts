// What CONTRIBUTING points at is there: each commit once, and in it the files that are named.

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })

const COMMANDS = [
  ...readFileSync('.github/CONTRIBUTING.md', 'utf8').matchAll(/^git log -p --grep '([^']+)' -- (.+)$/gm),
].map(([, subject, paths]) => [subject!, paths!.split(' ')] as const)

/** A copy without its history, or without the older part of it, has nothing to show. */
const hasHistory = spawnSync('git', ['rev-parse', '--is-shallow-repository']).stdout.toString() === 'false\n'

it('shows how an operation, an action and a rule came', () => expect(COMMANDS.length).toBeGreaterThanOrEqual(3))

it.runIf(hasHistory).each(COMMANDS)('%s', (subject, paths) => {
  const subjects = git('log', '--format=%s', '--grep', subject).trimEnd().split('\n')
  expect(subjects).toEqual([expect.stringContaining(subject)])
  const changed = git('log', '--format=', '--name-only', '--grep', subject).trim().split('\n')
  for (const path of paths) expect(changed.filter((file) => file.startsWith(path))).not.toEqual([])
})
