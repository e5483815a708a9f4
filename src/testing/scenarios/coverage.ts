// Counts what a run used of the service: operations, update types, refusals, buttons.

import type { EventOf, EventView } from '../../control/contract/events.ts'
import type { CoverageRow } from '../../control/contract/page-data.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { buttonsOf } from '../../control/describe/message.ts'
import { escapeRegex } from '../../lib/compare/regex.ts'
import { sanitizeLine } from '../../lib/safe-text.ts'
import { OPERATION_NAMES, OWN_NAMES } from '../../service/rules/operation-names.ts'
import { REFUSALS } from '../../service/rules/refusals.ts'
import { UPDATE_TYPES } from '../../service/rules/update-types.ts'

interface Count {
  name: string
  count: number
}

/** For `buttons`, counts the presses of each button that the bot has shown. */
export type Coverage = Record<'operations' | 'update_types' | 'errors' | 'buttons', Count[]>

export function createTally() {
  const refusals = refusalPatterns()
  // Those of whose text more is fixed come first.
  const specificFirst = refusals.toSorted((one, other) => other.fixed - one.fixed)
  const zero = (names: readonly string[]) => new Map(names.map((name) => [name, 0]))
  const counts: Record<keyof Coverage, Map<string, number>> = {
    operations: zero(OWN_NAMES),
    update_types: zero(UPDATE_TYPES),
    errors: zero(refusals.map(({ name }) => name)),
    buttons: new Map(),
  }
  const count = (kind: keyof Coverage, name: string, more = 1) =>
    void counts[kind].set(name, (counts[kind].get(name) ?? 0) + more)

  function addCall({ method, status, body: { description = '' } }: CallView) {
    count('operations', OPERATION_NAMES.get(method) ?? method)
    const error = specificFirst.find((one) => one.status === status && one.pattern.test(description))
    if (error) count('errors', error.name)
  }

  function addUpdate({ update_type, update }: EventOf<'update'>) {
    count('update_types', update_type)
    const query = update.callback_query
    const pressed = buttonsOf(query?.message).find(({ callback_data }) => callback_data === query?.data)
    if (pressed) count('buttons', pressed.text)
  }

  return {
    add(events: readonly EventView[]) {
      for (const event of events) {
        if (event.type === 'call') addCall(event.call)
        else if (event.type === 'update') addUpdate(event)
        else if (event.type === 'message' || event.type === 'edit')
          for (const { text } of buttonsOf(event.message)) count('buttons', text, 0)
      }
    },
    addCoverage(coverage: Coverage) {
      for (const kind of COVERED) for (const { name, count: more } of coverage[kind]) count(kind, name, more)
    },
    coverage: () =>
      Object.fromEntries(
        Object.entries(counts).map(([kind, all]) => [kind, [...all].map(([name, count]) => ({ name, count }))]),
      ) as Coverage,
  }
}

/** The documented refusals. The variable parts of a description are names in braces, such as `{retry_after}`. */
const refusalPatterns = () =>
  Object.values(REFUSALS).map(({ status, description }) => {
    const parts = description.split(/\{\w+\}/)
    const pattern = new RegExp(`^${parts.map(escapeRegex).join('.*')}$`, 's')
    return { status, name: `${status} ${description}`, pattern, fixed: parts.join('').length }
  })

const ERRORS = 'documented errors'

const TITLES = {
  operations: 'operations',
  update_types: 'update types',
  errors: ERRORS,
  buttons: 'buttons pressed',
} satisfies Record<keyof Coverage, string>

const COVERED = Object.keys(TITLES) as (keyof Coverage)[]

export const coverageTable = (coverage: Coverage): CoverageRow[] =>
  COVERED.map((kind) => {
    const all = coverage[kind].map(({ name, count }) => ({ name: sanitizeLine(name), count }))
    const used = all
      .toSorted((one, other) => other.count - one.count)
      .flatMap(({ name, count }) => (count ? `${name} × ${count}` : []))
    const share = all.length ? `${used.length} of ${all.length}` : 'none'
    return { title: TITLES[kind], share, used, unused: all.flatMap(({ name, count }) => (count ? [] : name)) }
  })

/** Leaves out the documented errors that the run did not meet: few bots need all of them. */
export const coverageScreen = (coverage: Coverage): string[] => [
  ...coverageTable(coverage).flatMap(({ title, share, used, unused }) => [
    `${title}: ${share}`,
    ...wrap('  used     ', used),
    ...wrap('  not yet  ', title === ERRORS ? [] : unused),
  ]),
  'All names: --coverage coverage.json',
]

const COLUMNS = 100
const MAX_LINES = 4

/** Joins names to at most `MAX_LINES` lines, which are indented below the head. */
function wrap(head: string, names: readonly string[]): string[] {
  const lines: string[] = []
  for (const [i, name] of names.entries()) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + name.length + 2 <= COLUMNS) lines[lines.length - 1] = `${line}, ${name}`
    else if (lines.length === MAX_LINES) return [...lines, `${' '.repeat(head.length)}and ${names.length - i} more`]
    else lines.push((line === undefined ? head : ' '.repeat(head.length)) + name)
  }
  return lines
}
