// Filling in a form: between its fields, completing them, and doing what it says.

import { type Form, nextMissing, paramsOf } from '../forms/form.ts'
import { inputOf } from '../forms/input.ts'
import { withField } from '../forms/open-form.ts'
import { fieldSuggestions, takenNow } from '../forms/suggest.ts'
import { nowOf } from '../state/clock.ts'
import { changed, onTop } from '../state/overlays.ts'
import type { State } from '../state/state.ts'
import { withEffects } from '../state/with.ts'

/** Does nothing where no form lies on top. */
const inForm =
  (work: (state: State, form: Form) => State) =>
  (state: State): State => {
    const top = onTop(state, 'form')
    return top ? work(state, top.form) : state
  }

const withForm = (state: State, form: Form): State => changed(state, { kind: 'form', form })

function toField(state: State, form: Form, by: number): State {
  const at = (form.at + by + form.fields.length) % form.fields.length
  return withForm(state, { ...form, at, suggestion: 0, error: null })
}

const chooseOrMove = (by: number) =>
  inForm((state, form) => {
    const to = form.suggestion + by
    const isOffered = by > 0 ? to < fieldSuggestions(state, form).length : to >= 0
    return isOffered ? withForm(state, { ...form, suggestion: to }) : toField(state, form, by)
  })

export const fieldUp = chooseOrMove(-1)
export const fieldDown = chooseOrMove(1)
export const previousField = inForm((state, form) => toField(state, form, -1))

export const completeField = inForm((state, form) => {
  // Nobody who only passes by has chosen anything.
  const taken = takenNow(state, form)
  if (!taken) return toField(state, form, 1)
  return withField(state, form, ({ text }) => inputOf(text.slice(0, taken.from) + taken.text))
})

/** Enter goes to the next field that must be filled, and does it when there is none. */
export const submit = inForm((state, form) => {
  if (takenNow(state, form)) return completeField(state)
  const at = nextMissing(form)
  return at === undefined ? submitNow(state) : withForm(state, { ...form, at, suggestion: 0 })
})

export const submitNow = inForm((state, form) => {
  if (form.busy) return state
  const filled = paramsOf(form, nowOf(state))
  if ('error' in filled) return withForm(state, { ...form, ...filled })
  const busy = withForm(state, { ...form, busy: true, error: null })
  return withEffects(busy, { do: 'perform', action: form.action, params: filled.params, from: 'form' })
})
