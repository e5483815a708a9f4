// Variables in values: `$name.path` or `${name.path}`, alone or inside a text. `$$` is a dollar.

import { escapeRegex, regexIn } from '../lib/compare/regex.ts'

const NAME = String.raw`[A-Za-z_][\w-]*(?:\.[\w-]+)*`
const IN_TEXT = new RegExp(String.raw`\$\$|\$\{(${NAME})\}|\$(${NAME})`, 'g')
const WHOLE = new RegExp(String.raw`^\$(?:\{(${NAME})\}|(${NAME}))$`)

export type Scope = Readonly<Record<string, unknown>>

/** The value with each of its texts as `how` says it. */
export function eachText(value: unknown, how: (text: string) => unknown): unknown {
  if (typeof value === 'string') return how(value)
  if (Array.isArray(value)) return value.map((each) => eachText(each, how))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, eachText(each, how)]))
}

/** What keys lead to; undefined where they lead nowhere. */
export const valueAt = (value: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null

/** The value with its variables filled in; where a name leads nowhere, `missing` throws. */
export function filled(value: unknown, scope: Scope, missing: (name: string) => never): unknown {
  const valueFor = (name: string) => {
    const value = look(scope, name)
    return value === undefined ? missing(name) : value
  }
  return eachText(value, (text) => withValues(text, valueFor, { isLast: true }))
}

/** The value with some of its variables replaced by what a file writes for them; the others stay. */
export const substituted = (value: unknown, values: Scope): unknown =>
  eachText(value, (text) => withValues(text, (name) => look(values, name), { isLast: false }))

/** The last time `$$` becomes a dollar; before that, what is written for a variable may name others. */
function withValues(text: string, valueFor: (name: string) => unknown, { isLast }: { isLast: boolean }): unknown {
  const [, braced, bare] = WHOLE.exec(text) ?? []
  const whole = braced ?? bare
  const value = whole === undefined ? undefined : valueFor(whole)
  if (value !== undefined) return value
  const isRegex = regexIn(text) !== undefined
  return text.replace(IN_TEXT, (here, braced?: string, bare?: string) => {
    const name = braced ?? bare
    if (name === undefined) return isLast ? '$' : here
    const value = valueFor(name)
    if (value === undefined) return here
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return isRegex && (isLast || !hasVariable(written)) ? escapeRegex(written) : written
  })
}

const look = (scope: Scope, name: string) => valueAt(scope, name.split('.'))

/** The name of a variable without the path into it. */
export const rootOf = (name: string): string => name.split('.')[0] ?? name

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
  } else if (isObject(value)) {
    for (const [key, each] of Object.entries(value)) yield* namesIn(each, [...path, key])
  }
}

export const hasVariable = (value: unknown) => typeof value === 'string' && !namesIn(value).next().done

/** A text that means itself, with nothing in it that would be taken for a variable. */
export const literal = (text: string) => text.replaceAll('$', '$$$$')

/** What a text without variables stands for. */
export const meant = (text: string) => text.replaceAll('$$', () => '$')

/** A value as a file says it: texts mean themselves, but for the variables that were written in place of them before. */
export function written(value: unknown, before: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return writtenText(value, before, scope)
  if (Array.isArray(value)) return value.map((each, i) => written(each, valueAt(before, [i]), scope))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, written(each, valueAt(before, [key]), scope)]),
  )
}

function writtenText(text: string, before: unknown, scope: Scope): string {
  const names = new Set([...namesIn(typeof before === 'string' ? before : '')].map(({ name }) => name))
  return [...names].reduce((said, name) => {
    const value = look(scope, name) ?? ''
    return value === '' ? said : said.replaceAll(literal(String(value)), () => `\${${name}}`)
  }, literal(text))
}
