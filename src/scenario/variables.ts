// Variables in values: `$name.path` or `${name.path}`, alone or inside a text. `$$` is a dollar.

import { escapeRegex, regexIn } from '../lib/compare/regex.ts'

const NAME = String.raw`[A-Za-z_][\w-]*(?:\.[\w-]+)*`
const IN_TEXT = new RegExp(String.raw`\$\$|\$\{(${NAME})\}|\$(${NAME})`, 'g')
const WHOLE = new RegExp(String.raw`^\$(?:\{(${NAME})\}|(${NAME}))$`)

export type Scope = Readonly<Record<string, unknown>>

/** The value with its variables filled in; what a name does not lead to is told by `missing`. */
export function filled(value: unknown, scope: Scope, missing: (name: string) => never): unknown {
  const fill = (each: unknown): unknown => {
    if (typeof each === 'string') return filledText(each, scope, missing)
    if (Array.isArray(each)) return each.map(fill)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, fill(inner)]))
  }
  return fill(value)
}

function filledText(text: string, scope: Scope, missing: (name: string) => never): unknown {
  if (!text.includes('$')) return text
  const whole = WHOLE.exec(text)
  if (whole) return look(scope, whole[1] ?? whole[2] ?? '', missing)
  const isRegex = regexIn(text) !== undefined
  return text.replace(IN_TEXT, (found, braced?: string, bare?: string) => {
    if (found === '$$') return '$'
    const value = look(scope, braced ?? bare ?? '', missing)
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return isRegex ? escapeRegex(written) : written
  })
}

function look(scope: Scope, name: string, missing: (name: string) => never): unknown {
  let value: unknown = scope
  for (const key of name.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined
  }
  return value === undefined ? missing(name) : value
}

/** The name of a variable without the path into it. */
export const rootOf = (name: string): string => name.split('.')[0] ?? name

/** The value with some of its variables replaced by what a file writes for them; the others stay. */
export function substituted(value: unknown, values: Scope): unknown {
  if (Array.isArray(value)) return value.map((each) => substituted(each, values))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, substituted(each, values)]))
  }
  if (typeof value !== 'string') return value
  const whole = WHOLE.exec(value)
  const name = whole?.[1] ?? whole?.[2]
  if (name !== undefined && Object.hasOwn(values, name)) return values[name]
  const isRegex = regexIn(value) !== undefined
  return value.replace(IN_TEXT, (found, braced?: string, bare?: string) => {
    const name = braced ?? bare
    if (name === undefined || !Object.hasOwn(values, name)) return found
    const text = String(values[name])
    return isRegex && !hasVariable(text) ? escapeRegex(text) : text
  })
}

/** Every variable that is named, with where it stands. */
export function* namesIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ name: string; path: readonly (string | number)[] }> {
  if (typeof value === 'string') {
    for (const [, braced, bare] of value.matchAll(IN_TEXT)) {
      const name = braced ?? bare
      if (name) yield { name, path }
    }
  } else if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) yield* namesIn(each, [...path, i])
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* namesIn(each, [...path, key])
  }
}

export const hasVariable = (value: unknown) => typeof value === 'string' && !namesIn(value).next().done

/** A text that means itself, with nothing in it that would be taken for a variable. */
export const literal = (text: string) => text.replaceAll('$', '$$$$')

/** A value as a file says it: texts mean themselves, but for the variables that were written in place of them before. */
export function written(value: unknown, before: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return writtenText(value, typeof before === 'string' ? before : '', scope)
  if (Array.isArray(value)) return value.map((each, i) => written(each, Array.isArray(before) ? before[i] : '', scope))
  if (typeof value !== 'object' || value === null) return value
  const inner = (typeof before === 'object' ? before : {}) as Record<string, unknown> | null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, written(each, inner?.[key], scope)]))
}

function writtenText(text: string, before: string, scope: Scope): string {
  const names = new Set([...namesIn(before)].map(({ name }) => name))
  return [...names].reduce((said, name) => {
    const value = look(scope, name, () => '' as never)
    return value === '' ? said : said.replaceAll(literal(String(value)), () => `\${${name}}`)
  }, literal(text))
}
