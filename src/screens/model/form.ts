// The fields of an action's form: their texts, and the parameters that result.

import type { ActionDescription, ActionField, ActionVariant, FieldKind } from '../../control/contract/service.ts'
import { readField, valueTexts, writeField } from '../../control/describe/fields.ts'
import { OWN_NAMES } from '../../service/rules/operation-names.ts'
import { fieldLabelOf } from './labels.ts'
import { fits } from './member-actions.ts'
import type { Model } from './model.ts'
import { isUndoSnapshot } from './undo.ts'

export interface Field extends ActionField {
  /** The path of the value that the field sets: the parameter's name and, for a part of the value, the part's name. */
  path: readonly string[]
  text: string
}

/** The required fields come first. A single right and a declared part of an object have a field each. */
export function fieldsFor(
  { fields, variants, example }: ActionDescription,
  prefilled: Readonly<Record<string, unknown>>,
  variant?: ActionVariant,
): Field[] {
  const ofSome = new Set(variants.flatMap((each) => [...each.fields, ...Object.keys(each.values)]))
  const made = fields
    .filter(({ name }) => !variant || !ofSome.has(name) || variant.fields.includes(name))
    .flatMap((declared): Field[] => {
      const { name } = declared
      const value = prefilled[name] ?? variant?.values[name] ?? declared.first
      const parts = partsOf(declared)
      if (parts.length) return parts.map((part) => ({ ...part, text: writeField(Object(value)[part.path[1]!]) }))
      const required = declared.required || name in (variant?.values ?? {})
      const hint = declared.hint ?? (name in example ? `e.g. ${exampleText(example[name])}` : undefined)
      return [{ ...declared, ...(hint && { hint }), required, path: [name], text: writeField(value) }]
    })
  return made.sort((a, b) => Number(b.required) - Number(a.required))
}

function partsOf({ choices = [], parts = {}, default: _, ...field }: ActionField) {
  const ofRights = field.kind === 'rights' ? choices.map((right): [string, FieldKind] => [right, 'switch']) : []
  return [...ofRights, ...Object.entries(parts)].map(([part, kind], at) => {
    const heading = at === 0 && field.kind === 'rights' ? fieldLabelOf(field.name) : undefined
    return { ...field, ...(heading && { heading }), kind, name: `${field.name}.${part}`, path: [field.name, part] }
  })
}

const exampleText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : writeField(value))

export function choicesOf({ kind, choices }: Field): readonly string[] {
  if (kind !== 'switch') return choices ?? []
  return choices?.map((choice) => writeField(choice === 'true')) ?? ['yes', 'no']
}

export interface Value {
  text: string
  description: string
  /** The person, bot or chat that the text names. */
  of?: { handle: string; kind?: string }
}

export const plain = (texts: readonly string[]): Value[] => texts.map((text) => ({ text, description: '' }))

/** Returns what a field can name. Reads signals, but only those of its kind: each of them is loaded for its readers. */
export function valuesFor({ people, bots, view }: Model, { kind, shared }: ActionField): Value[] {
  const persons = () => people.value.map((of) => ({ text: of.handle, description: of.first_name, of }))
  const machines = () => bots.value.map((of) => ({ text: of.handle, description: `${of.first_name}, a bot`, of }))
  const groups = () =>
    view('/chats').value?.map((of) => ({ text: of.handle, description: `${of.title}, ${of.kind}`, of })) ?? []
  const snapshots = () => view('/snapshots').value?.map(({ name }) => name) ?? []
  const values: Partial<Record<FieldKind, () => Value[]>> = {
    person: persons,
    bot: machines,
    user: () => [...persons(), ...machines()],
    peer: () => [...persons(), ...groups()],
    chat: () => (shared ? groups() : [...groups(), ...machines()]),
    snapshot: () => plain(snapshots().filter((name) => !isUndoSnapshot(name))),
    operation: () => plain(OWN_NAMES),
  }
  return values[kind]?.() ?? []
}

/** Returns the action's parameters. */
export function paramsOf(fields: readonly Field[], now: number): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const field of fields.filter(({ text }) => text !== '')) {
    const [name, part] = field.path as [string, string?]
    const value = readField(field, field.text, now)
    params[name] = part === undefined ? value : { ...(params[name] as object | undefined), [part]: value }
  }
  return params
}

/** Returns what to write in the fields whose texts cannot be read, by their names. */
export const unreadable = (fields: readonly Field[], now: number): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((field) => field.text !== '' && readField(field, field.text, now) === undefined)
      .map((field) => [field.name, valueTexts(field).instruction]),
  )

/** `open` is the handle of the open chat, or of the bot with which it is; `kind` is the kind of the chat. */
type Known = Partial<Record<'me' | 'open' | 'kind' | 'bot', string | undefined>> & { messageId?: number | undefined }

/** Returns what is known of the required fields, such as the open chat; for create actions, also owner and members. */
export function knownValues({ name: action, fields }: ActionDescription, { me, open, kind, bot, messageId }: Known) {
  const isWrongKind = ({ shared }: ActionField) => shared && (kind === 'private' || !fits(action, kind))
  const values: Readonly<Record<string, unknown>> = {
    as: me,
    to: open,
    chat: fields.some(isWrongKind) ? undefined : open,
    owner: me,
    members: bot,
    bot,
    message_id: messageId,
  }
  const asksFor = ({ name, required }: ActionField) =>
    required || (action.startsWith('create') && (name === 'owner' || name === 'members'))
  return Object.fromEntries(fields.filter(asksFor).map(({ name }) => [name, values[name]]))
}
