// Which scenario files are meant: those named, those in a folder named, those like a pattern.

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { Problem } from '../../lib/problem.ts'

const BELOW = '**/*.{yaml,yml,json}'
const USUAL = `scenarios/${BELOW}`
const IGNORED = ['node_modules', '.git', 'dist', '.bot-emulator'].map((folder) => `**/${folder}/**`)

export interface TestFiles {
  /** Must hold scenarios. */
  named: string[]
  /** Come along: those that hold worlds or steps for others are no mistake. */
  matched: string[]
}

export function testFiles(patterns: readonly string[]): TestFiles {
  const named: string[] = []
  const matched: string[] = []
  for (const pattern of patterns.length ? patterns : [USUAL]) {
    if (existsSync(pattern) && statSync(pattern).isFile()) named.push(pattern)
    else if (existsSync(pattern)) matched.push(...filesLike(BELOW, pattern).map((file) => join(pattern, file)))
    else if (isDynamicPattern(pattern)) matched.push(...filesLike(pattern))
    else
      throw new Problem(
        'bad-option',
        `There is no file or folder ${pattern}.`,
        'Name scenario files, folders or patterns.',
      )
  }
  if (named.length + matched.length === 0) {
    const asked = patterns.length ? patterns.join(' ') : USUAL
    throw new Problem('bad-option', `No file is like ${asked}.`, 'Name scenario files, folders or patterns.')
  }
  const once = onlyOnce([...named, ...matched])
  return { named: once.filter((file) => named.includes(file)), matched: once.filter((file) => !named.includes(file)) }
}

/** Whatever several patterns mean, and however a path is written. */
function onlyOnce(files: readonly string[]): string[] {
  const paths = files.map((file) => resolve(file))
  return files.filter((_, i) => paths.indexOf(paths[i] ?? '') === i)
}

function filesLike(pattern: string, cwd = '.'): string[] {
  return globSync(pattern, { cwd, ignore: IGNORED, expandDirectories: false }).sort()
}
