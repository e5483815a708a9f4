// Turns the issues of a zod schema into mistakes with location, message and hint.

import * as z from 'zod'
import { didYouMean } from '../../../../lib/compare/nearest.ts'
import { hasVariable, valueAt } from '../../variables.ts'
import type { Mistake } from '../mistake.ts'
import { mistakeAt, mistakeAtKey, type Path, type Source } from '../source.ts'

interface Context {
  source: Source
  path: Path
  value: unknown
  /** The name of the value in messages, such as `world.users.alice`. */
  name: string
}

/** Says of an unknown key which keys are known, separated by commas. */
const error = ({ code, inst }: z.core.$ZodRawIssue) =>
  code === 'unrecognized_keys' && inst instanceof z.ZodObject ? keysOf(inst).join(', ') : undefined

export function explainIssues({ source, path, value, name: rootName }: Context, schema: z.ZodType): Mistake[] {
  const parsed = schema.safeParse(value, { error })
  if (parsed.success) return []
  const mistakes = parsed.error.issues.flatMap((issue) => explain(issue))
  const hints = new Set(mistakes.map(({ hint }) => hint))
  // A mistyped key is already reported as unknown, so the correct key is not also reported as missing.
  return mistakes.filter(({ message }) => {
    const [, missingKey] = /lacks "(.+)"\.$/.exec(message) ?? []
    return !missingKey || !hints.has(`Did you mean ${missingKey}?`)
  })

  function explain(issue: z.core.$ZodIssue): Mistake | Mistake[] {
    const actual = valueAt(value, issue.path)
    // A value with a variable isn't checked, because its value is known only when the scenario is played.
    if (hasVariable(actual)) return []
    const name = dottedName(rootName, issue.path)
    const fullPath = [...path, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => {
        const hint = didYouMean(key, issue.message.split(', '), keysHint(issue.message))
        return mistakeAtKey(source, [...fullPath, key], `${name} does not take "${key}".`, hint)
      })
    if (actual === undefined) {
      const parent = dottedName(rootName, issue.path.slice(0, -1))
      const message = `${parent} lacks "${String(issue.path.at(-1))}".`
      return mistakeAt(source, fullPath.slice(0, -1), message, hintFor(issue, actual))
    }
    return mistakeAt(source, fullPath, `${name}${problemText(issue, actual)}.`, hintFor(issue, actual))
  }
}

const dottedName = (root: string, path: Path) => [root, ...path.map(String)].filter(Boolean).join('.') || 'the file'

/** If a value matches no choice of a union, returns the most deeply nested issue, because it explains the most. */
function deepestIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return issue
  const all = issue.errors.flat().map(deepestIssue)
  return all.sort((a, b) => b.path.length - a.path.length || b.message.length - a.message.length)[0] ?? issue
}

/** Returns the end of the mistake's message, such as ` is empty`. */
function problemText(issue: z.core.$ZodIssue, value: unknown): string {
  const at = deepestIssue(issue)
  const isHere = at === issue || at.path.length === 0
  if (at.code === 'invalid_type' && isHere) return ` is ${withArticle(kindOf(value))}`
  if (at.code === 'unrecognized_keys') return ` does not take "${at.keys[0]}"`
  if (at.code === 'invalid_value') return ` cannot be ${JSON.stringify(value)}`
  if (at.code === 'too_small' && at.minimum === 1 && at.origin !== 'number' && isHere) return ' is empty'
  return `: ${at.message.replace(/^Invalid input: /, '')}`
}

function hintFor(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const all = `Write one of: ${values.join(', ')}.`
    return typeof value === 'string' ? didYouMean(value, values, all) : all
  }
  // No hint if the missing key accepts values of any type: the message already says that the key is missing.
  if (issue.code === 'invalid_type' && issue.expected === 'nonoptional') return ''
  if (issue.code === 'invalid_type') return `Write ${withArticle(issue.expected)}.`
  if (issue.code === 'invalid_union') {
    const deepest = deepestIssue(issue)
    if (deepest.code === 'unrecognized_keys') return keysHint(deepest.message)
    if (deepest.code !== 'invalid_type') return ''
    const kinds = issue.errors.flat().flatMap((one) => (one.code === 'invalid_type' ? [withArticle(one.expected)] : []))
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
const withArticle = (kind: string) => NAMES[kind] ?? `a ${kind}`

const keysHint = (known: string) => (known ? `Known keys: ${known}.` : 'Leave it out.')

/** Returns the keys of an object, or of the object that is one choice of a union. */
export function keysOf(schema: unknown): string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(keysOf)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
