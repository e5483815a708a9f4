// The fields of an action: their texts, and the parameters that result.

import type { ActionField } from '../../../control/contract/service.ts'
import { readField, valueTexts } from '../../../control/describe/fields.ts'

export interface Field extends ActionField {
  /** The path of the value that the field sets: the parameter's name and, for a single right, the right's name. */
  path: readonly string[]
  text: string
}

/** The required fields come first. */
export function fieldsFor(declared: readonly ActionField[], prefilled: Readonly<Record<string, unknown>>): Field[] {
  const fields = declared.flatMap((field): Field[] => {
    const { name, kind, choices = [] } = field
    const value = prefilled[name]
    if (kind !== 'rights') return [{ ...field, path: [name], text: formatValue(value) }]
    const set = (value ?? {}) as Readonly<Record<string, unknown>>
    return choices.map((right) => ({
      ...SWITCH,
      name: right,
      description: field.description,
      path: [name, right],
      text: formatValue(set[right]),
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

/** Returns the action's parameters. */
export function paramsOf(fields: readonly Field[], now: number): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const field of fields.filter(({ text }) => text !== '')) {
    const [name, flag] = field.path as [string, string?]
    const value = readField(field, field.text, now)
    params[name] = flag === undefined ? value : { ...(params[name] as object | undefined), [flag]: value }
  }
  return params
}

export function hintFor(field: Field): string {
  const what = choicesOf(field).join(' or ') || valueTexts(field).hint
  const value = Array.isArray(field.default) ? '' : formatValue(field.default)
  return value === '' ? what : `${what}${what && ', '}default ${value}`
}
