// Commands of a form: go from field to field, complete, perform.

import { completePath, valuesOf, valueToInsert } from '../forms/field-values.ts'
import { type Form, nextMissing, paramsOf } from '../forms/form.ts'
import { closeOverlay, replaceOverlay, type Screen, topOverlay } from '../screen/screen.ts'
import { type Input, inputOf } from '../text/input.ts'
import type { Command } from './command.ts'

const formOf = (screen: Screen): Form | undefined => {
  const top = screen.overlays.value.at(-1)
  return top?.kind === 'form' ? top.form : undefined
}

function setForm(screen: Screen, change: Partial<Form>) {
  const form = formOf(screen)
  if (form) replaceOverlay(screen, { kind: 'form', form: { ...form, ...change } })
}

export function editField(screen: Screen, change: (input: Input) => Input) {
  const form = formOf(screen)
  if (!form) return
  const fields = form.fields.map((one, i) => (i === form.at ? { ...one, input: change(one.input) } : one))
  setForm(screen, { fields, suggestion: 0, error: null })
  const field = fields[form.at]
  if (field?.kind === 'file') void completePath(field.input.text)
}

function toField(screen: Screen, by: number) {
  const form = formOf(screen)
  if (form)
    setForm(screen, { at: (form.at + by + form.fields.length) % form.fields.length, suggestion: 0, error: null })
}

function chooseOrMove(screen: Screen, by: number) {
  const form = formOf(screen)
  if (!form) return
  const to = form.suggestion + by
  if (by > 0 ? to < valuesOf(screen, form).length : to >= 0) setForm(screen, { suggestion: to })
  else toField(screen, by)
}

function complete(screen: Screen) {
  const form = formOf(screen)
  const value = form && valueToInsert(screen, form)
  if (value) editField(screen, ({ text }) => inputOf(text.slice(0, value.from) + value.text))
  return value !== undefined
}

/** Inserts the suggestion, else goes to the next empty required field, else performs the action. */
function enter(screen: Screen) {
  if (complete(screen)) return
  const form = formOf(screen)
  const at = form && nextMissing(form)
  if (at === undefined) void submit(screen)
  else setForm(screen, { at, suggestion: 0 })
}

async function submit(screen: Screen) {
  const form = formOf(screen)
  if (!form || form.isBusy) return
  const result = paramsOf(form, screen.model.timeNow())
  if ('error' in result) return setForm(screen, result)
  setForm(screen, { isBusy: true, error: null })
  const error = await form.submit(result.params)
  if (topOverlay(screen)?.kind !== 'form') return
  if (error === undefined) closeOverlay(screen)
  else setForm(screen, { isBusy: false, error })
}

const nameOf = (screen: Screen) => formOf(screen)?.title.toLowerCase() ?? null

const enterHint = (screen: Screen) => {
  const form = formOf(screen)
  if (!form) return null
  const value = valueToInsert(screen, form)
  if (value) return `insert ${value.label ?? value.text}`
  return nextMissing(form) === undefined ? nameOf(screen) : 'next field'
}

const submitHint = (screen: Screen) => (enterHint(screen) === nameOf(screen) ? null : nameOf(screen))

function submitNow(screen: Screen) {
  complete(screen)
  void submit(screen)
}

function completeOrMove(screen: Screen) {
  if (!complete(screen)) toField(screen, 1)
}

export const formCommands: readonly Command[] = [
  { label: 'Next field; perform the action', keys: { form: 'enter' }, hint: enterHint, run: enter },
  { label: 'Perform the action now', keys: { form: 'ctrl-s' }, hint: submitHint, run: submitNow },
  { label: 'Complete the word; next field', keys: { form: 'tab' }, hint: 'complete', run: completeOrMove },
  { label: 'Previous field', keys: { form: 'shift-tab' }, run: (screen) => toField(screen, -1) },
  { label: 'Previous suggestion or field', keys: { form: 'up' }, run: (screen) => chooseOrMove(screen, -1) },
  { label: 'Next suggestion or field', keys: { form: 'down' }, run: (screen) => chooseOrMove(screen, 1) },
]
