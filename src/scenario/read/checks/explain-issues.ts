// What a schema finds wrong, as sentences of people: where, what was expected, and the nearest valid word.

import * as z from 'zod'
import { didYouMean } from '../../../lib/compare/nearest.ts'
import { hasVariable, valueAt } from '../../variables.ts'
import type { Mistake } from '../mistake.ts'
import type { Path, Source } from '../source.ts'

interface Context {
  source: Source
  /** Where the checked value stands in its file. */
  path: Path
  value: unknown
  /** What it is called. */
  what: string
}

export function explainIssues({ source, path, value, what }: Context, schema: z.ZodType): Mistake[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return []
  const mistakes = parsed.error.issues.flatMap((issue) => explain(issue))
  // A key that was mistyped is not missing as well.
  return mistakes.filter(({ message }) => {
    const [, lacking] = /lacks "(.+)"\.$/.exec(message) ?? []
    return !lacking || !mistakes.some(({ hint }) => hint === `Did you mean ${lacking}?`)
  })

  function explain(issue: z.core.$ZodIssue): Mistake | Mistake[] {
    const written = valueAt(value, issue.path)
    // What a variable stands for is known only when it is played.
    if (hasVariable(written)) return []
    const name = called(what, issue.path)
    const here = [...path, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(schema, issue.path)
      return issue.keys.map((key) => {
        const hint = didYouMean(key, known, known.length ? `There are: ${known.join(', ')}.` : 'Leave it out.')
        return { at: source.placeOfKey([...here, key]), message: `${name} has no "${key}".`, hint }
      })
    }
    if (written === undefined) {
      const parent = called(what, issue.path.slice(0, -1))
      const message = `${parent} lacks "${String(issue.path.at(-1))}".`
      return { at: source.placeOf(here.slice(0, -1)), message, hint: expected(issue, written) }
    }
    return { at: source.placeOf(here), message: `${name}${sentence(issue, written)}.`, hint: expected(issue, written) }
  }
}

const called = (what: string, path: Path) => [what, ...path.map(String)].filter(Boolean).join('.') || 'the file'

/** Of the ways a value might have fitted, the one that came furthest tells most, unless all have one sentence together. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return issue
  const all = issue.errors.flat().map(deepest)
  return all.sort((a, b) => b.path.length - a.path.length || b.message.length - a.message.length)[0] ?? issue
}

/** What is wrong with the value that was found. */
function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  const at = deepest(issue)
  const isHere = at === issue || at.path.length === 0
  if (at.code === 'invalid_type' && isHere) return ` is ${article(kindOf(value))}`
  if (at.code === 'invalid_value') return ` cannot be ${JSON.stringify(value)}`
  if (at.code === 'too_small' && at.minimum === 1 && at.origin !== 'number' && isHere) return ' is empty'
  return `: ${at.message.replace(/^Invalid input: /, '')}`
}

function expected(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const all = `Write one of: ${values.join(', ')}.`
    return typeof value === 'string' ? didYouMean(value, values, all) : all
  }
  // Anything but nothing will do: that it lacks has been said.
  if (issue.code === 'invalid_type' && issue.expected === 'nonoptional') return ''
  if (issue.code === 'invalid_type') return `Write ${article(issue.expected)}.`
  if (issue.code === 'invalid_union') {
    if (deepest(issue).code !== 'invalid_type') return ''
    const kinds = issue.errors.flat().flatMap((one) => (one.code === 'invalid_type' ? [article(one.expected)] : []))
    if (kinds.length) return `Write ${[...new Set(kinds)].join(' or ')}.`
  }
  return ''
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const NAMES: Record<string, string> = {
  int: 'a whole number',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  null: 'nothing',
}
const article = (kind: string) => NAMES[kind] ?? `a ${kind}`

type Schema = z.core.$ZodType | undefined

/** The keys of what a schema takes. */
export const keysOf = (schema: z.ZodType) => keysAt(schema, [])

function keysAt(schema: z.ZodType, path: Path): string[] {
  const at = bare(path.reduce<Schema>((outer, key) => inside(bare(outer), key), schema))
  return at instanceof z.ZodObject ? Object.keys(at.shape) : []
}

function inside(schema: Schema, key: PropertyKey): Schema {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, Schema>)[key]
  if (schema instanceof z.ZodArray) return schema.element
  return schema instanceof z.ZodRecord ? schema.valueType : undefined
}

/** Returns a schema without `optional`, `default` and the like; of a union the alternative that has keys. */
function bare(schema: Schema): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return bare(schema.unwrap())
  }
  if (!(schema instanceof z.ZodUnion)) return schema
  return (schema.options as readonly Schema[]).map(bare).find((option) => option instanceof z.ZodObject)
}
