// Flags made from the JSON schema of an action, and the params that typed flags stand for.

import { basename } from 'node:path'
import type { ActionDescription, ParamsSchema } from '../../contract/service.ts'
import { didYouMean, nearest } from '../../lib/compare/nearest.ts'
import { duration } from '../../lib/duration.ts'
import { Problem } from '../../lib/problem.ts'
import { readInput } from './read-input.ts'

type Shape =
  | 'text'
  | 'number'
  | 'reference'
  | 'switch'
  | 'list'
  | 'words'
  | 'file'
  | 'json'
  | 'seconds'
  | 'milliseconds'
  | 'moment'

export interface Flag {
  /** `--first-name` */
  flag: string
  /** `first_name` */
  param: string
  shape: Shape
  /** What stands for its value in a help. */
  value: string
  required: boolean
  default?: unknown
  /** Whether `null` takes away what is there. */
  nullable: boolean
  /** What it may be, where that is a few words. */
  choices?: readonly string[]
}

/** Lengths and moments, which may be written as people write them: 48h, 2030-01-01T12:00:00Z. */
const TIMES: Readonly<Record<string, Shape>> = {
  seconds: 'seconds',
  retry_after: 'seconds',
  delay_ms: 'milliseconds',
  until_date: 'moment',
  at: 'moment',
}

export function flagsOf({ params }: ActionDescription): Flag[] {
  const { properties = {}, required = [] } = params
  return Object.entries(properties).map(([param, schema]) => ({
    flag: `--${param.replaceAll('_', '-')}`,
    param,
    shape: TIMES[param] ?? shapeOf(schema),
    value: placeholderOf(schema, TIMES[param] ?? shapeOf(schema)),
    ...(shapeOf(schema) === 'words' && { choices: Object.keys(schema.properties ?? {}) }),
    nullable: typesOf(schema).includes('null'),
    required: required.includes(param) && schema.default === undefined,
    ...(schema.default !== undefined && { default: schema.default }),
  }))
}

const typesOf = (schema: ParamsSchema) => (schema.anyOf ?? [schema]).flatMap(({ type }) => type ?? 'any')

function shapeOf(schema: ParamsSchema): Shape {
  const types = typesOf(schema).filter((type) => type !== 'null')
  if (schema.properties?.base64) return 'file'
  if (isOfSwitches(schema)) return 'words'
  if (types.length === 2 && types.includes('integer') && types.includes('string')) return 'reference'
  if (types.length !== 1) return 'json'
  const [type] = types
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'switch'
  if (type === 'array') return 'list'
  return type === 'string' ? 'text' : 'json'
}

/** Rights, of which only those that hold are named. */
function isOfSwitches({ properties = {} }: ParamsSchema): boolean {
  const all = Object.values(properties)
  return all.length > 0 && all.every(({ type }) => type === 'boolean')
}

function placeholderOf(schema: ParamsSchema, shape: Shape): string {
  const words = (schema.anyOf ?? [schema]).flatMap(({ enum: each = [], type }) => (each.length ? each : [type]))
  if (words.some((word) => typeof word === 'string' && !TYPES.has(word))) {
    return words.map((word) => (word === 'integer' ? 'number' : word)).join('|')
  }
  if (shape !== 'list') return VALUES[shape]
  const { items = {} } = (schema.anyOf ?? [schema]).find(({ items }) => items) ?? {}
  return `${placeholderOf(items, shapeOf(items))},…`
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

const VALUES: Readonly<Record<Shape, string>> = {
  text: 'text',
  number: 'number',
  reference: 'who',
  switch: 'true|false',
  list: 'value,…',
  words: 'right,…',
  file: 'path',
  json: 'json',
  seconds: 'duration',
  milliseconds: 'duration',
  moment: 'duration|date',
}

/** `now` is the emulator's: a moment may be written as so much later. `--flag value`, `--flag=value`, a bare flag and `--no-flag` for a switch; a list may also come flag by flag. */
export function paramsFrom(action: ActionDescription, words: readonly string[], now = 0): Record<string, unknown> {
  const flags = flagsOf(action)
  const params: Record<string, unknown> = {}
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [name, attached] = split(word)
    const { flag, negated } = known(action, flags, name)
    const takesNext =
      attached === undefined && !negated && (flag.shape !== 'switch' || /^(true|false)$/.test(left[0] ?? ''))
    const text = attached ?? (takesNext ? left.shift() : negated ? 'false' : 'true')
    if (text === undefined) throw new Problem('bad-flag', `${flag.flag} lacks its value.`, usage(action))
    params[flag.param] = valueFrom(flag, text, { before: params[flag.param], now })
  }
  const missing = flags.find(({ required, param }) => required && params[param] === undefined)
  if (missing) throw new Problem('bad-flag', `${action.name} needs ${missing.flag}.`, usage(action))
  return params
}

function split(word: string): [name: string, attached: string | undefined] {
  const [, name, attached] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  if (name !== undefined) return [name.replaceAll('_', '-'), attached]
  throw new Problem('bad-flag', `"${word}" belongs to no flag.`, 'Put a text of several words in quotation marks.')
}

function known(action: ActionDescription, flags: Flag[], name: string) {
  const flag = flags.find((one) => one.flag === `--${name}`) ?? placeFlag(flags, name)
  if (flag) return { flag, negated: false }
  const denied = flags.find((one) => one.shape === 'switch' && name === `no-${one.flag.slice(2)}`)
  if (denied) return { flag: denied, negated: true }
  const near = nearest(
    name,
    flags.map((one) => one.flag.slice(2)),
  )
  throw new Problem('bad-flag', `${action.name} has no --${name}.`, near ? `Did you mean --${near}?` : usage(action))
}

const PLACES = ['--to', '--chat', '--bot']

/** Where a person does something is one place, whatever the action calls it. */
function placeFlag(flags: Flag[], name: string): Flag | undefined {
  const places = flags.filter(({ flag }) => PLACES.includes(flag))
  const acts = flags.some(({ param }) => param === 'as')
  return acts && places.length === 1 && PLACES.includes(`--${name}`) ? places[0] : undefined
}

export function usage(action: ActionDescription): string {
  const flags = flagsOf(action).map(({ flag, value, required }) =>
    required ? `${flag} <${value}>` : `[${flag} <${value}>]`,
  )
  return `It is written: bot-emulator do ${[action.name, ...flags].join(' ')}`
}

function valueFrom({ flag, shape, nullable, choices = [] }: Flag, text: string, { before, now }: Around): unknown {
  if (nullable && text === 'null') return null
  if (shape === 'file' && !text.startsWith('{')) {
    return { name: basename(text), base64: readInput(text, 'bad-flag', 'Name a file.').toString('base64') }
  }
  if (shape === 'json' || shape === 'file') return /^[[{"]|^null$/.test(text) ? jsonIn(flag, text) : text
  if (shape === 'words') return text.startsWith('{') ? jsonIn(flag, text) : chosen(flag, text.split(','), choices)
  if (shape === 'seconds') return lengthIn(text)
  if (shape === 'milliseconds') return inMilliseconds(lengthIn(text), text)
  if (shape === 'moment') return momentIn(text, now)
  if (shape === 'list') return [before ?? [], text.startsWith('[') ? jsonIn(flag, text) : text.split(',')].flat()
  if (shape === 'switch') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = shape === 'reference' ? /^-?\d+$/.test(text) : shape === 'number' && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber ? Number(text) : text
}

interface Around {
  /** What the flag said before, where it may be said again. */
  before: unknown
  now: number
}

function chosen(flag: string, words: string[], choices: readonly string[]): Record<string, true> {
  const stray = words.find((word) => !choices.includes(word))
  if (stray !== undefined) throw new Problem('bad-flag', `${flag} has no "${stray}".`, didYouMean(stray, choices))
  return Object.fromEntries(words.map((word) => [word, true]))
}

/** What is no length goes on as it is, for the action to refuse. */
function lengthIn(text: string): number | string {
  const parsed = duration.safeParse(isNumber(text) ? Number(text) : text)
  return parsed.success ? parsed.data : text
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

/** A bare number is that of the action. */
const inMilliseconds = (length: number | string, text: string) =>
  typeof length === 'number' && !isNumber(text) ? length * 1000 : length

function momentIn(text: string, now: number): number | string {
  if (isNumber(text)) return Number(text)
  const length = lengthIn(text)
  if (typeof length === 'number') return Math.ceil(now + length)
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : at / 1000
}

function jsonIn(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('bad-flag', `${flag} is no JSON: ${(error as Error).message}.`, 'Write it as one JSON value.')
  }
}
