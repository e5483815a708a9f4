// Flags made from the JSON schema of an action, and the params that typed flags stand for.

import type { ActionDescription, ParamsSchema } from '../../contract/service.ts'
import { nearest } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { type Reading, SHAPES, type Shape } from './flag-shapes.ts'

export interface Flag {
  /** `--first-name` */
  flag: string
  /** `first_name` */
  param: string
  shape: Shape
  /** What stands for its value in a help. */
  value: string
  required: boolean
  default: unknown
  /** Whether `null` takes away what is there. */
  nullable: boolean
  /** What it may be, where that is a few words. */
  choices: readonly string[] | undefined
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
  return Object.entries(properties).map(([param, schema]) => {
    const shape = TIMES[param] ?? shapeOf(schema)
    return {
      flag: `--${param.replaceAll('_', '-')}`,
      param,
      shape,
      value: placeholderOf(schema, shape),
      choices: shape === 'words' ? Object.keys(schema.properties ?? {}) : undefined,
      nullable: typesOf(schema).includes('null'),
      required: required.includes(param) && schema.default === undefined,
      default: schema.default,
    }
  })
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
  if (shape !== 'list') return SHAPES[shape].placeholder
  const { items = {} } = (schema.anyOf ?? [schema]).find(({ items }) => items) ?? {}
  return `${placeholderOf(items, shapeOf(items))},…`
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** `--flag value`, `--flag=value`, a bare flag and `--no-flag` for a switch; a list may also come flag by flag. */
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
    params[flag.param] = valueIn(flag, text, { before: params[flag.param], now })
  }
  const missing = flags.find(({ required, param }) => required && params[param] === undefined)
  if (missing) throw new Problem('bad-flag', `${action.name} needs ${missing.flag}.`, usage(action))
  return params
}

function valueIn({ flag, shape, nullable, choices = [] }: Flag, text: string, around: Pick<Reading, 'before' | 'now'>) {
  return nullable && text === 'null' ? null : SHAPES[shape].read(text, { flag, choices, ...around })
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
