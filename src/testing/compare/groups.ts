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
    if (place.includes('buttons of ')) return `buttons ${mask(changedLabels(before, after))}`
    if (place.includes('text of ')) return `text ${mask(changedWords(before.text ?? '', after.text ?? ''), names)}`
  }
  const kinds = [before?.kind, after?.kind]
  return kinds.includes('edit') && kind !== 'moved' ? `${kind} ${kinds.join(' ')}` : `${kind} ${mask(text, names)}`
}

const mask = (text: string, names: readonly string[] = []) =>
  withoutNumbers(names.reduce((masked, name) => masked.replaceAll(name, '@'), text))

function changedLabels(before: ToldLine, after: ToldLine): string {
  const [was, is] = [before, after].map(({ buttons = [], keys = [] }) => [...buttons, ...keys].flat()) as [
    string[],
    string[],
  ]
  const gone = was.filter((label) => !is.includes(label))
  const added = is.filter((label) => !was.includes(label))
  return JSON.stringify(gone.length || added.length ? [gone, added] : is)
}

/** Returns each changed word once, if the texts have as many words; otherwise what is between their equal ends. */
function changedWords(before: string, after: string): string {
  const [was, is] = [before, after].map((text) => text.split(/\s+/)) as [string[], string[]]
  // Numbers that vary say nothing, unless nothing else differs.
  const isOnlyNumbers = maskNumbers(was.join(' ')) === maskNumbers(is.join(' '))
  const isSame = (one = '', other = '') => (isOnlyNumbers ? one === other : maskNumbers(one) === maskNumbers(other))
  if (was.length === is.length) {
    // A number says little without the word before it.
    const around = (words: readonly string[], at: number) =>
      words.slice(isOnlyNumbers ? Math.max(0, at - 1) : at, at + 1)
    const pairs = was.flatMap((word, at) =>
      isSame(word, is[at]) ? [] : JSON.stringify([around(was, at), around(is, at)]),
    )
    return [...new Set(pairs)].join(' ')
  }
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && isSame(was[start], is[start])) start++
  let end = 0
  while (end < shorter - start && isSame(was.at(-1 - end), is.at(-1 - end))) end++
  return JSON.stringify([was.slice(start, was.length - end), is.slice(start, is.length - end)])
}
