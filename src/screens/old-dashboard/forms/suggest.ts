// Suggestions: bot commands and user names in the composer, values in form fields.

import type { FieldKind } from '../../../control/contract/service.ts'
import { isReference } from '../../../control/describe/fields.ts'
import { openBot, openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { undoSnapshotLabel, userSnapshotsFirst } from '../state/undo.ts'
import { choicesOf, type Field, type Form } from './form.ts'

export interface Suggestion {
  text: string
  description: string
  label?: string
  from: number
}

const MAX = 50

export function composerSuggestions(state: State): Suggestion[] {
  const completion = completionAtCursor(state)
  return completion ? completion.offer(completion.word.toLowerCase()) : []
}

/** Returns the number of suggestions for `/` or `@` alone. The list keeps this height while the user types. */
export const initialSuggestionCount = (state: State) => completionAtCursor(state)?.offer('').length ?? 0

function completionAtCursor(state: State) {
  const { text, at } = state.composer
  const textBefore = text.slice(0, at)
  const command = /^\/(\w*)$/.exec(textBefore)?.[1]
  if (command !== undefined) return { word: command, offer: (start: string) => commandsStarting(state, start) }
  const name = /(?:^|\s)@(\w*)$/.exec(textBefore)?.[1]
  if (name === undefined) return undefined
  return { word: name, offer: (start: string) => namesStarting(state, start, at - name.length - 1) }
}

function commandsStarting(state: State, start: string): Suggestion[] {
  const private_ = openBot(state)
  const bots = private_ ? [private_] : state.bots
  return bots
    .flatMap((bot) =>
      (bot.profile?.commands ?? []).map(({ command, description }) => ({
        text: private_ ? `/${command} ` : `/${command}${bot.username ? `@${bot.username}` : ''} `,
        description,
        from: 0,
      })),
    )
    .filter(({ text }) => text.slice(1).toLowerCase().startsWith(start))
    .slice(0, MAX)
}

function namesStarting({ people, bots }: State, start: string, from: number): Suggestion[] {
  return [...bots, ...people]
    .filter((one) => one.username?.toLowerCase().startsWith(start))
    .map((one) => ({ text: `@${one.username} `, description: one.first_name, from }))
    .slice(0, MAX)
}

export function fieldSuggestions(state: State, form: Form): Suggestion[] {
  const field = form.fields[form.at]
  if (!field) return []
  const { text, at } = field.input
  const from = field.list ? text.lastIndexOf(',', at - 1) + 1 : 0
  const start = text.slice(from, at).trim().toLowerCase()
  const values = valuesFor(state, field, form)
  const exact = values.find((one) => one.text.toLowerCase() === start)
  // If the typed text equals a value, that value comes first and all others stay selectable.
  const matching = exact
    ? [exact, ...values.filter((one) => one !== exact)]
    : values.filter((one) => one.text.toLowerCase().startsWith(start))
  return matching.map((one) => ({ ...one, from })).slice(0, MAX)
}

/**
 * Returns the suggestion that Tab inserts: the highlighted one, if the user has moved the highlight. Otherwise returns
 * the first one, if the user has begun to type a value or the field is required.
 */
export function suggestionToInsert(state: State, form: Form): Suggestion | undefined {
  const field = form.fields[form.at]
  const suggestions = fieldSuggestions(state, form)
  const selected = suggestions[form.suggestion]
  if (!field || !selected) return undefined
  const typed = field.input.text.slice(selected.from).trim()
  if (form.suggestion > 0) return selected.text === typed ? undefined : selected
  if (typed === '') return field.required && field.input.text === '' ? selected : undefined
  return suggestions.some((one) => one.text.toLowerCase() === typed.toLowerCase()) ? undefined : selected
}

type Value = Omit<Suggestion, 'from'>

const plain = (texts: readonly string[]): Value[] => texts.map((text) => ({ text, description: '' }))

function valuesFor(state: State, field: Field, form: Form): Value[] {
  const { kind, name } = field
  const choices = choicesOf(field)
  if (name === 'kind' && form.fileKind !== null) {
    const others = choices.filter((one) => one !== form.fileKind)
    return [{ text: form.fileKind, description: 'by its content' }, ...plain(others)]
  }
  if (choices.length) return plain(choices)
  if (kind === 'file') return form.paths.map((text) => ({ text, description: '', label: /[^/]*\/?$/.exec(text)![0] }))
  if (isReference(field)) return meLast(state, inChat(form, field, referable(state, kind)))
  if (name === 'key') return plain((openChat(state)?.reply_keyboard ?? []).flat().map(({ text }) => text))
  if (kind === 'snapshot') {
    const names = [...state.snapshots].sort(userSnapshotsFirst(state))
    return names.map((text) => ({ text, description: undoSnapshotLabel(state, text) ?? '' }))
  }
  return []
}

function referable({ people, bots, sharedChats }: State, kind: FieldKind): Value[] {
  const persons = people.map((one) => ({ text: one.handle, description: one.first_name }))
  const machines = bots.map((one) => ({ text: one.handle, description: `${one.first_name}, a bot` }))
  const chats = sharedChats.map((one) => ({ text: one.handle, description: `${one.title}, ${one.kind}` }))
  if (kind === 'person') return persons
  if (kind === 'bot') return machines
  return kind === 'chat' ? [...chats, ...machines] : [...persons, ...machines]
}

/** Limits `who` to people on whom the action is possible, if the members of the chat are loaded. */
function inChat({ fields, members }: Form, { name, outside = false }: Field, all: Value[]): Value[] {
  const chat = fields.find((one) => one.name === 'chat')?.input.text
  if (name !== 'who' || !members || members.chat !== chat) return all
  const inside = new Set(members.list.map(({ handle }) => handle))
  return all.filter(({ text }) => inside.has(text) !== outside)
}

/** Moves the played person to the end of the suggestions, because users rarely choose themselves. */
const meLast = ({ me }: State, all: Value[]): Value[] => [
  ...all.filter(({ text }) => text !== me),
  ...all.filter(({ text }) => text === me),
]
