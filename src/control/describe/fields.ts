// The fields of an action: derived from its schema, parsed from text, described to users.

import { parseJson } from '../../lib/text.ts'
import { parseMoment, parseSpan } from '../../lib/time-text.ts'
import type { ActionDescription, ActionField, FieldKind, ParamsSchema } from '../contract/service.ts'

const KIND_OF_JSON_TYPE: Readonly<Record<string, FieldKind>> = {
  integer: 'number',
  number: 'number',
  boolean: 'switch',
  string: 'text',
}

const REFERENCES: ReadonlySet<unknown> = new Set(['person', 'bot', 'user', 'chat', 'peer'])

export const isReference = ({ kind }: { readonly kind?: unknown }) => REFERENCES.has(kind)

/** The parameters of operations that refer to people and chats. */
export const CALL_REFERENCE_PARAMS: readonly string[] = ['chat_id', 'user_id']

export const referenceParams = (action: Pick<ActionDescription, 'fields'> | undefined): string[] =>
  action?.fields.filter(isReference).map(({ name }) => name) ?? []

/** What a schema says of a field beside its type. */
const FACTS = ['unless', 'outside', 'shared', 'heading', 'hint', 'first', 'parts', 'default'] as const

export const fieldsOf = ({ properties = {}, required = [] }: ParamsSchema): ActionField[] =>
  Object.entries(properties).map(([name, property]) => {
    const value = property.anyOf?.find(({ type }) => type !== 'null' && property.kind === undefined) ?? property
    const list = value.kind === undefined && value.items !== undefined
    const one = list ? (value.items ?? {}) : value
    const kind = one.kind ?? (one.enum ? 'choice' : (KIND_OF_JSON_TYPE[String(one.type)] ?? 'json'))
    const choices = choicesOf(kind, one)
    const facts = FACTS.map((fact) => [fact, property[fact] ?? one[fact]]).filter(([, said]) => said !== undefined)
    return {
      name,
      kind,
      list,
      required: required.includes(name) && property.default === undefined,
      nullable: value !== property,
      ...Object.fromEntries(facts),
      ...(choices.length && { choices }),
      description: property.description ?? value.description ?? one.description ?? '',
    }
  })

function choicesOf(kind: FieldKind, schema: ParamsSchema): string[] {
  if (kind === 'rights') return Object.keys(schema.properties ?? {})
  if (kind === 'switch') return schema.const === undefined ? [] : [String(schema.const)]
  return kind === 'choice' ? (schema.anyOf ?? [schema]).flatMap((each) => each.enum ?? []) : []
}

const SWITCHES: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

/** Parses text into the field's value; the path of a file becomes `{ path }`. Returns undefined if it is not valid. */
export function readField(field: ActionField, text: string, now: number): unknown {
  const { kind, list, nullable, choices = [] } = field
  if (nullable && text === 'null') return null
  if (list)
    return text.startsWith('[') ? parseJson(text) : text.split(isReference(field) ? /[,\s]+/ : ',').filter(Boolean)
  switch (kind) {
    case 'person':
    case 'bot':
    case 'user':
    case 'chat':
    case 'peer':
      return /^-?\d+$/.test(text) ? Number(text) : text
    case 'message':
    case 'number':
      return parseNumber(text)
    case 'switch':
      return choices.length && choices[0] !== String(SWITCHES[text]) ? undefined : SWITCHES[text]
    case 'file':
      return text.startsWith('{') ? parseJson(text) : { path: text }
    case 'choice':
      return choices.includes(text) ? text : parseNumber(text)
    case 'rights':
      return text.startsWith('{') ? parseJson(text) : parseRights(text.split(','), choices)
    case 'span':
      return parseSpan(text)
    case 'milliseconds':
      return parseNumber(text) ?? toMilliseconds(parseSpan(text))
    case 'moment':
      return parseNumber(text) ?? parseWholeMoment(text, now)
    case 'json':
      return parseJson(text)
    default:
      return text
  }
}

const parseNumber = (text: string) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined)

const toMilliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

function parseWholeMoment(text: string, now: number): number | undefined {
  const at = parseMoment(text, now)
  return at === undefined || parseSpan(text) === undefined ? at : Math.ceil(at)
}

const parseRights = (words: readonly string[], choices: readonly string[]) =>
  words.every((word) => choices.includes(word)) ? Object.fromEntries(words.map((word) => [word, true])) : undefined

/** Returns the text that readField() reads as the value. */
export function writeField(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

interface ValueTexts {
  placeholder: string
  hint: string
  /** Tells the user what to write if the field's text is not valid. */
  instruction: string
  type: string
}

const REFERENCE: ValueTexts = {
  placeholder: 'who',
  hint: '',
  instruction: 'write an id, @username or handle',
  type: 'integer | string',
}
const TEXT: ValueTexts = { placeholder: 'text', hint: '', instruction: 'write text', type: 'string' }
const NUMBER: ValueTexts = { placeholder: 'number', hint: 'a number', instruction: 'write a number', type: 'number' }
const SPAN: ValueTexts = {
  placeholder: 'duration',
  hint: '90s, 48h',
  instruction: 'write 90s, 10m, 48h',
  type: 'number | string',
}

const TEXTS_OF_KIND: Readonly<Record<FieldKind, ValueTexts>> = {
  person: REFERENCE,
  bot: REFERENCE,
  user: REFERENCE,
  chat: REFERENCE,
  peer: REFERENCE,
  message: NUMBER,
  snapshot: TEXT,
  text: TEXT,
  secret: TEXT,
  operation: TEXT,
  number: NUMBER,
  switch: { placeholder: 'true|false', hint: 'yes or no', instruction: 'write yes or no', type: 'boolean' },
  choice: { placeholder: 'word', hint: '', instruction: 'choose one of the options', type: 'string' },
  rights: { placeholder: 'right,…', hint: 'rights', instruction: 'choose rights', type: 'object' },
  file: {
    placeholder: 'path',
    hint: 'a path',
    instruction: 'write the path of a file',
    type: '{name: string, base64: string}',
  },
  span: SPAN,
  milliseconds: SPAN,
  moment: {
    placeholder: 'duration|date',
    hint: '1h, tomorrow 9:00, a date',
    instruction: 'write 1h, tomorrow 9:00, a date, or Unix seconds',
    type: 'number | string',
  },
  json: { placeholder: 'json', hint: 'JSON', instruction: 'write JSON', type: 'JSON' },
}

export function valueTexts({ kind, list, choices }: Pick<ActionField, 'kind' | 'list' | 'choices'>): ValueTexts {
  const texts = TEXTS_OF_KIND[kind]
  const placeholder = kind === 'choice' && choices ? choices.join('|') : texts.placeholder
  const type = choices ? typeOfChoices(kind, choices) : texts.type
  if (!list) return { ...texts, placeholder, type }
  const items = isReference({ kind }) ? 'names' : 'values'
  return {
    placeholder: `${placeholder},…`,
    hint: `${items}, separated by commas`,
    instruction: `write ${items}, separated by commas`,
    type: type.includes(' | ') ? `(${type})[]` : `${type}[]`,
  }
}

function typeOfChoices(kind: FieldKind, choices: readonly string[]): string {
  if (kind === 'rights') return `{${choices.map((name) => `${name}?: boolean`).join(', ')}}`
  return choices.map((choice) => (kind === 'switch' ? choice : JSON.stringify(choice))).join(' | ')
}
