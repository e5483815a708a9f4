// `explain`: every cause of an error, with its rule.

import { Command } from 'commander'
import { didYouMean, nearest } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { causesByRule, causesByText, type Explained, knownTexts } from '../../spec/causes.ts'
import { answer, carriedOut } from '../emulator-target.ts'
import { columns, type Line, statusPiece } from '../print/print.ts'
import { type Entry, entryNamed, silences } from '../rules-file.ts'

interface ExplainOptions {
  json?: boolean
}

export function command(): Command {
  return new Command('explain')
    .argument('<text...>', 'the description of an error, a whole answer, or a rule or choice such as LIM-01 or GAP-07')
    .option('--json', 'JSON, for machines')
    .addHelpText(
      'after',
      `
Examples:
  $ bot-emulator explain "Bad Request: chat not found"
  $ bot-emulator explain "Too Many Requests: retry after 7"
  $ bot-emulator explain CID-10
  $ bot-emulator explain GAP-07`,
    )
    .action((words: string[], options: ExplainOptions) =>
      carriedOut(options, async () => {
        const text = descriptionIn(words.join(' ').trim())
        // What refuses nothing, a silence among it, has words of its own in the catalogue.
        const entry = isId(text) && !causesByRule(text).length ? entryNamed(text) : undefined
        const result = entry ?? explained(text)
        answer(options, result, ...('id' in result ? entryLines(result) : result.flatMap(lines)))
      }),
    )
}

/** One letter or digit, or two that changed places: an id is short. */
const MAX_AMISS = 2

function explained(text: string): Explained[] {
  const causes = isId(text) ? causesByRule(text) : causesByText(text)
  if (causes.length) return causes
  if (isId(text)) {
    const hint = didYouMean(text.toUpperCase(), silences(), 'docs/fidelity.md lists them.', MAX_AMISS)
    throw new Problem('unknown-error', `There is no rule ${text.toUpperCase()}.`, hint)
  }
  const near = nearest(text, knownTexts())
  const hint = near ? `Did you mean "${near}"?` : 'Give the description of an answer, or the id of a rule that refuses.'
  throw new Problem('unknown-error', `"${text}" is no error of the service.`, hint)
}

const isId = (text: string) => /^[A-Z]+-\d+$/i.test(text)

const entryLines = ({ id, parts }: Entry): Line[] => [
  [{ as: 'rule', text: id }],
  ...parts.map(({ name, text }) => (name ? `  ${name}: ${text}` : `  ${text}`)),
]

/** A whole answer holds the text under `description`. */
function descriptionIn(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    return String((JSON.parse(text) as { description?: unknown }).description ?? text)
  } catch {
    return text
  }
}

const lines = ({ status, description, causes }: Explained): Line[] => [
  [statusPiece(status, `${status} ${description}`)],
  ...columns(causes.map(({ rule, why }) => [{ as: 'rule', text: `  ${rule}` }, why])),
]
