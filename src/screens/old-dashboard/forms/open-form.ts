// Opens the forms of actions: fills in known values, and loads suggestions.

import type { ActionDescription } from '../../../control/contract/service.ts'
import { ADMIN_RIGHTS } from '../../../service/rules/rights.ts'
import { pushOverlay, replaceOverlay, requestAction, showToast, withEffects } from '../state/change.ts'
import { currentBot, openChat } from '../state/roster.ts'
import type { Effect, MenuItem, State } from '../state/state.ts'
import { type Field, type Form, formFor } from './form.ts'
import type { Input } from './input.ts'

export function openForm(state: State, name: string, prefilled: Readonly<Record<string, unknown>>): State {
  const action = state.actions.find((one) => one.name === name)
  if (!action) return showToast(state, `This emulator does not know the action ${name}.`, true)
  const form = formFor(action, name === 'promote' ? { rights: USABLE_RIGHTS, ...prefilled } : prefilled)
  if (!form.fields.length) return performWithToast(state, name, {})
  return withEffects(
    pushOverlay(state, { kind: 'form', form }),
    ...form.fields.flatMap((field) => loadsFor(form, field)),
  )
}

/** The rights that the form of `promote` preselects: all rights except the right to promote members. */
const USABLE_RIGHTS = Object.fromEntries(
  ADMIN_RIGHTS.filter((right) => right !== 'can_promote_members').map((right) => [right, true]),
)

export const performWithToast = (state: State, action: string, params: MenuItem['params']): State =>
  requestAction(state, action, params, `${action}: done`)

export function runItem(state: State, { action, params, opensForm }: MenuItem): State {
  if (action === 'quit' || action === 'explore' || action === 'stop-exploring')
    return withEffects(state, { do: action, ...params } as Effect)
  return opensForm ? openForm(state, action, params) : performWithToast(state, action, params)
}

export function editField(state: State, form: Form, change: (input: Input) => Input): State {
  const fields = form.fields.map((one, i) => (i === form.at ? { ...one, input: change(one.input) } : one))
  const field = fields[form.at]
  const after: State = replaceOverlay(state, { kind: 'form', form: { ...form, fields, suggestion: 0, error: null } })
  return withEffects(after, ...(field ? loadsFor(form, field) : []))
}

/** Returns the effects that load suggestions: paths for a file, the members of the chat for `who`. */
function loadsFor({ fields }: Form, { kind, name, input: { text } }: Field): Effect[] {
  if (kind === 'file') return [{ do: 'paths', path: text }]
  const asksWho = name === 'chat' && text !== '' && fields.some((field) => field.name === 'who')
  return asksWho ? [{ do: 'members', chat: text }] : []
}

/** Returns known values for required fields, such as the open chat; for create actions, also owner and members. */
export function knownValues(state: State, { name, fields }: Pick<ActionDescription, 'name' | 'fields'>) {
  const required = fields.filter((field) => field.required).map((field) => field.name)
  const names = new Set(name.startsWith('create') ? [...required, 'owner', 'members'] : required)
  if (names.has('who') && openChat(state)?.kind === 'private') names.delete('chat')
  const chat = state.open ?? undefined
  const as = state.me ?? undefined
  const bot = currentBot(state)?.handle
  const message_id = state.conversation.selected ?? undefined
  const values = { as, to: chat, chat, owner: as, members: bot, bot, message_id }
  return Object.fromEntries(Object.entries(values).filter(([field]) => names.has(field)))
}
