// Checks that the rooms, paths and commits named in CONTRIBUTING.md exist.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const TEXT = readFileSync('CONTRIBUTING.md', 'utf8')
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })

const COMMANDS = [...TEXT.matchAll(/^git log -p --grep '([^']+)' -- (.+)$/gm)].map(
  ([, subject, paths]) => [subject!, paths!.split(' ')] as const,
)

/** False without a Git repository and in a shallow clone, which lacks the older commits. */
const hasHistory = spawnSync('git', ['rev-parse', '--is-shallow-repository']).stdout.toString() === 'false\n'

const ROOMS = Object.keys(JSON.parse(readFileSync('scripts/rooms.json', 'utf8'))).map((room) => `src/${room}`)

it('maps exactly the rooms that the check of imports knows', () => {
  const mapped = [...TEXT.matchAll(/^\| `([^`]+)` \|/gm)].map(([, room]) => room!)
  expect(mapped.sort()).toEqual([...ROOMS].sort())
})

it('names files and folders that exist', () => {
  const named = [...TEXT.matchAll(/`((?:src|test|scripts|docs)\/[^`<]+)`/g)].map(([, path]) => path!)
  expect(named.filter((path) => !existsSync(path) && !ROOMS.includes(path))).toEqual([])
})

it('names commits that added an operation, an action, a view and a rule', () =>
  expect(COMMANDS.length).toBeGreaterThanOrEqual(4))

it.runIf(hasHistory).each(COMMANDS)('%s', (subject, paths) => {
  const subjects = git('log', '--format=%s', '--grep', subject).trimEnd().split('\n')
  expect(subjects).toEqual([expect.stringContaining(subject)])
  const changed = git('log', '--format=', '--name-only', '--grep', subject).trim().split('\n')
  for (const path of paths) expect(changed.filter((file) => file.startsWith(path))).not.toEqual([])
})
