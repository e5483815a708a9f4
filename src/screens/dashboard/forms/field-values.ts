// What can be written into a field of a form: people, chats, files, keys.

import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { signal } from '@preact/signals-core'
import { readField, valueTexts } from '../../../control/describe/fields.ts'
import { choicesOf, type Field, plain, type Value, valuesFor } from '../../model/form.ts'
import { canBe, fits } from '../../model/member-actions.ts'
import { dim, type Item, strong } from '../screen/items.ts'
import { expandHome } from '../screen/perform.ts'
import { changeOverlay, type Screen } from '../screen/screen.ts'
import { inputOf } from '../text/input.ts'

export interface Form {
  /** The name of the action. */
  action: string
  fields: readonly Field[]
}

const MAX = 50

/** The completions of the path that is being written. */
const paths = signal<readonly string[]>([])
let completed: string | undefined

async function completePath(path: string) {
  if (path === completed) return
  completed = path
  const folder = path.endsWith('/') ? path : path.includes('/') ? `${dirname(path)}/`.replace('//', '/') : ''
  const entries = await readdir(expandHome(folder) || '.', { withFileTypes: true }).catch(() => [])
  const visible = entries.filter((entry) => !entry.name.startsWith('.') || basename(path).startsWith('.'))
  paths.value = visible.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`).sort()
}

/** The values that can be chosen for a field, and what was typed. Reads signals. */
export function valueItems(screen: Screen, form: Form, field: Field, typed: string, set: (text: string) => void) {
  const from = field.list ? typed.lastIndexOf(',') + 1 : 0
  const start = typed.slice(from).trim().toLowerCase()
  if (field.kind === 'file') void completePath(typed)
  const values = allValues(screen, field, form)
  const exact = values.find(({ text }) => text.toLowerCase() === start)
  const fitting = values.filter(({ text, description }) =>
    [text, description].some((one) => one.toLowerCase().startsWith(start)),
  )
  // If the typed text equals a value, that value comes first and all others stay selectable.
  const matching = exact ? [exact, ...values.filter((one) => one !== exact)] : fitting
  const items = matching.slice(0, MAX).map(({ text, description }): Item => {
    const name = field.kind === 'file' ? /[^/]*\/?$/.exec(text)![0] : text
    const item = { id: text, parts: [name, dim(`  ${description}`)] }
    const whole = typed.slice(0, from) + text
    return field.kind === 'file' && text.endsWith('/')
      ? { ...item, isStep: true, run: () => changeOverlay(screen, { input: inputOf(text), at: 0 }) }
      : { ...item, run: () => set(whole) }
  })
  if (typed === '' && field.text && !field.required)
    return [...items, { id: 'empty', parts: [dim('leave it empty')], run: () => set('') }]
  if (exact || typed === '') return items
  const isValid = readField(field, typed, screen.model.timeNow()) !== undefined
  const instruction = `${field.name}: ${valueTexts(field).instruction}.`
  const own = isValid ? { parts: [typed], run: () => set(typed) } : { parts: [strong(instruction, 'bad')] }
  return [...items, { id: 'typed', ...own }]
}

function allValues(screen: Screen, field: Field, form: Form): Value[] {
  const { kind, name } = field
  const choices = choicesOf(field)
  if (choices.length) return plain(choices)
  if (kind === 'file') return plain(paths.value)
  if (name === 'key') return plain((screen.chat.value?.reply_keyboard ?? []).flat().map(({ text }) => text))
  const all = valuesFor(screen.model, field).filter(({ of }) => fits(form.action, of?.kind))
  return meLast(screen, inChat(screen, form, field, all))
}

/** Limits `who` to people on whom the action is possible now, if the members of the chat are loaded. */
function inChat({ model, sharedChats, me }: Screen, { action, fields }: Form, { name }: Field, all: Value[]) {
  const chat = fields.find((one) => one.name === 'chat')?.text
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
