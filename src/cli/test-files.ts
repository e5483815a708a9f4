// Which scenario files are meant: those named, those in a folder named, those like a pattern.

import { existsSync, statSync } from 'node:fs'
import { filesBelow, filesLike, isPattern } from '../lib/glob.ts'
import { Problem } from '../lib/problem.ts'

const USUAL = 'scenarios/**/*.{yaml,yml,json}'
const SCENARIO_FILE = /\.(yaml|yml|json)$/

export interface TestFiles {
  /** Must hold scenarios. */
  named: string[]
  /** Come along: those that hold worlds or steps for others are no mistake. */
  found: string[]
}

export function testFiles(patterns: readonly string[]): TestFiles {
  const named: string[] = []
  const found: string[] = []
  for (const pattern of patterns.length ? patterns : [USUAL]) {
    if (existsSync(pattern) && statSync(pattern).isFile()) named.push(pattern)
    else if (existsSync(pattern))
      found.push(...[...filesBelow(pattern)].filter((file) => SCENARIO_FILE.test(file)).sort())
    else if (isPattern(pattern)) found.push(...filesLike(pattern))
    else
      throw new Problem(
        'bad-option',
        `There is no file or folder ${pattern}.`,
        'Name scenario files, folders or patterns.',
      )
  }
  if (named.length + found.length === 0) {
    const said = patterns.length ? patterns.join(' ') : USUAL
    throw new Problem('bad-option', `No file is like ${said}.`, 'Name scenario files, folders or patterns.')
  }
  return { named, found: found.filter((file) => !named.includes(file)) }
}
