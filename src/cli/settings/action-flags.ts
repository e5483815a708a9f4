// Parses command-line flags into the parameters of an action.

import { basename } from 'node:path'
import { readField, valueTexts } from '../../contract/fields.ts'
import type { ActionDescription, ActionField } from '../../contract/service.ts'
import { didYouMean, nearest } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { readInput } from '../own-files.ts'

export interface Flag extends ActionField {
  /** The flag as the user types it, for example `--first-name`. */
  flag: string
  /** The placeholder for the value of the flag in help texts. */
  value: string
}

export const flagsOf = ({ fields }: ActionDescription): Flag[] =>
  fields.map((field) => ({
    ...field,
    flag: `--${field.name.replaceAll('_', '-')}`,
    value: valueTexts(field).placeholder,
  }))

/**
 * Parses the words after the action's name into its parameters: `--flag value` or `--flag=value`, and for a boolean
 * parameter also `--flag` or `--no-flag`. The flag of a list can be repeated.
 */
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
  const missing = flags.find(({ required, name }) => required && params[name] === undefined && params.to !== 'next')
  if (missing) throw new Problem('bad-flag', `${action.name} needs ${missing.flag}.`, usage(action))
  return params
}

/**
 * Converts the text of a flag to the type of its parameter. Throws for invalid JSON, rights and dates. Returns any
 * other text that cannot be converted unchanged, so that the action refuses it.
 */
function readValue(flag: Flag, text: string, before: unknown, now: number): unknown {
  if (flag.kind === 'file' && !text.startsWith('{')) {
    return { name: basename(text), bytes: readInput(text, 'bad-flag', 'Name a file.') }
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
    throw new Problem(
      'bad-flag',
      `${flag}: "${text}" is not a date or a time.`,
      'Write a date such as 2030-01-01T12:00:00Z or tomorrow 9:00, or a time from now such as 48h.',
    )
  }
}

function requireJson(flag: string, text: string) {
  try {
    JSON.parse(text)
  } catch (error) {
    throw new Problem(
      'bad-flag',
      `${flag} is not valid JSON: ${(error as Error).message}.`,
      'Write it as one JSON value.',
    )
  }
}

function splitWord(word: string): [name: string, inlineValue: string | undefined] {
  const [, name, inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  if (name !== undefined) return [name.replaceAll('_', '-'), inlineValue]
  throw new Problem(
    'bad-flag',
    `"${word}" does not belong to a flag.`,
    'Put quotation marks around a text of several words.',
  )
}

function findFlag(action: ActionDescription, flags: Flag[], name: string) {
  const flag = flags.find((one) => one.flag === `--${name}`) ?? chatFlag(flags, name)
  if (flag) return { flag, isNegated: false }
  const negatedFlag = flags.find((one) => one.kind === 'switch' && name === `no-${one.flag.slice(2)}`)
  if (negatedFlag) return { flag: negatedFlag, isNegated: true }
  const near = nearest(
    name,
    flags.map((one) => one.flag.slice(2)),
  )
  throw new Problem('bad-flag', `${action.name} has no --${name}.`, near ? `Did you mean --${near}?` : usage(action))
}

const CHAT_FLAGS = ['--to', '--chat', '--bot']

/**
 * Finds the flag that names a chat. If an action of a person has only one of the flags --to, --chat and --bot, the
 * other two are synonyms for that flag.
 */
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
