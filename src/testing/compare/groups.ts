// Groups differences that a developer takes for one.

import { buttonRow } from '../../control/describe/message.ts'
import { excerptWords, sanitizeLine } from '../../lib/safe-text.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type Difference, maskNumbers } from './differences.ts'
import type { Told } from './told.ts'

export interface Place {
  scenario: Scenario
  difference: Difference
}

export interface Group {
  /** What all places have in common: `'Total: 12 €' became 'Total: 12.00 €'`. */
  text: string
  places: Place[]
  /** How the conversation of the first place went with each version. */
  before: Told
  after: Told
}

/** The key is the same for differences that have one cause. The text describes all of them. */
export function coreOf(difference: Difference, names: readonly string[]): { key: string; text: string } {
  const { kind, text, before, after, place } = difference
  if (kind === 'changed' && before && after) {
    if (/buttons of /.test(place)) return buttonsCore(difference)
    if (/text of /.test(place)) return textCore(before.text ?? '', after.text ?? '', names)
  }
  return { key: `${kind}: ${mask(text, names)}`, text }
}

const mask = (text: string, names: readonly string[]) =>
  names.reduce((masked, name) => masked.replaceAll(name, '@'), text).replace(/\d+/g, '#')

function textCore(before: string, after: string, names: readonly string[]) {
  const [was, is] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)]
  // Numbers that vary say nothing, unless nothing else differs.
  const alike = changedWords(was, is, maskNumbers)
  const { start, end } =
    alike.start + alike.end >= Math.min(was.length, is.length) && was.length === is.length
      ? changedWords(was, is)
      : alike
  const coreFrom = (words: string[], around: number) =>
    words
      .slice(Math.max(0, start - around), words.length - Math.max(0, end - around))
      .join('')
      .trim()
  // A number says little without the word beside it.
  const around = /\p{L}/u.test(coreFrom(was, 0) + coreFrom(is, 0)) ? 0 : 1
  const cores = [coreFrom(was, around), coreFrom(is, around)] as const
  const [old, now] = cores.map((core) => (core ? `'${sanitizeLine(excerptWords(core, 60))}'` : 'nothing'))
  return { key: `text: ${cores.map((core) => mask(core, names)).join('\n')}`, text: `${old} became ${now}` }
}

/** Returns how many words are the same at the start and at the end. */
function changedWords(was: readonly string[], is: readonly string[], mask = (word: string) => word) {
  const shorter = Math.min(was.length, is.length)
  const isSame = (at: number) => mask(was.at(at) ?? '') === mask(is.at(at) ?? '')
  let start = 0
  while (start < shorter && isSame(start)) start++
  let end = 0
  while (end < shorter - start && isSame(-1 - end)) end++
  return { start, end }
}

function buttonsCore({ text, before, after }: Difference) {
  const [was, is] = [before, after].map((line) => [...(line?.buttons ?? []), ...(line?.keys ?? [])].flat())
  const gone = was?.filter((label) => !is?.includes(label)) ?? []
  const added = is?.filter((label) => !was?.includes(label)) ?? []
  if (!gone.length && !added.length) return { key: `order: ${is?.join('\n')}`, text }
  const row = (labels: readonly string[]) => buttonRow(labels, sanitizeLine)
  const change =
    gone.length && added.length
      ? `${row(gone)} became ${row(added)}`
      : gone.length
        ? `no ${row(gone)}`
        : `also ${row(added)}`
  return { key: `buttons: ${change.replace(/\d+/g, '#')}`, text: change }
}

export function createGroups() {
  const groups = new Map<string, Group>()
  const namesIn = ({ world }: Scenario) =>
    Object.entries(world.users ?? {}).map(([handle, user]) =>
      String(user?.first_name ?? handle.replace(/^./, (letter) => letter.toUpperCase())),
    )
  const keyOf = (scenario: Scenario, difference: Difference) => coreOf(difference, namesIn(scenario)).key

  return {
    isKnown: (scenario: Scenario, difference: Difference) => groups.has(keyOf(scenario, difference)),
    add(scenario: Scenario, difference: Difference, before: Told, after: Told) {
      const key = keyOf(scenario, difference)
      const group = groups.get(key)
      if (!group)
        return void groups.set(key, { text: difference.text, places: [{ scenario, difference }], before, after })
      const [alike, other] = [group.text, difference.text].map((text) => mask(text, []))
      if (alike !== other) group.text = coreOf(difference, namesIn(scenario)).text
      group.places.push({ scenario, difference })
    },
    all: () => [...groups.values()],
  }
}
