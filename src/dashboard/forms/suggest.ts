// What could be written next: commands and names in the composer, values in a field.

import { isReference } from '../../contract/fields.ts'
import type { FieldKind } from '../../contract/service.ts'
import { openBot, openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { keptForUndo, namedFirst } from '../state/undo.ts'
import { choicesOf, type Field, type Form } from './form.ts'

export interface Suggestion {
  /** What stands there once it is taken. */
  text: string
  says: string
  /** How it is called in the list, where that is shorter. */
  label?: string
  /** From where on it replaces what is written. */
  from: number
}

const MAX = 50

export function composerSuggestions(state: State): Suggestion[] {
  const begun = begunIn(state)
  return begun ? begun.offer(begun.word.toLowerCase()) : []
}

/** How many there are before more than a sign is written, which is the room that they keep. */
export const suggestionsBegun = (state: State) => begunIn(state)?.offer('').length ?? 0

function begunIn(state: State) {
  const { text, at } = state.composer
  const written = text.slice(0, at)
  const command = /^\/(\w*)$/.exec(written)?.[1]
  if (command !== undefined) return { word: command, offer: (start: string) => commandsStarting(state, start) }
  const name = /(?:^|\s)@(\w*)$/.exec(written)?.[1]
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
        says: description,
        from: 0,
      })),
    )
    .filter(({ text }) => text.slice(1).toLowerCase().startsWith(start))
    .slice(0, MAX)
}

function namesStarting({ people, bots }: State, start: string, from: number): Suggestion[] {
  return [...bots, ...people]
    .filter((one) => one.username?.toLowerCase().startsWith(start))
    .map((one) => ({ text: `@${one.username} `, says: one.first_name, from }))
    .slice(0, MAX)
}

export function fieldSuggestions(state: State, form: Form): Suggestion[] {
  const field = form.fields[form.at]
  if (!field) return []
  const { text, at } = field.input
  const from = field.list ? text.lastIndexOf(',', at - 1) + 1 : 0
  const start = text.slice(from, at).trim().toLowerCase()
  const offered = valuesFor(state, field, form)
  const exact = offered.find((one) => one.text.toLowerCase() === start)
  // What is written whole stands first, and the others are there to choose from.
  const fitting = exact
    ? [exact, ...offered.filter((one) => one !== exact)]
    : offered.filter((one) => one.text.toLowerCase().startsWith(start))
  return fitting.map((one) => ({ ...one, from })).slice(0, MAX)
}

/** The suggestion that completes what is written in part, or must be written. */
export function takenNow(state: State, form: Form): Suggestion | undefined {
  const field = form.fields[form.at]
  const suggestions = fieldSuggestions(state, form)
  const taken = suggestions[form.suggestion]
  if (!field || !taken) return undefined
  const written = field.input.text.slice(taken.from).trim()
  if (form.suggestion > 0) return taken.text === written ? undefined : taken
  if (written === '') return field.required && field.input.text === '' ? taken : undefined
  return suggestions.some((one) => one.text.toLowerCase() === written.toLowerCase()) ? undefined : taken
}

type Value = Omit<Suggestion, 'from'>

const plain = (texts: readonly string[]): Value[] => texts.map((text) => ({ text, says: '' }))

function valuesFor(state: State, field: Field, form: Form): Value[] {
  const { kind, name } = field
  const choices = choicesOf(field)
  if (name === 'kind' && form.fileKind !== null) {
    const others = choices.filter((one) => one !== form.fileKind)
    return [{ text: form.fileKind, says: 'by its content' }, ...plain(others)]
  }
  if (choices.length) return plain(choices)
  if (kind === 'file') return form.paths.map((text) => ({ text, says: '', label: /[^/]*\/?$/.exec(text)![0] }))
  if (isReference(field)) return meLast(state, inChat(form, name, referable(state, kind)))
  if (name === 'key') return plain((openChat(state)?.reply_keyboard ?? []).flat().map(({ text }) => text))
  if (kind === 'snapshot') {
    const names = [...state.snapshots].sort(namedFirst(state))
    return names.map((text) => ({ text, says: keptForUndo(state, text) ?? '' }))
  }
  return []
}

/** Returns everything that a field of the kind can name. */
function referable({ people, bots, places }: State, kind: FieldKind): Value[] {
  const persons = people.map((one) => ({ text: one.handle, says: one.first_name }))
  const machines = bots.map((one) => ({ text: one.handle, says: `${one.first_name}, a bot` }))
  const chats = places.map((one) => ({ text: one.handle, says: `${one.title}, ${one.kind}` }))
  if (kind === 'person') return persons
  if (kind === 'bot') return machines
  return kind === 'chat' ? [...chats, ...machines] : [...persons, ...machines]
}

/** Actions on people outside the chat; all others are for its members. */
const FOR_OTHERS = new Set(['add', 'unban'])

/** Keeps only the people that the action can be about, if the members of the chat are known. */
function inChat({ action, fields, members }: Form, field: string, all: Value[]): Value[] {
  const chat = fields.find(({ name }) => name === 'chat')?.input.text
  if (field !== 'who' || !members || members.chat !== chat) return all
  const inside = new Set(members.list.map(({ handle }) => handle))
  return all.filter(({ text }) => inside.has(text) !== FOR_OTHERS.has(action))
}

/** Moves the played person to the end: people rarely mean themselves. */
const meLast = ({ me }: State, all: Value[]): Value[] => [
  ...all.filter(({ text }) => text !== me),
  ...all.filter(({ text }) => text === me),
]
