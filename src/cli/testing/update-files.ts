// `--update`: writes what the bot answers now in place of what was expected, once the user has agreed.

import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type Document, isAlias, isNode, parseDocument } from 'yaml'
import { shown } from '../../describe/text.ts'
import { type Place, placeText } from '../../scenario/place-in-file.ts'
import { isAgreed } from '../confirm.ts'
import { print } from '../print/print.ts'

export interface Correction {
  /** The keys of the expectation in its file. */
  path: readonly (string | number)[]
  /** Where in it the difference is: keys joined by dots. */
  at: string
  /** The value for the file; of a list that is longer or shorter, the list. */
  written: unknown
}

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

/** Writes corrections into the text of a file, and leaves the rest as it was. */
export const corrected = (text: string, corrections: readonly Correction[]): string => corrections.reduce(correct, text)

function correct(text: string, { path, at, written }: Correction): string {
  const document = parseDocument(text, { merge: true })
  const keys = [...path, ...keysOf(at)]
  const node = document.getIn(keys, true)
  if (!isNode(node) || isAlias(node) || !node.range) {
    copyAliases(document, keys)
    document.setIn(keys, written)
    return document.toString({ lineWidth: 0, ...(isJson(text) && { defaultStringType: 'QUOTE_DOUBLE' }) })
  }
  const [from, to] = node.range
  const whole = text.slice(from, to)
  const after = whole.slice(whole.trimEnd().length)
  const value = JSON.stringify(written)
  // What was left empty may stand right between its colon and a comment.
  return text.slice(0, from) + (whole ? value + after : ` ${value} `) + text.slice(to)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whatever else an anchor stands for stays as it is: on the way to this place each alias becomes a copy. */
function copyAliases(document: Document, keys: readonly (string | number)[]) {
  for (const i of keys.keys()) {
    const node = document.getIn(keys.slice(0, i), true)
    if (isAlias(node)) document.setIn(keys.slice(0, i), document.createNode(node.resolve(document)?.toJS(document)))
  }
}

const keysOf = (at: string): (string | number)[] => at.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
