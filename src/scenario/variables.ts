// Variables in values: `$name.path` or `${name.path}`, alone or inside a text. `$$` is a dollar.

import { escapeRegex, regexIn } from '../lib/compare/regex.ts'

const NAME = String.raw`[A-Za-z_][\w-]*(?:\.[\w-]+)*`
const IN_TEXT = new RegExp(String.raw`\$\$|\$\{(${NAME})\}|\$(${NAME})`, 'g')
const WHOLE = new RegExp(String.raw`^\$(?:\{(${NAME})\}|(${NAME}))$`)

export type Scope = Readonly<Record<string, unknown>>

type Path = readonly (string | number)[]

/** The value with each of its texts replaced by what `how` makes of it. */
export function eachText(value: unknown, how: (text: string, path: Path) => unknown, path: Path = []): unknown {
  if (typeof value === 'string') return how(value, path)
  if (Array.isArray(value)) return value.map((each, i) => eachText(each, how, [...path, i]))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, eachText(each, how, [...path, key])]))
}

/** What keys lead to; undefined where they lead nowhere. */
export const valueAt = (value: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null

/** The value with its variables filled in; where a name leads nowhere, `missing` throws. */
export function fillVariables(value: unknown, scope: Scope, missing: (name: string) => never): unknown {
  const valueFor = (name: string) => {
    const value = look(scope, name)
    return value === undefined ? missing(name) : value
  }
  return eachText(value, (text) => withValues(text, valueFor, { isLast: true }))
}

/** The value with some of its variables replaced by what a file writes for them; the others stay. */
export const substituteVariables = (value: unknown, values: Scope): unknown =>
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

/** Every variable that a value names, with the keys that lead to it. */
export function namesIn(value: unknown): { name: string; path: Path }[] {
  const names: { name: string; path: Path }[] = []
  eachText(value, (text, path) => {
    for (const [, braced, bare] of text.matchAll(IN_TEXT)) {
      const name = braced ?? bare
      if (name) names.push({ name, path })
    }
  })
  return names
}

export const hasVariable = (value: unknown) => typeof value === 'string' && namesIn(value).length > 0

/** A text that means itself, with nothing in it that would be taken for a variable. */
export const escapeVariables = (text: string) => text.replaceAll('$', '$$$$')

/** What a text without variables stands for. */
export const unescapeVariables = (text: string) => text.replaceAll('$$', () => '$')

/** A value as a file says it: texts mean themselves, except for the variables that the file named there before. */
export const restoreVariables = (value: unknown, before: unknown, scope: Scope): unknown =>
  eachText(value, (text, path) => restoredText(text, valueAt(before, path), scope))

function restoredText(text: string, before: unknown, scope: Scope): string {
  const names = new Set(namesIn(typeof before === 'string' ? before : '').map(({ name }) => name))
  return [...names].reduce((said, name) => {
    const value = look(scope, name) ?? ''
    return value === '' ? said : said.replaceAll(escapeVariables(String(value)), () => `\${${name}}`)
  }, escapeVariables(text))
}
