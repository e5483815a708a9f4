// A form opened: what it knows already, and what is read for it.

import type { ActionDescription } from '../../contract/service.ts'
import { changed, overlaid, perform, tell, withEffects } from '../state/change.ts'
import { currentBot, openChat } from '../state/roster.ts'
import type { Effect, MenuItem, State } from '../state/state.ts'
import { type Field, type Form, formFor } from './form.ts'
import type { Input } from './input.ts'

/** An action that needs nothing said is done at once. */
export function openForm(state: State, name: string, known: Readonly<Record<string, unknown>>): State {
  const action = state.actions.find((one) => one.name === name)
  if (!action) return tell(state, `This emulator has no action ${name}.`, true)
  const form = formFor(action, known)
  if (!form.fields.length) return done(state, name, {})
  return withEffects(overlaid(state, { kind: 'form', form }), ...form.fields.flatMap((field) => readFor(form, field)))
}

export const done = (state: State, action: string, params: MenuItem['params']): State =>
  perform(state, action, params, `${action}: done`)

/** What a menu offers is done at once, where nothing is still to be said. */
export function takeItem(state: State, { action, params, ask }: MenuItem): State {
  if (action === 'quit') return withEffects(state, { do: 'quit' })
  return ask ? openForm(state, action, params) : done(state, action, params)
}

/** Another text in the field at hand, and what is read because of it. */
export function withField(state: State, form: Form, change: (input: Input) => Input): State {
  const fields = form.fields.map((one, i) => (i === form.at ? { ...one, input: change(one.input) } : one))
  const field = fields[form.at]
  const after: State = changed(state, { kind: 'form', form: { ...form, fields, suggestion: 0, error: null } })
  return withEffects(after, ...(field ? readFor(form, field) : []))
}

/** What is read once more when a field has changed: the folder of a path, the members of a chat. */
function readFor({ fields }: Form, { kind, name, input: { text } }: Field): Effect[] {
  if (kind === 'file') return [{ do: 'paths', path: text }]
  const asksWho = name === 'chat' && text !== '' && fields.some((field) => field.name === 'who')
  return asksWho ? [{ do: 'members', chat: text }] : []
}

/** What a form can know before anything is written in it; of what may be left out, nothing but a new thing's owner. */
export function knownValues(state: State, { name, fields }: Pick<ActionDescription, 'name' | 'fields'>) {
  const required = fields.filter((field) => field.required).map((field) => field.name)
  const wanted = new Set(name.startsWith('create') ? [...required, 'owner', 'members'] : required)
  if (wanted.has('who') && openChat(state)?.kind === 'private') wanted.delete('chat')
  return Object.fromEntries(Object.entries(knownOf(state)).filter(([field]) => wanted.has(field)))
}

function knownOf(state: State): Record<string, unknown> {
  const chat = state.open ?? undefined
  return {
    as: state.me ?? undefined,
    to: chat,
    chat,
    owner: state.me ?? undefined,
    members: currentBot(state)?.handle,
    bot: currentBot(state)?.handle,
    message_id: state.talk.selected ?? undefined,
  }
}
