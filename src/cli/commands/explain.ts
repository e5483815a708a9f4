// `explain`: lists the causes of an error, or shows an entry of docs/service/rules.md.

import { readFileSync } from 'node:fs'
import { Argument } from 'commander'
import { type ExplainedParameter, explainParameter, isParameter } from '../../control/openapi/explain-parameter.ts'
import { didYouMean, nearest } from '../../lib/compare/nearest.ts'
import { findPackageFile } from '../../lib/package-file.ts'
import { Problem } from '../../lib/problem.ts'
import { parseJson } from '../../lib/text.ts'
import { causesByRule, causesByText, type Explained, knownTexts } from '../../service/rules/causes.ts'
import { define } from '../command.ts'
import { printResult, runCommand } from '../emulator-target.ts'
import { columns, type Line, statusPiece } from '../print/print.ts'
import { option } from '../settings/option.ts'

export const command = define({
  args: [new Argument('<text...>', 'the text of an error, a whole JSON answer, or an id such as LIM-01 or GAP-07')],
  options: [option('--json', 'prints JSON')],
  examples: [
    'explain "Bad Request: chat not found"',
    'explain "Too Many Requests: retry after 7"',
    'explain CID-10',
    'explain GAP-07',
  ],
  run: (options, words: string[]) =>
    runCommand(options, async () => {
      const { result, lines } = explain(words.join(' '))
      printResult(options, result, ...lines)
    }),
})

export function explain(error: string): { result: CatalogueEntry | ExplainedCall[]; lines: Line[] } {
  const text = descriptionIn(error.trim())
  // An id that does not belong to any refusal, such as GAP-07, is explained by its entry in docs/service/rules.md.
  const entry = isId(text) && !causesByRule(text).length ? catalogueEntries().get(text.toUpperCase()) : undefined
  if (entry) return { result: entry, lines: entryLines(entry) }
  const result = findCauses(text).map(withParameter)
  return { result, lines: result.flatMap(causeLines) }
}

/** Two edits can swap two characters. Ids are short, so more would match unrelated ones. */
const MAX_EDITS_OF_ID = 2

function findCauses(text: string): Explained[] {
  const causes = isId(text) ? causesByRule(text) : causesByText(text, isParameter)
  if (causes.length) return causes
  if (isId(text)) {
    const id = text.toUpperCase()
    const gaps = [...catalogueEntries().keys()].filter((each) => each.startsWith('GAP-'))
    const hint = didYouMean(id, gaps, 'docs/service/rules.md lists all rules.', MAX_EDITS_OF_ID)
    throw new Problem('unknown-error', `Unknown rule ${id}.`, hint)
  }
  const nearestText = nearest(text, knownTexts())
  const hint = nearestText
    ? `Did you mean "${nearestText}"?`
    : 'Pass the error text of a refused call, or the id of a rule such as CID-10.'
  throw new Problem('unknown-error', `Unknown error text: "${text}".`, hint)
}

const isId = (text: string) => /^[A-Z]+-\d+$/i.test(text)

const entryLines = ({ id, parts }: CatalogueEntry): Line[] => [
  [{ as: 'rule', text: id }],
  ...parts.map(({ name, text }) => (name ? `  ${name}: ${text}` : `  ${text}`)),
]

/** The description in a whole answer, or after a status, as in "400 Bad Request: chat not found". */
const descriptionIn = (text: string) =>
  String(Object(parseJson(text)).description ?? text).replace(/^[45]\d\d:? (?=\D)/, '')

type ExplainedCall = Explained & Partial<ExplainedParameter>

function withParameter(one: Explained): ExplainedCall {
  const [, field, reason] = /^Bad Request: ([a-z_]+(?:\.\w+)*): (.*)$/s.exec(one.description) ?? []
  return field === undefined || reason === undefined ? one : { ...one, ...explainParameter(field, reason) }
}

const causeLines = ({ status, description, causes, ...parameter }: ExplainedCall): Line[] => [
  [statusPiece(status, `${status} ${description}`)],
  ...columns(causes.map(({ rule, why }) => [{ as: 'rule', text: `  ${rule}` }, why])),
  ...parameterLines(parameter),
]

const MAX_NAMED_OPERATIONS = 4

function parameterLines({ parameter, operations = [], takes, sent }: Partial<ExplainedParameter>): Line[] {
  if (parameter === undefined) return []
  const isLong = operations.length > MAX_NAMED_OPERATIONS
  const names = isLong ? `${operations.length} operations` : operations.join(', ')
  return [
    ...(takes ? [`  ${parameter} takes ${takes} (${names}).`] : [`  ${parameter} is a parameter of ${names}.`]),
    ...(sent ? [`  The call sent ${sent}.`] : []),
  ]
}

interface CatalogueEntry {
  id: string
  /** A rule has one part, whose name is empty. A GAP entry has the parts Open, Choice and Why. */
  parts: { name: string; text: string }[]
}

/** Returns the rules in the tables, and the entries in the lists of gaps (GAP-) and contradictions (CON-), by id. */
function catalogueEntries(): Map<string, CatalogueEntry> {
  const file = findPackageFile('docs/service/rules.md')
  const lines = file === undefined ? [] : readFileSync(file, 'utf8').split('\n')
  const entries = lines.flatMap((line): CatalogueEntry[] => {
    const [, gap, text = ''] = /^- `([A-Z]+-\d+)` (.*)$/.exec(line) ?? []
    if (gap) return [{ id: gap, parts: partsOf(text) }]
    const [, rule, says = ''] = /^\| ([A-Z]+-\d+) +\| (.*?) +\|/.exec(line) ?? []
    return rule ? [{ id: rule, parts: [{ name: '', text: withoutMarkup(says) }] }] : []
  })
  return new Map(entries.map((entry) => [entry.id, entry]))
}

function partsOf(text: string): CatalogueEntry['parts'] {
  const [unnamedPart = '', ...namesAndTexts] = text.split(/\*\*(\w+):\*\* */)
  const parts = unnamedPart.trim() ? [{ name: '', text: withoutMarkup(unnamedPart) }] : []
  for (let i = 0; i < namesAndTexts.length; i += 2)
    parts.push({ name: namesAndTexts[i] ?? '', text: withoutMarkup(namesAndTexts[i + 1] ?? '') })
  return parts
}

const withoutMarkup = (text: string) => text.replaceAll('`', '').replaceAll('\\|', '|').trim()
