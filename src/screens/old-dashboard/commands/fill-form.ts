// Commands of a form: move between its fields, complete them, submit.

import { type Form, nextMissing, paramsOf } from '../forms/form.ts'
import { inputOf } from '../forms/input.ts'
import { editField } from '../forms/open-form.ts'
import { fieldSuggestions, suggestionToInsert } from '../forms/suggest.ts'
import { replaceOverlay, topOverlayOfKind, withEffects } from '../state/change.ts'
import { emulatorTime } from '../state/clock.ts'
import type { State } from '../state/state.ts'
import { command } from './command.ts'

const onForm =
  (work: (state: State, form: Form) => State) =>
  (state: State): State => {
    const top = topOverlayOfKind(state, 'form')
    return top ? work(state, top.form) : state
  }

const withForm = (state: State, form: Form): State => replaceOverlay(state, { kind: 'form', form })

const toField = (by: number) =>
  onForm((state, form) => {
    const at = (form.at + by + form.fields.length) % form.fields.length
    return withForm(state, { ...form, at, suggestion: 0, error: null })
  })

const chooseOrMove = (by: number) =>
  onForm((state, form) => {
    const to = form.suggestion + by
    const isOffered = by > 0 ? to < fieldSuggestions(state, form).length : to >= 0
    return isOffered ? withForm(state, { ...form, suggestion: to }) : toField(by)(state)
  })

export const completeField = onForm((state, form) => {
  // Without a suggestion to insert, for example in an empty optional field, Tab selects the next field.
  const suggestion = suggestionToInsert(state, form)
  if (!suggestion) return toField(1)(state)
  return editField(state, form, ({ text }) => inputOf(text.slice(0, suggestion.from) + suggestion.text))
})

/** Inserts the suggestion, else selects the next empty required field, else submits the form. */
const submit = onForm((state, form) => {
  if (suggestionToInsert(state, form)) return completeField(state)
  const at = nextMissing(form)
  return at === undefined ? submitNow(state) : withForm(state, { ...form, at, suggestion: 0 })
})

const submitNow = onForm((state, form) => {
  if (form.isBusy) return state
  const twice = joinedTwice(state, form)
  if (twice) return withForm(state, { ...form, error: twice })
  const result = paramsOf(form, emulatorTime(state))
  if ('error' in result) return withForm(state, { ...form, ...result })
  const submitting = withForm(state, { ...form, isBusy: true, error: null })
  return withEffects(submitting, { do: 'perform', action: form.action, params: result.params, from: 'form' })
})

const completeAndSubmit = onForm((state, form) =>
  submitNow(suggestionToInsert(state, form) ? completeField(state) : state),
)

/** Returns an error if the person is already a member. The emulator would accept the join but change nothing. */
function joinedTwice({ chats, people, me }: State, { action, fields }: Form): string | undefined {
  const textOf = (name: string) => fields.find((field) => field.name === name)?.input.text
  const person = people.find(({ handle }) => handle === textOf('as') && handle === me)
  const chat = chats.find(({ handle }) => handle === textOf('chat'))
  return action === 'join' && person && chat ? `${person.first_name} is already a member of ${chat.title}.` : undefined
}

const submitHint = (state: State) => {
  const form = topOverlayOfKind(state, 'form')?.form
  if (!form) return null
  const suggestion = suggestionToInsert(state, form)
  if (suggestion) return `insert ${suggestion.label ?? suggestion.text}`
  return nextMissing(form) === undefined ? form.action : 'next field'
}

const completeHint = (state: State) => {
  const form = topOverlayOfKind(state, 'form')?.form
  return form && suggestionToInsert(state, form) ? 'complete' : 'next field'
}

export const formCommands = {
  submit: command({ form: 'enter' }, 'next field, or submit', submit, 1, submitHint),
  submitNow: command({ form: 'ctrl-s' }, 'submit', completeAndSubmit, 2, (state) => {
    const action = topOverlayOfKind(state, 'form')?.form.action ?? null
    return submitHint(state) === action ? null : action
  }),
  completeField: command({ form: 'tab' }, 'complete the word, or go to the next field', completeField, 4, completeHint),
  previousField: command({ form: 'shift-tab' }, 'previous field', toField(-1)),
  fieldUp: command({ form: 'up' }, 'previous suggestion or field', chooseOrMove(-1)),
  fieldDown: command({ form: 'down' }, 'next suggestion or field', chooseOrMove(1)),
}
