// Filling in a form: between its fields, completing them, and doing what it says.

import { nowOf } from '../forms/clock.ts'
import { type Form, paramsOf } from '../forms/form.ts'
import { inputOf } from '../forms/input.ts'
import { withField } from '../forms/open-form.ts'
import { fieldSuggestions, takenNow } from '../forms/suggest.ts'
import { changed, onTop } from '../state/overlays.ts'
import type { State } from '../state/state.ts'
import { withEffects } from '../state/with.ts'

const formOf = (state: State): Form | undefined => onTop(state, 'form')?.form

const withForm = (state: State, form: Form): State => changed(state, { kind: 'form', form })

function toField(state: State, form: Form, by: number): State {
  const at = (form.at + by + form.fields.length) % form.fields.length
  return withForm(state, { ...form, at, suggestion: 0, error: null })
}

function chooseOrMove(state: State, by: number): State {
  const form = formOf(state)
  if (!form) return state
  const suggestions = fieldSuggestions(state, form)
  const to = form.suggestion + by
  if (by > 0 ? to < suggestions.length : to >= 0) return withForm(state, { ...form, suggestion: to })
  return toField(state, form, by)
}

export const fieldUp = (state: State): State => chooseOrMove(state, -1)
export const fieldDown = (state: State): State => chooseOrMove(state, 1)
export const previousField = (state: State): State => {
  const form = formOf(state)
  return form ? toField(state, form, -1) : state
}

export function completeField(state: State): State {
  const form = formOf(state)
  if (!form) return state
  // Nobody who only passes by has chosen anything.
  const taken = takenNow(state, form)
  if (!taken) return toField(state, form, 1)
  return withField(state, form, ({ text }) => inputOf(text.slice(0, taken.from) + taken.text))
}

/** Enter goes to the next field that must be filled, and does it when there is none. */
export function submit(state: State): State {
  const form = formOf(state)
  if (!form) return state
  const here = form.fields[form.at]!
  if (takenNow(state, form)) return completeField(state)
  const empty = form.fields.findIndex((field, i) => i > form.at && field.required && field.input.text === '')
  if (empty >= 0 && here.input.text !== '') return withForm(state, { ...form, at: empty, suggestion: 0 })
  return submitNow(state)
}

export function submitNow(state: State): State {
  const form = formOf(state)
  if (!form || form.busy) return state
  const filled = paramsOf(form, nowOf(state))
  if ('error' in filled) return withForm(state, { ...form, ...filled })
  return withEffects(withForm(state, { ...form, busy: true, error: null }), {
    do: 'perform',
    action: form.action,
    params: filled.params,
    from: 'form',
  })
}
