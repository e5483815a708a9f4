// A form made from an action's schema: its fields, what is written in them, and the parameters they make.

import type { MemberView } from '../../contract/people.ts'
import type { ActionDescription, ParamsSchema } from '../../contract/service.ts'
import { parseMoment, parseSpan } from '../../describe/time.ts'
import { type Input, inputOf } from './input.ts'

export type FieldKind = 'text' | 'number' | 'flag' | 'choice' | 'moment' | 'duration' | 'who' | 'whos' | 'file' | 'json'

export interface Field {
  name: string
  /** Where its value goes: the name of the parameter, and of the flag inside it. */
  path: readonly string[]
  kind: FieldKind
  required: boolean
  choices: readonly string[]
  /** What holds where nothing is written. */
  unless: string
  input: Input
}

export interface Form {
  action: string
  summary: string
  fields: readonly Field[]
  at: number
  /** What the file at the path is, by its content. */
  fileKind: string | null
  /** Who is in the chat that is named, as was last read. */
  members: { chat: string; list: readonly MemberView[] } | null
  /** Names to complete a path with, as they were last listed. */
  paths: readonly string[]
  /** The suggestion that Tab takes. */
  suggestion: number
  error: string | null
  busy: boolean
}

export function formFor({ name, summary, params }: ActionDescription, known: Readonly<Record<string, unknown>>): Form {
  const fields = fieldsOf(params, known)
  const firstEmpty = fields.findIndex((field) => field.required && field.input.text === '')
  return {
    action: name,
    summary,
    fields,
    at: Math.max(0, firstEmpty),
    fileKind: null,
    members: null,
    paths: [],
    suggestion: 0,
    error: null,
    busy: false,
  }
}

function fieldsOf(schema: ParamsSchema, known: Readonly<Record<string, unknown>>): Field[] {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const flags = flagsOf(property)
    if (!flags) return [fieldOf([name], property, required.has(name), known[name])]
    const flagged = known[name] as Record<string, unknown> | undefined
    return flags.map((flag) => fieldOf([name, flag], { type: 'boolean' }, false, flagged?.[flag]))
  })
  // What kind a file is can be suggested once it is there.
  const rank = ({ required, kind }: Field) => (!required ? 2 : kind === 'choice' ? 1 : 0)
  return fields.sort((a, b) => rank(a) - rank(b))
}

/** The names of an object that holds nothing but flags. */
function flagsOf({ properties }: ParamsSchema): string[] | undefined {
  const flags = Object.entries(properties ?? {})
  return flags.length && flags.every(([, one]) => one.type === 'boolean') ? flags.map(([name]) => name) : undefined
}

function fieldOf(path: string[], schema: ParamsSchema, required: boolean, value: unknown): Field {
  const kind = MOMENTS.has(path[0] ?? '') ? 'moment' : kindOf(schema)
  const choices = kind === 'flag' ? (schema.const === true ? ['yes'] : ['yes', 'no']) : (schema.enum ?? [])
  const unless = written(Array.isArray(schema.default) ? undefined : schema.default)
  return { name: path.at(-1)!, path, kind, required, choices, unless, input: inputOf(written(value)) }
}

/** Parameters in Unix seconds. */
const MOMENTS = new Set(['until_date', 'at'])

function kindOf(schema: ParamsSchema): FieldKind {
  const types = [schema.type ?? []].flat()
  if (schema.enum) return 'choice'
  if (isRef(schema)) return 'who'
  if (schema.anyOf?.some((one) => one.type === 'number')) return 'duration'
  if (schema.items) return isRef(schema.items) ? 'whos' : 'json'
  if (schema.properties?.base64) return 'file'
  if (types.includes('boolean')) return 'flag'
  if (types.includes('integer') || types.includes('number')) return 'number'
  return types.includes('string') ? 'text' : 'json'
}

/** An id or a name: whoever or whatever an action is about. */
const isRef = ({ anyOf }: ParamsSchema) =>
  anyOf?.length === 2 && anyOf.every((one) => one.type === 'integer' || one.type === 'string')

function written(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The field that Enter goes to: the next that must be filled, once something is written in the one at hand. */
export function nextMissing({ fields, at }: Form): number | undefined {
  const next = fields.findIndex(({ required, input }, i) => i > at && required && input.text === '')
  return next < 0 || fields[at]?.input.text === '' ? undefined : next
}

/** The parameters, or why a field makes none. */
export function paramsOf(form: Form, now: number): { params: Record<string, unknown> } | { error: string; at: number } {
  const params: Record<string, unknown> = {}
  for (const [at, field] of form.fields.entries()) {
    const text = field.input.text
    if (text === '' && field.required && field.kind !== 'text') return { error: `${field.name} is missing.`, at }
    if (text === '') continue
    const value = fieldValue(field, text, now)
    if (value === undefined) return { error: `${field.name}: ${WANTED[field.kind].says}.`, at }
    const [name, flag] = field.path
    if (flag === undefined) params[name!] = value
    else params[name!] = { ...(params[name!] as object | undefined), [flag]: value }
  }
  return { params }
}

/** What goes into an empty field, in a word or two. */
export function wantedIn({ kind, choices, unless }: Field): string {
  const what = choices.length ? choices.join(' or ') : WANTED[kind].inBrief
  return unless === '' ? what : `${what}${what && ', '}else ${unless}`
}

/** What a field of each kind wants: beside it while it is empty, and where it holds something else. */
const WANTED: Record<FieldKind, { inBrief: string; says: string }> = {
  text: { inBrief: '', says: 'write a text' },
  number: { inBrief: 'a number', says: 'write a number' },
  moment: { inBrief: '1h, tomorrow 9:00, a date', says: 'write 1h, tomorrow 9:00, a date, or Unix seconds' },
  duration: { inBrief: '90s, 48h', says: 'write 90s, 10m, 48h' },
  flag: { inBrief: 'yes or no', says: 'write yes or no' },
  choice: { inBrief: '', says: 'choose one of those offered' },
  who: { inBrief: '', says: 'name somebody' },
  whos: { inBrief: 'names, separated by commas', says: 'name them, separated by commas' },
  file: { inBrief: 'a path', says: 'write the path of a file' },
  json: { inBrief: 'JSON', says: 'write JSON' },
}

function fieldValue({ kind, choices }: Field, text: string, now: number): unknown {
  switch (kind) {
    case 'moment': {
      const at = parseMoment(text, now)
      return at === undefined ? undefined : Math.ceil(at)
    }
    case 'duration':
      return parseSpan(text)
    case 'number':
      return Number.isFinite(Number(text)) && text.trim() ? Number(text) : undefined
    case 'flag':
      return choices.includes(text) ? text === 'yes' : undefined
    case 'choice':
      return choices.includes(text) ? text : undefined
    case 'whos':
      return text.split(/[,\s]+/).filter(Boolean)
    case 'file':
      return { path: text }
    case 'json':
      return parsed(text)
    default:
      // A text may be null where the schema takes it away.
      return text
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
