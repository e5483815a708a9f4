// Variables in values: `$name.path` or `${name.path}`, alone or inside a text; `$$` escapes a dollar.

import { escapeRegex, regexIn } from '../../lib/compare/regex.ts'

const NAME = String.raw`[A-Za-z_][\w-]*(?:\.[\w-]+)*`
const IN_TEXT = new RegExp(String.raw`\$\$|\$\{(${NAME})\}|\$(${NAME})`, 'g')
const WHOLE = new RegExp(String.raw`^\$(?:\{(${NAME})\}|(${NAME}))$`)

export type Scope = Readonly<Record<string, unknown>>

type Path = readonly (string | number)[]

export function mapTexts(value: unknown, transform: (text: string, path: Path) => unknown, path: Path = []): unknown {
  if (typeof value === 'string') return transform(value, path)
  if (Array.isArray(value)) return value.map((each, i) => mapTexts(each, transform, [...path, i]))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapTexts(each, transform, [...path, key])]),
  )
}

export const valueAt = (value: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null

export function fillVariables(value: unknown, scope: Scope, onMissing: (name: string) => never): unknown {
  const valueFor = (name: string) => {
    const value = lookUp(scope, name)
    return value === undefined ? onMissing(name) : value
  }
  return mapTexts(value, (text) => replaceVariables(text, valueFor, { isLast: true }))
}

/** Replaces the variables that `values` contains, and leaves all other variables unchanged. */
export const substituteVariables = (value: unknown, values: Scope): unknown =>
  mapTexts(value, (text) => replaceVariables(text, (name) => lookUp(values, name), { isLast: false }))

/**
 * Replaces the variables in a text. `isLast` also turns `$$` into `$`. If the text is replaced again later, `isLast` is
 * false, because the `$` would then begin a variable.
 */
function replaceVariables(text: string, valueFor: (name: string) => unknown, { isLast }: { isLast: boolean }): unknown {
  const [, braced, bare] = WHOLE.exec(text) ?? []
  const whole = braced ?? bare
  const value = whole === undefined ? undefined : valueFor(whole)
  if (value !== undefined) return value
  const isRegex = regexIn(text) !== undefined
  return text.replace(IN_TEXT, (match, braced?: string, bare?: string) => {
    const name = braced ?? bare
    if (name === undefined) return isLast ? '$' : match
    const value = valueFor(name)
    if (value === undefined) return match
    const replacement = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return isRegex && (isLast || !hasVariable(replacement)) ? escapeRegex(replacement) : replacement
  })
}

const lookUp = (scope: Scope, name: string) => valueAt(scope, name.split('.'))

/** Returns the first part of a name, such as `message` of `message.chat.id`. */
export const rootOf = (name: string): string => name.split('.')[0] ?? name

/** Returns the name of each variable in a value, with the path of the text that contains it. */
export function namesIn(value: unknown): { name: string; path: Path }[] {
  const names: { name: string; path: Path }[] = []
  mapTexts(value, (text, path) => {
    for (const [, braced, bare] of text.matchAll(IN_TEXT)) {
      const name = braced ?? bare
      if (name) names.push({ name, path })
    }
  })
  return names
}

export const hasVariable = (value: unknown) => typeof value === 'string' && namesIn(value).length > 0

export const escapeVariables = (text: string) => text.replaceAll('$', '$$$$')

export const unescapeVariables = (text: string) => text.replaceAll('$$', () => '$')

/**
 * Puts variables back into an actual value, so that --update keeps them in the scenario file. If the old text at the
 * same path (`before`) used a variable, its value in the new text becomes the variable again.
 */
export const restoreVariables = (value: unknown, before: unknown, scope: Scope): unknown =>
  mapTexts(value, (text, path) => restoreText(text, valueAt(before, path), scope))

function restoreText(text: string, before: unknown, scope: Scope): string {
  const names = new Set(namesIn(typeof before === 'string' ? before : '').map(({ name }) => name))
  return [...names].reduce((restored, name) => {
    const value = lookUp(scope, name) ?? ''
    return value === '' ? restored : restored.replaceAll(escapeVariables(String(value)), () => `\${${name}}`)
  }, escapeVariables(text))
}
