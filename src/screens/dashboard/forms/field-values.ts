// What can be written into a field of a form: people, chats, files, keys.

import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { signal } from '@preact/signals-core'
import type { FieldKind } from '../../../control/contract/service.ts'
import { isReference } from '../../../control/describe/fields.ts'
import { canBe, fits } from '../../model/member-actions.ts'
import { isUndoSnapshot } from '../../model/undo.ts'
import { expandHome } from '../screen/perform.ts'
import type { Screen } from '../screen/screen.ts'
import type { Suggestion } from './complete.ts'
import { choicesOf, type Field, type Form } from './form.ts'

const MAX = 50
const MAX_PATHS = 200

/** The completions of the path that is being written. */
const paths = signal<readonly string[]>([])

export async function completePath(path: string) {
  const folder = path.endsWith('/') ? path : path.includes('/') ? `${dirname(path)}/`.replace('//', '/') : ''
  const entries = await readdir(expandHome(folder) || '.', { withFileTypes: true }).catch(() => [])
  const visible = entries.filter((entry) => !entry.name.startsWith('.') || basename(path).startsWith('.'))
  const found = visible.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`).sort()
  paths.value = found.slice(0, MAX_PATHS)
}

/** Reads signals. */
export function valuesOf(screen: Screen, form: Form): Suggestion[] {
  const field = form.fields[form.at]
  if (!field) return []
  const { text, at } = field.input
  const from = field.list ? text.lastIndexOf(',', at - 1) + 1 : 0
  const start = text.slice(from, at).trim().toLowerCase()
  const values = allValues(screen, field, form)
  const exact = values.find((one) => one.text.toLowerCase() === start)
  const fitting = values.filter(
    (one) => one.text.toLowerCase().startsWith(start) || one.description.toLowerCase().startsWith(start),
  )
  // If the typed text equals a value, that value comes first and all others stay selectable.
  const matching = exact ? [exact, ...values.filter((one) => one !== exact)] : fitting
  return matching.map((one) => ({ ...one, from })).slice(0, MAX)
}

/**
 * Returns the value that Tab inserts: the highlighted one, if the user moved the highlight; otherwise the first one, if
 * the user began to type a value or the field is required.
 */
export function valueToInsert(screen: Screen, form: Form): Suggestion | undefined {
  const field = form.fields[form.at]
  const values = valuesOf(screen, form)
  const chosen = values[form.suggestion]
  if (!field || !chosen) return undefined
  const typed = field.input.text.slice(chosen.from).trim()
  if (form.suggestion > 0) return chosen.text === typed ? undefined : chosen
  if (typed === '') return field.required && field.input.text === '' ? chosen : undefined
  return values.some((one) => one.text.toLowerCase() === typed.toLowerCase()) ? undefined : chosen
}

type Value = Omit<Suggestion, 'from'>

const plain = (texts: readonly string[]): Value[] => texts.map((text) => ({ text, description: '' }))

function allValues(screen: Screen, field: Field, form: Form): Value[] {
  const { kind, name } = field
  const choices = choicesOf(field)
  if (choices.length) return plain(choices)
  if (kind === 'file') return paths.value.map((text) => ({ text, description: '', label: /[^/]*\/?$/.exec(text)![0] }))
  if (isReference(field)) return meLast(screen, inChat(screen, form, field, referable(screen, kind, form)))
  if (name === 'key') return plain((screen.chat.value?.reply_keyboard ?? []).flat().map(({ text }) => text))
  if (kind === 'snapshot') return plain(snapshotsOf(screen))
  return []
}

/** The snapshots that users took. */
const snapshotsOf = ({ model }: Screen) =>
  (model.view('/snapshots').value ?? []).map(({ name }) => name).filter((name) => !isUndoSnapshot(name))

function referable({ people, model, sharedChats }: Screen, kind: FieldKind, { action, fields }: Form): Value[] {
  const persons = people.value.map((one) => ({ text: one.handle, description: one.first_name }))
  const machines = model.bots.value.map((one) => ({ text: one.handle, description: `${one.first_name}, a bot` }))
  const isOfMembers = fields.some(({ name }) => name === 'who')
  const chats = sharedChats.value
    .filter((one) => !isOfMembers || action === undefined || (one.kind !== 'comments' && fits(action, one.kind)))
    .map((one) => ({ text: one.handle, description: `${one.title}, ${one.kind}` }))
  if (kind === 'person') return persons
  if (kind === 'bot') return machines
  return kind === 'chat' ? [...chats, ...(isOfMembers ? [] : machines)] : [...persons, ...machines]
}

/** Limits `who` to people on whom the action is possible now, if the members of the chat are loaded. */
function inChat({ model, sharedChats, me }: Screen, { action = '', fields }: Form, { name }: Field, all: Value[]) {
  const chat = fields.find((one) => one.name === 'chat')?.input.text
  const kind = sharedChats.value.find(({ handle }) => handle === chat)?.kind
  if (name !== 'who' || !chat || !kind) return all
  const members = model.view('/chats/:chat/members', { chat, banned: action === 'unban' }).value
  const memberOf = ({ text }: Value) => members?.find(({ handle }) => handle === text)
  return members ? all.filter((one) => one.text !== me.value && canBe(action, kind, memberOf(one))) : all
}

/** Moves the played person to the end, because users rarely choose themselves. */
const meLast = ({ me }: Screen, all: Value[]): Value[] => [
  ...all.filter(({ text }) => text !== me.value),
  ...all.filter(({ text }) => text === me.value),
]
