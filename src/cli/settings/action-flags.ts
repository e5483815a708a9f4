// The flags of an action, and the parameters that typed flags stand for.

import { basename } from 'node:path'
import { readField, valueTexts } from '../../contract/fields.ts'
import type { ActionDescription, ActionField } from '../../contract/service.ts'
import { didYouMean, nearest } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { readInput } from '../own-files.ts'

export interface Flag extends ActionField {
  /** `--first-name` */
  flag: string
  /** The placeholder of its value in help texts. */
  value: string
}

export const flagsOf = ({ fields }: ActionDescription): Flag[] =>
  fields.map((field) => ({
    ...field,
    flag: `--${field.name.replaceAll('_', '-')}`,
    value: valueTexts(field).placeholder,
  }))

/** Reads `--flag value`, `--flag=value`, and `--flag` or `--no-flag` for a switch; the flag of a list may be repeated. */
export function paramsFrom(action: ActionDescription, words: readonly string[], now = 0): Record<string, unknown> {
  const flags = flagsOf(action)
  const params: Record<string, unknown> = {}
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [name, attached] = split(word)
    const { flag, negated } = known(action, flags, name)
    const takesNext =
      attached === undefined && !negated && (flag.kind !== 'switch' || /^(true|false)$/.test(left[0] ?? ''))
    const text = attached ?? (takesNext ? left.shift() : negated ? 'false' : 'true')
    if (text === undefined) throw new Problem('bad-flag', `${flag.flag} lacks its value.`, usage(action))
    params[flag.name] = valueIn(flag, text, params[flag.name], now)
  }
  const missing = flags.find(({ required, name }) => required && params[name] === undefined)
  if (missing) throw new Problem('bad-flag', `${action.name} needs ${missing.flag}.`, usage(action))
  return params
}

/** Returns the value of a flag. A text that does not fit goes on as it is, for the action to refuse. */
function valueIn(flag: Flag, text: string, before: unknown, now: number): unknown {
  if (flag.kind === 'file' && !text.startsWith('{')) {
    return { name: basename(text), bytes: readInput(text, 'bad-flag', 'Name a file.') }
  }
  const value = readField(flag, text, now)
  if (value === undefined) throwIfMisspelt(flag, text)
  return flag.list && Array.isArray(value) ? [before ?? [], value].flat() : value === undefined ? text : value
}

function throwIfMisspelt({ flag, kind, choices = [] }: Flag, text: string) {
  if (/^[[{"]/.test(text)) requireJson(flag, text)
  if (kind === 'rights') {
    const stray = text.split(',').find((word) => !choices.includes(word)) ?? text
    throw new Problem('bad-flag', `${flag} has no "${stray}".`, didYouMean(stray, choices))
  }
  if (kind === 'moment') {
    throw new Problem(
      'bad-flag',
      `${flag} cannot be "${text}".`,
      'Write a date such as 2030-01-01T12:00:00Z or tomorrow 9:00, or how much later than now: 48h.',
    )
  }
}

function requireJson(flag: string, text: string) {
  try {
    JSON.parse(text)
  } catch (error) {
    throw new Problem('bad-flag', `${flag} is no JSON: ${(error as Error).message}.`, 'Write it as one JSON value.')
  }
}

function split(word: string): [name: string, attached: string | undefined] {
  const [, name, attached] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  if (name !== undefined) return [name.replaceAll('_', '-'), attached]
  throw new Problem('bad-flag', `"${word}" belongs to no flag.`, 'Put a text of several words in quotation marks.')
}

function known(action: ActionDescription, flags: Flag[], name: string) {
  const flag = flags.find((one) => one.flag === `--${name}`) ?? chatFlag(flags, name)
  if (flag) return { flag, negated: false }
  const denied = flags.find((one) => one.kind === 'switch' && name === `no-${one.flag.slice(2)}`)
  if (denied) return { flag: denied, negated: true }
  const near = nearest(
    name,
    flags.map((one) => one.flag.slice(2)),
  )
  throw new Problem('bad-flag', `${action.name} has no --${name}.`, near ? `Did you mean --${near}?` : usage(action))
}

const CHAT_FLAGS = ['--to', '--chat', '--bot']

/** Returns the flag of the chat: --to, --chat and --bot mean the same in an action of a person that has only one of them. */
function chatFlag(flags: Flag[], name: string): Flag | undefined {
  const chats = flags.filter(({ flag }) => CHAT_FLAGS.includes(flag))
  const acts = flags.some(({ name }) => name === 'as')
  return acts && chats.length === 1 && CHAT_FLAGS.includes(`--${name}`) ? chats[0] : undefined
}

export function usage(action: ActionDescription): string {
  const flags = flagsOf(action).map(({ flag, value, required }) =>
    required ? `${flag} <${value}>` : `[${flag} <${value}>]`,
  )
  return `It is written: bot-emulator do ${[action.name, ...flags].join(' ')}`
}
