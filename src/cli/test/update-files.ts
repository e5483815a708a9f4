// `--update`: replaces expected values by actual ones, after the user confirms.

import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type Document, isAlias, isNode, parseDocument } from 'yaml'
import { describeValue } from '../../lib/safe-text.ts'
import { parseJson } from '../../lib/text.ts'
import { type Location, locationText } from '../../testing/scenarios/location.ts'
import { askYesNo } from '../confirm.ts'
import { print } from '../print/print.ts'

export interface Correction {
  path: readonly (string | number)[]
  /** The path in the expectation, with dots between the keys. */
  at: string
  /** The actual value, or the whole actual list if a list has a different length than expected. */
  newValue: unknown
}

export interface LocatedCorrection extends Correction {
  location: Location
  expected: unknown
  actual: unknown
}

/** The corrections that earlier rounds of `--update` have written (`changed`) or could not write (`reported`). */
export interface UpdateProgress {
  changed: Set<string>
  reported: Set<string>
}

/** Asks the user to confirm, unless `mode` is `all`, and writes the corrections. Returns true if files were changed. */
export async function updateFiles(
  corrections: readonly LocatedCorrection[],
  mode: 'ask' | 'all',
  progress: UpdateProgress,
): Promise<boolean> {
  const { differences, conflicting } = deduplicate(corrections, progress.changed)
  for (const { location, at, expected, actual } of differences) {
    print(`${locationText(location)}: ${at}`, `  - ${describeValue(expected)}`, `  + ${describeValue(actual)}`)
  }
  for (const each of conflicting.filter((one) => !progress.reported.has(keyOf(one)))) {
    progress.reported.add(keyOf(each))
    print(`${locationText(each.location)}: ${each.at} has different values in the rows of "each". Change it by hand.`)
  }
  if (!differences.length || !(await isConfirmedByUser(mode))) return false
  for (const each of differences) progress.changed.add(keyOf(each))
  for (const file of new Set(differences.map(({ location }) => location.file))) {
    const fileCorrections = differences.filter(({ location }) => location.file === file)
    writeFileSync(file, applyCorrections(readFileSync(file, 'utf8'), fileCorrections))
  }
  return true
}

/** Two conflict if rows of a table need different values in one place, or an earlier round has corrected it. */
function deduplicate(corrections: readonly LocatedCorrection[], changed: ReadonlySet<string>) {
  const first = new Map<string, LocatedCorrection>()
  const conflicting = new Set<LocatedCorrection>()
  for (const each of corrections) {
    const before = first.get(keyOf(each)) ?? each
    first.set(keyOf(each), before)
    if (changed.has(keyOf(each)) || !isDeepStrictEqual(each.newValue, before.newValue)) conflicting.add(before)
  }
  return { differences: [...first.values()].filter((each) => !conflicting.has(each)), conflicting: [...conflicting] }
}

const keyOf = ({ location, path, at }: LocatedCorrection) => `${location.file} ${path.join('.')} ${at}`

async function isConfirmedByUser(mode: 'ask' | 'all'): Promise<boolean> {
  if (mode === 'all') return true
  if (!process.stdin.isTTY) {
    print('Not a terminal, so there is no way to confirm. Nothing was written. Pass --update all.')
    return false
  }
  return askYesNo('Write these values to the scenario files?', process.stdout)
}

export const applyCorrections = (text: string, corrections: readonly Correction[]): string =>
  corrections.reduce(applyCorrection, text)

function applyCorrection(text: string, { path, at, newValue }: Correction): string {
  const document = parseDocument(text, { merge: true })
  const keys = [...path, ...pathOf(at)]
  const node = document.getIn(keys, true)
  if (!isNode(node) || isAlias(node) || !node.range) {
    copyAliases(document, keys)
    document.setIn(keys, newValue)
    return document.toString({
      lineWidth: 0,
      ...(parseJson(text) !== undefined && { defaultStringType: 'QUOTE_DOUBLE' }),
    })
  }
  const [from, to] = node.range
  const writtenValue = text.slice(from, to)
  const trailingSpace = writtenValue.slice(writtenValue.trimEnd().length)
  const value = JSON.stringify(newValue)
  // If the old YAML value is empty, the new value gets a space on both sides: after the colon and before a comment.
  return text.slice(0, from) + (writtenValue ? value + trailingSpace : ` ${value} `) + text.slice(to)
}

/** Replaces YAML aliases by copies, because a correction must not change other uses of the same anchor. */
function copyAliases(document: Document, keys: readonly (string | number)[]) {
  for (const i of keys.keys()) {
    const node = document.getIn(keys.slice(0, i), true)
    if (isAlias(node)) document.setIn(keys.slice(0, i), document.createNode(node.resolve(document)?.toJS(document)))
  }
}

const pathOf = (at: string): (string | number)[] => at.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
