// Commands of a form: move between its fields, complete them, submit.

import { type Form, nextMissing, paramsOf } from '../forms/form.ts'
import { inputOf } from '../forms/input.ts'
import { withField } from '../forms/open-form.ts'
import { fieldSuggestions, takenNow } from '../forms/suggest.ts'
import { changed, onTop, withEffects } from '../state/change.ts'
import { nowOf } from '../state/clock.ts'
import type { State } from '../state/state.ts'
import { command } from './command.ts'

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

export const completeField = inForm((state, form) => {
  // Nobody who only passes by has chosen anything.
  const taken = takenNow(state, form)
  if (!taken) return toField(state, form, 1)
  return withField(state, form, ({ text }) => inputOf(text.slice(0, taken.from) + taken.text))
})

/** Enter goes to the next field that must be filled, and does it when there is none. */
const submit = inForm((state, form) => {
  if (takenNow(state, form)) return completeField(state)
  const at = nextMissing(form)
  return at === undefined ? submitNow(state) : withForm(state, { ...form, at, suggestion: 0 })
})

const submitNow = inForm((state, form) => {
  if (form.busy) return state
  const filled = paramsOf(form, nowOf(state))
  if ('error' in filled) return withForm(state, { ...form, ...filled })
  const busy = withForm(state, { ...form, busy: true, error: null })
  return withEffects(busy, { do: 'perform', action: form.action, params: filled.params, from: 'form' })
})

const submits = (state: State) => {
  const form = onTop(state, 'form')?.form
  if (!form) return null
  const taken = takenNow(state, form)
  if (taken) return `take ${taken.label ?? taken.text}`
  return nextMissing(form) === undefined ? 'do it' : 'next field'
}

const completes = (state: State) => {
  const form = onTop(state, 'form')?.form
  return form && takenNow(state, form) ? 'complete' : 'next field'
}

export const formCommands = {
  submit: command({ form: 'enter' }, 'next field, or do it', submit, 1, submits),
  submitNow: command({ form: 'ctrl-s' }, 'do it', submitNow, 2, (state) =>
    submits(state) === 'do it' ? null : 'do it',
  ),
  completeField: command({ form: 'tab' }, 'complete, or next field', completeField, 4, completes),
  previousField: command(
    { form: 'shift-tab' },
    'field before',
    inForm((state, form) => toField(state, form, -1)),
  ),
  fieldUp: command({ form: 'up' }, 'suggestion or field above', chooseOrMove(-1)),
  fieldDown: command({ form: 'down' }, 'suggestion or field below', chooseOrMove(1)),
}
