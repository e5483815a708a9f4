// A form for an action: its fields, their texts, and the resulting parameters.

import type { ActionDescription, ActionField } from '../../../control/contract/service.ts'
import { readField, valueTexts } from '../../../control/describe/fields.ts'
import { type Input, inputOf } from '../text/input.ts'

export interface Field extends ActionField {
  /** The path of the value that the field sets: the parameter's name and, for a single right, the right's name. */
  path: readonly string[]
  input: Input
}

export interface Form {
  kind: 'form'
  title: string
  /** The name of the action, if the form is for one. */
  action: string | undefined
  summary: string
  fields: readonly Field[]
  at: number
  suggestion: number
  error: string | null
  isBusy: boolean
  /** Returns what is wrong with the parameters; undefined if the form is done. */
  submit(params: Record<string, unknown>): Promise<string | undefined>
}

export function formFor(
  title: string,
  { name, summary, fields: declared }: Pick<ActionDescription, 'summary' | 'fields'> & { name?: string },
  prefilled: Readonly<Record<string, unknown>>,
  submit: Form['submit'],
): Form {
  const fields = fieldsFor(declared, prefilled)
  const at = Math.max(
    0,
    fields.findIndex((field) => field.required && field.input.text === ''),
  )
  return { kind: 'form', title, action: name, summary, fields, at, suggestion: 0, error: null, isBusy: false, submit }
}

function fieldsFor(declared: readonly ActionField[], prefilled: Readonly<Record<string, unknown>>): Field[] {
  const fields = declared.flatMap((field): Field[] => {
    const { name, kind, choices = [] } = field
    const value = prefilled[name]
    if (kind !== 'rights') return [{ ...field, path: [name], input: inputOf(formatValue(value)) }]
    const set = (value ?? {}) as Readonly<Record<string, unknown>>
    return choices.map((right) => ({
      ...SWITCH,
      name: right,
      description: field.description,
      path: [name, right],
      input: inputOf(formatValue(set[right])),
    }))
  })
  return fields.sort((a, b) => Number(b.required) - Number(a.required))
}

const SWITCH = { kind: 'switch', list: false, required: false, nullable: false } as const

export function choicesOf({ kind, choices }: Field): readonly string[] {
  if (kind !== 'switch') return choices ?? []
  return choices?.map((choice) => formatValue(choice === 'true')) ?? ['yes', 'no']
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the index of the next empty required field, if one exists and the selected field is filled. */
export function nextMissing({ fields, at }: Form): number | undefined {
  const next = fields.findIndex(({ required, input }, i) => i > at && required && input.text === '')
  return next < 0 || fields[at]?.input.text === '' ? undefined : next
}

/** Returns the action's parameters. If a text is missing or invalid, returns an error and the index of the field. */
export function paramsOf(form: Form, now: number): { params: Record<string, unknown> } | { error: string; at: number } {
  const params: Record<string, unknown> = {}
  for (const [at, field] of form.fields.entries()) {
    const text = field.input.text
    if (text === '' && field.required && field.kind !== 'text') return { error: `Fill in ${field.name}.`, at }
    if (text === '') continue
    const value = readField(field, text, now)
    if (value === undefined) return { error: `${field.name}: ${valueTexts(field).instruction}.`, at }
    const [name, flag] = field.path
    if (flag === undefined) params[name!] = value
    else params[name!] = { ...(params[name!] as object | undefined), [flag]: value }
  }
  return { params }
}

export function hintFor(field: Field): string {
  const what = choicesOf(field).join(' or ') || valueTexts(field).hint
  const value = Array.isArray(field.default) ? '' : formatValue(field.default)
  return value === '' ? what : `${what}${what && ', '}default ${value}`
}
