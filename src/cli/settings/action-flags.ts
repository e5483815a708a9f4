// Flags made from the JSON schema of an action, and the params that given flags stand for.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ActionDescription, ParamsSchema } from '../../contract/service.ts'
import { nearest } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'

type Shape = 'text' | 'number' | 'reference' | 'switch' | 'list' | 'file' | 'json'

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
}

export function flagsOf({ params }: ActionDescription): Flag[] {
  const { properties = {}, required = [] } = params
  return Object.entries(properties).map(([param, schema]) => ({
    flag: `--${param.replaceAll('_', '-')}`,
    param,
    shape: shapeOf(schema),
    value: placeholderOf(schema),
    required: required.includes(param) && schema.default === undefined,
    ...(schema.default !== undefined && { default: schema.default }),
  }))
}

function shapeOf(schema: ParamsSchema): Shape {
  const types = (schema.anyOf ?? [schema]).map(({ type }) => type).filter((type) => type !== 'null')
  if (schema.properties?.base64) return 'file'
  if (types.length === 2 && types.includes('integer') && types.includes('string')) return 'reference'
  if (types.length !== 1) return 'json'
  const [type] = types
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'switch'
  if (type === 'array') return 'list'
  return type === 'string' ? 'text' : 'json'
}

function placeholderOf(schema: ParamsSchema): string {
  const { enum: words } = schema
  if (words) return words.join('|')
  const shape = shapeOf(schema)
  if (shape === 'switch') return 'true|false'
  if (shape === 'list') return 'value,…'
  return shape === 'reference' ? 'who' : shape
}

/** `--flag value`, `--flag=value`, a bare flag and `--no-flag` for a switch; a list may also come flag by flag. */
export function paramsFrom(action: ActionDescription, words: readonly string[]): Record<string, unknown> {
  const flags = flagsOf(action)
  const params: Record<string, unknown> = {}
  for (let i = 0; i < words.length; i++) {
    const [name, attached] = split(words[i]!)
    const { flag, negated } = known(action, flags, name)
    const next = words[i + 1]
    const takesNext =
      attached === undefined && !negated && (flag.shape !== 'switch' || /^(true|false)$/.test(next ?? ''))
    const text = attached ?? (takesNext ? next : negated ? 'false' : 'true')
    if (takesNext) i++
    if (text === undefined) throw new Problem('bad-flag', `${flag.flag} lacks its value.`, usage(action))
    params[flag.param] = valueFrom(flag, text, params[flag.param])
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
  const flag = flags.find((one) => one.flag === `--${name}`)
  if (flag) return { flag, negated: false }
  const denied = flags.find((one) => one.shape === 'switch' && name === `no-${one.flag.slice(2)}`)
  if (denied) return { flag: denied, negated: true }
  const near = nearest(
    name,
    flags.map((one) => one.flag.slice(2)),
  )
  throw new Problem('bad-flag', `${action.name} has no --${name}.`, near ? `Did you mean --${near}?` : usage(action))
}

export function usage(action: ActionDescription): string {
  const flags = flagsOf(action).map(({ flag, value, required }) =>
    required ? `${flag} <${value}>` : `[${flag} <${value}>]`,
  )
  return `It is written: bot-emulator do ${[action.name, ...flags].join(' ')}`
}

function valueFrom({ flag, shape }: Flag, text: string, before: unknown): unknown {
  if (shape === 'file' && !text.startsWith('{')) return fileAt(text)
  if (shape === 'json' || shape === 'file') return /^[[{"]|^null$/.test(text) ? jsonIn(flag, text) : text
  if (shape === 'list') return [before ?? [], text.startsWith('[') ? jsonIn(flag, text) : text.split(',')].flat()
  if (shape === 'switch') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = shape === 'reference' ? /^-?\d+$/.test(text) : shape === 'number' && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber ? Number(text) : text
}

function jsonIn(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('bad-flag', `${flag} is no JSON: ${(error as Error).message}.`, 'Write it as one JSON value.')
  }
}

function fileAt(path: string) {
  try {
    return { name: basename(path), base64: readFileSync(path).toString('base64') }
  } catch (error) {
    throw new Problem('bad-flag', `${path} cannot be read: ${(error as Error).message}.`, 'Name a file.')
  }
}
