// The flags of an action: parses them into its parameters, shows an example.

import { basename } from 'node:path'
import type { ActionDescription, ActionField } from '../../control/contract/service.ts'
import { readField, valueTexts } from '../../control/describe/fields.ts'
import { didYouMean, nearest } from '../../lib/compare/nearest.ts'
import { readInput } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'

export interface Flag extends ActionField {
  /** The flag as the user types it, for example `--first-name`. */
  flag: string
  /** The placeholder for the value in help texts. */
  value: string
}

export const flagsOf = ({ fields }: ActionDescription): Flag[] =>
  fields.map((field) => ({
    ...field,
    flag: `--${field.name.replaceAll('_', '-')}`,
    value: valueTexts(field).placeholder,
  }))

/** Parses `--flag value`, `--flag=value` and, for a boolean, `--flag` and `--no-flag`. List flags can be repeated. */
export function paramsFrom(action: ActionDescription, words: readonly string[], now = 0): Record<string, unknown> {
  const flags = flagsOf(action)
  const params: Record<string, unknown> = {}
  const remaining = [...words]
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    const [name, inlineValue] = splitWord(word)
    const { flag, isNegated } = findFlag(action, flags, name)
    const takesNextWord =
      inlineValue === undefined && !isNegated && (flag.kind !== 'switch' || /^(true|false)$/.test(remaining[0] ?? ''))
    const text = inlineValue ?? (takesNextWord ? remaining.shift() : isNegated ? 'false' : 'true')
    if (text === undefined) throw new Problem('bad-flag', `${flag.flag} needs a value.`, usage(action))
    params[flag.name] = readValue(flag, text, params[flag.name], now)
  }
  const missing = flags.find(
    ({ required, name, unless = name }) => required && params[name] === undefined && params[unless] === undefined,
  )
  if (missing) throw new Problem('bad-flag', `${action.name} needs ${missing.flag}.`, usage(action))
  return params
}

/** Converts the text of a flag. If that is not possible, returns the text itself, so that the action refuses it. */
function readValue(flag: Flag, text: string, before: unknown, now: number): unknown {
  if (flag.kind === 'file' && !text.startsWith('{')) {
    return { name: basename(text), bytes: readInput(text, 'bad-flag', 'Pass the path of a file.') }
  }
  const value = readField(flag, text, now)
  if (value === undefined) throwIfMisspelled(flag, text)
  return flag.list && Array.isArray(value) ? [before ?? [], value].flat() : value === undefined ? text : value
}

function throwIfMisspelled({ flag, kind, choices = [] }: Flag, text: string) {
  if (/^[[{"]/.test(text)) requireJson(flag, text)
  if (kind === 'rights') {
    const unknownRight = text.split(',').find((word) => !choices.includes(word)) ?? text
    throw new Problem('bad-flag', `${flag}: "${unknownRight}" is not a right.`, didYouMean(unknownRight, choices))
  }
  if (kind === 'moment') {
    const hint = 'Write a date such as 2030-01-01T12:00:00Z or tomorrow 9:00, or a time from now such as 48h.'
    throw new Problem('bad-flag', `${flag}: "${text}" is not a date or a time.`, hint)
  }
}

function requireJson(flag: string, text: string) {
  try {
    JSON.parse(text)
  } catch (error) {
    const message = `${flag} is not valid JSON: ${(error as Error).message}.`
    throw new Problem('bad-flag', message, 'Write the value as JSON.')
  }
}

function splitWord(word: string): [name: string, inlineValue: string | undefined] {
  const [, name, inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  if (name !== undefined) return [name.replaceAll('_', '-'), inlineValue]
  const hint = 'Put quotation marks around a text of several words.'
  throw new Problem('bad-flag', `"${word}" does not belong to a flag.`, hint)
}

function findFlag(action: ActionDescription, flags: Flag[], name: string) {
  const flag = flags.find((one) => one.flag === `--${name}`) ?? chatFlag(flags, name)
  if (flag) return { flag, isNegated: false }
  const negatedFlag = flags.find((one) => one.kind === 'switch' && name === `no-${one.flag.slice(2)}`)
  if (negatedFlag) return { flag: negatedFlag, isNegated: true }
  const names = flags.map((one) => one.flag.slice(2))
  const near = nearest(name, names)
  const hint = near ? `Did you mean --${near}?` : usage(action)
  throw new Problem('bad-flag', `${action.name} does not take --${name}.`, hint)
}

const CHAT_FLAGS = ['--to', '--chat', '--bot']

/** Accepts --to, --chat and --bot as synonyms if an action of a person has only one of these three flags. */
function chatFlag(flags: Flag[], name: string): Flag | undefined {
  const chats = flags.filter(({ flag }) => CHAT_FLAGS.includes(flag))
  const isActionOfPerson = flags.some(({ name }) => name === 'as')
  return isActionOfPerson && chats.length === 1 && CHAT_FLAGS.includes(`--${name}`) ? chats[0] : undefined
}

export function usage(action: ActionDescription): string {
  const flags = flagsOf(action).map(({ flag, value, required }) =>
    required ? `${flag} <${value}>` : `[${flag} <${value}>]`,
  )
  return `Usage: bot-emulator do ${[action.name, ...flags].join(' ')}`
}

export function exampleOf(action: ActionDescription): string {
  const { name, example } = action
  const flags = flagsOf(action).filter((flag) => flag.name in example)
  return ['npx bot-emulator do', name, ...flags.map((flag) => `${flag.flag} ${wordFor(example[flag.name])}`)].join(' ')
}

/** Writes a value as one word of a command: a list with commas, rights by their names, a file by its name. */
function wordFor(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object' && value !== null)
    return 'name' in value ? String(value.name) : Object.keys(value).join(',')
  const text = String(value)
  return text.includes(' ') ? `"${text}"` : text
}
