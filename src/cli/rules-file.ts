// Looks up rules and other entries of docs/rules.md by id.

import { readFileSync } from 'node:fs'
import { findPackageFile } from '../lib/package-file.ts'

export interface Entry {
  id: string
  /** A rule has one text without a name. A GAP entry has the texts Open, Choice and Why. */
  parts: { name: string; text: string }[]
}

/** Finds a rule in the tables, or an entry in the lists of gaps (GAP-) and contradictions (CON-). */
export function findEntry(id: string): Entry | undefined {
  const wantedId = id.toUpperCase()
  for (const line of catalogueLines()) {
    const [, gapId, text = ''] = /^- `([A-Z]+-\d+)` (.*)$/.exec(line) ?? []
    if (gapId === wantedId) return { id: wantedId, parts: partsOf(text) }
    const [, ruleId, rule = ''] = /^\| ([A-Z]+-\d+) +\| (.*?) +\|/.exec(line) ?? []
    if (ruleId === wantedId) return { id: wantedId, parts: [{ name: '', text: withoutMarkup(rule) }] }
  }
  return undefined
}

export const gapIds = (): string[] => catalogueLines().flatMap((line) => /^- `([A-Z]+-\d+)`/.exec(line)?.[1] ?? [])

function partsOf(text: string): Entry['parts'] {
  const [unnamedPart = '', ...namesAndTexts] = text.split(/\*\*(\w+):\*\* */)
  const parts = unnamedPart.trim() ? [{ name: '', text: withoutMarkup(unnamedPart) }] : []
  for (let i = 0; i < namesAndTexts.length; i += 2)
    parts.push({ name: namesAndTexts[i] ?? '', text: withoutMarkup(namesAndTexts[i + 1] ?? '') })
  return parts
}

const withoutMarkup = (text: string) => text.replaceAll('`', '').replaceAll('\\|', '|').trim()

function catalogueLines(): string[] {
  const file = findPackageFile('docs/rules.md')
  return file === undefined ? [] : readFileSync(file, 'utf8').split('\n')
}
