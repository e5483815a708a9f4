// `--update`: what the bot answers now becomes what is expected, once somebody has looked at the difference.

import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { shown } from '../../lib/compare/shown.ts'
import { type Place, placeText } from '../../scenario/place-in-file.ts'
import { type Correction, corrected } from '../../scenario/update-file.ts'
import { isAgreed } from '../confirm.ts'
import { print } from '../print/print.ts'

export interface FoundCorrection extends Correction {
  place: Place
  expected: unknown
  actual: unknown
}

/** What the rounds before have done; each adds to it. */
export interface Done {
  changed: Set<string>
  left: Set<string>
}

/** Whether the files were changed. */
export async function updateFiles(
  corrections: readonly FoundCorrection[],
  how: 'ask' | 'all',
  done: Done,
): Promise<boolean> {
  const { differences, contested } = distinct(corrections, done.changed)
  for (const { place, at, expected, actual } of differences) {
    print(`${placeText(place)}: ${at}`, `  - ${shown(expected)}`, `  + ${shown(actual)}`)
  }
  for (const each of contested.filter((one) => !done.left.has(keyOf(one)))) {
    done.left.add(keyOf(each))
    print(`${placeText(each.place)}: ${each.at} is not the same in every row; mend it by hand.`)
  }
  if (!differences.length || !(await agreed(how))) return false
  for (const each of differences) done.changed.add(keyOf(each))
  for (const file of new Set(differences.map(({ place }) => place.file))) {
    const here = differences.filter(({ place }) => place.file === file)
    writeFileSync(file, corrected(readFileSync(file, 'utf8'), here))
  }
  return true
}

/** A table plays the same step several times: what every row would write alike is one difference. */
function distinct(corrections: readonly FoundCorrection[], changed: ReadonlySet<string>) {
  const first = new Map<string, FoundCorrection>()
  const contested = new Set<FoundCorrection>()
  for (const each of corrections) {
    const before = first.get(keyOf(each)) ?? each
    first.set(keyOf(each), before)
    if (changed.has(keyOf(each)) || !isDeepStrictEqual(each.written, before.written)) contested.add(before)
  }
  return { differences: [...first.values()].filter((each) => !contested.has(each)), contested: [...contested] }
}

const keyOf = ({ place, path, at }: FoundCorrection) => `${place.file} ${path.join('.')} ${at}`

async function agreed(how: 'ask' | 'all'): Promise<boolean> {
  if (how === 'all') return true
  if (!process.stdin.isTTY) {
    print('Nothing was written: there is nobody to ask. --update all writes it.')
    return false
  }
  return isAgreed('Write this?', process.stdout)
}
