// The catalogue of rules and silences in the package, looked up by id.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Entry {
  id: string
  /** What it says, part by part: a rule has one part without a name. */
  parts: { name: string; text: string }[]
}

/** A rule of a table, or a silence (GAP-) or contradiction (CON-) of the list behind the tables. */
export function entryNamed(id: string): Entry | undefined {
  const wanted = id.toUpperCase()
  for (const line of catalogueLines()) {
    const [, listed, text = ''] = /^- `([A-Z]+-\d+)` (.*)$/.exec(line) ?? []
    if (listed === wanted) return { id: wanted, parts: partsOf(text) }
    const [, ruled, rule = ''] = /^\| ([A-Z]+-\d+) +\| (.*?) +\|/.exec(line) ?? []
    if (ruled === wanted) return { id: wanted, parts: [{ name: '', text: plain(rule) }] }
  }
  return undefined
}

export const silences = (): string[] => catalogueLines().flatMap((line) => /^- `([A-Z]+-\d+)`/.exec(line)?.[1] ?? [])

/** `**Open:** … **Choice:** … **Why:** …` */
function partsOf(text: string): Entry['parts'] {
  const [first = '', ...named] = text.split(/\*\*(\w+):\*\* */)
  const parts = first.trim() ? [{ name: '', text: plain(first) }] : []
  for (let i = 0; i < named.length; i += 2) parts.push({ name: named[i] ?? '', text: plain(named[i + 1] ?? '') })
  return parts
}

const plain = (text: string) => text.replaceAll('`', '').replaceAll('\\|', '|').trim()

const RULES = 'docs/rules.md'

function catalogueLines(): string[] {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, RULES)
    if (existsSync(file)) return readFileSync(file, 'utf8').split('\n')
    if (dirname(folder) === folder) return []
  }
}
