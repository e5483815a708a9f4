// Groups differences that a developer takes for one.

import type { Scenario } from '../scenarios/scenario.ts'
import { withoutNumbers } from '../seen/compare-seen.ts'
import { nameFromHandle } from '../worlds/world-file.ts'
import { type Difference, maskNumbers } from './differences.ts'
import type { Told, ToldLine } from './told.ts'

export interface Place {
  scenario: Scenario
  difference: Difference
}

export interface Group {
  /** The text of the first place: `'Total: 12 €' became 'Total: 12.00 €'`. */
  text: string
  /** False if the other places only look alike. */
  isSame: boolean
  places: Place[]
  /** How the conversation of the first place went with each version. */
  before: Told
  after: Told
}

export function createGroups() {
  const groups = new Map<string, Group>()

  return {
    isKnown: (scenario: Scenario, difference: Difference) => groups.has(keyOf(scenario, difference)),
    add(scenario: Scenario, difference: Difference, before: Told, after: Told) {
      const { text } = difference
      const key = keyOf(scenario, difference)
      const group = groups.get(key) ?? { text, isSame: true, places: [], before, after }
      if (mask(group.text) !== mask(text)) group.isSame = false
      group.places.push({ scenario, difference })
      groups.set(key, group)
    },
    all: () => [...groups.values()],
  }
}

/** Returns the same key for differences that have one cause, such as one changed word. */
function keyOf({ world }: Scenario, { kind, text, place, before, after }: Difference): string {
  const names = Object.entries(world.users ?? {}).map(([handle, user]) =>
    String(user?.first_name ?? nameFromHandle(handle)),
  )
  if (kind === 'changed' && before && after) {
    if (place.includes('buttons of ')) return `buttons ${mask(changesText(labelsOf(before), labelsOf(after)))}`
    if (place.includes('text of ')) return `text ${mask(changedWords(before.text ?? '', after.text ?? ''), names)}`
  }
  const kinds = [before?.kind, after?.kind]
  return kinds.includes('edit') && kind !== 'moved' ? `${kind} ${kinds.join(' ')}` : `${kind} ${mask(text, names)}`
}

const mask = (text: string, names: readonly string[] = []) =>
  withoutNumbers(names.reduce((masked, name) => masked.replaceAll(name, '@'), text))

const labelsOf = ({ buttons = [], keys = [] }: ToldLine) => [...buttons, ...keys].flat()

/** Numbers that vary say nothing, unless nothing else differs. A number says little without the word before it. */
function changedWords(before: string, after: string): string {
  const isOnlyNumbers = maskNumbers(before) === maskNumbers(after)
  const wordsOf = (text: string) =>
    text.split(/\s+/).map((word, at, all) => {
      if (!isOnlyNumbers) return maskNumbers(word)
      return /\d/.test(word) ? `${all[at - 1] ?? ''} ${word}` : word
    })
  return changesText(wordsOf(before), wordsOf(after))
}

/** Names each part that only one of the texts has, or all parts if they are in another order. */
function changesText(was: readonly string[], is: readonly string[]): string {
  const gone = was.filter((each) => !is.includes(each))
  const added = is.filter((each) => !was.includes(each))
  return JSON.stringify(gone.length || added.length ? [[...new Set(gone)], [...new Set(added)]] : is)
}
