// `--update`: what the bot answers now becomes what is expected, once somebody has looked at the difference.

import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { shown } from '../lib/shown.ts'
import { type Place, placeText } from '../scenario/place.ts'
import { type Correction, corrected } from '../scenario/update-file.ts'

export interface Found extends Correction {
  place: Place
  expected: unknown
}

/** Whether the files were changed. */
export async function updateFiles(found: readonly Found[], how: 'ask' | 'all'): Promise<boolean> {
  const differences = distinct(found)
  for (const { place, at, expected, actual } of differences) {
    process.stdout.write(`${placeText(place)}: ${at}\n  - ${shown(expected)}\n  + ${shown(actual)}\n`)
  }
  if (!(await agreed(how))) return false
  for (const file of new Set(differences.map(({ place }) => place.file))) {
    const here = differences.filter(({ place }) => place.file === file)
    writeFileSync(file, corrected(readFileSync(file, 'utf8'), here))
  }
  return true
}

/** A table plays the same step several times: the first time decides. */
function distinct(found: readonly Found[]): Found[] {
  const first = new Map<string, Found>()
  for (const each of found) {
    const key = `${each.place.file} ${each.path.join('.')} ${each.at}`
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}

async function agreed(how: 'ask' | 'all'): Promise<boolean> {
  if (how === 'all') return true
  if (!process.stdin.isTTY) {
    process.stdout.write('Nothing was written: there is nobody to ask. --update all writes it.\n')
    return false
  }
  const line = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await line.question('Write this? [y/N] ')
  line.close()
  return /^y(es)?$/i.test(answer.trim())
}
