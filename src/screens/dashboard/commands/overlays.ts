// Commands of what covers the panes: choose from a list, fill in a form, search.

import { completePath, valuesOf, valueToInsert } from '../forms/field-values.ts'
import { type Form, nextMissing, paramsOf } from '../forms/form.ts'
import { chosenOfRoster } from '../screen/chats.ts'
import { changeOverlay, closeOverlay, overlayOf, type Screen, setFilter } from '../screen/screen.ts'
import { type Input, inputOf } from '../text/input.ts'
import type { Command } from './command.ts'

const chosenChoice = (screen: Screen) => {
  const top = overlayOf(screen, 'choices')
  return top?.items(screen, top.input?.text ?? '')[top.at]
}

function choose(screen: Screen) {
  const item = chosenChoice(screen)
  if (!item?.run) return
  closeOverlay(screen)
  item.run()
}

const chooseHint = (screen: Screen) => (chosenChoice(screen)?.run ? 'choose' : null)

/** Ends the search and keeps its filter. In the list of chats, opens the chosen item. */
function keepFilter(screen: Screen) {
  const { place } = overlayOf(screen, 'filter')!
  closeOverlay(screen)
  if (place === 'chats') chosenOfRoster(screen)?.run?.()
}

function dropFilter(screen: Screen) {
  setFilter(screen, overlayOf(screen, 'filter')!.place, '')
  closeOverlay(screen)
}

const setForm = (screen: Screen, change: Partial<Form>) => changeOverlay(screen, { error: null, ...change })

export function editField(screen: Screen, form: Form, change: (input: Input) => Input) {
  const fields = form.fields.map((one, i) => (i === form.at ? { ...one, input: change(one.input) } : one))
  setForm(screen, { fields, suggestion: 0 })
  const field = fields[form.at]
  if (field?.kind === 'file') void completePath(field.input.text)
}

type OnForm<Result> = (screen: Screen, form: Form, by: number) => Result

const onForm =
  <Result>(work: OnForm<Result>) =>
  (screen: Screen, by = 0) =>
    work(screen, overlayOf(screen, 'form')!, by)

const toField: OnForm<void> = (screen, { at, fields }, by) =>
  setForm(screen, { at: (at + by + fields.length) % fields.length, suggestion: 0 })

const chooseOrMove: OnForm<void> = (screen, form, by) => {
  const to = form.suggestion + by
  if (by > 0 ? to < valuesOf(screen, form).length : to >= 0) changeOverlay(screen, { suggestion: to })
  else toField(screen, form, by)
}

const complete: OnForm<boolean> = (screen, form) => {
  const value = valueToInsert(screen, form)
  if (value) editField(screen, form, ({ text }) => inputOf(text.slice(0, value.from) + value.text))
  return value !== undefined
}

const completeOrMove: OnForm<void> = (screen, form, by) => {
  if (!complete(screen, form, by)) toField(screen, form, by)
}

/** Inserts the suggestion and goes to the next empty required field, else to the next field; else performs the action. */
const enter: OnForm<void> = (screen, form, by) => {
  const isInserted = complete(screen, form, by)
  const at = nextMissing(overlayOf(screen, 'form')!)
  if (at !== undefined) changeOverlay(screen, { at, suggestion: 0 })
  else if (!isInserted) void submit(screen)
  else if (form.at < form.fields.length - 1) changeOverlay(screen, { at: form.at + 1, suggestion: 0 })
}

async function submit(screen: Screen) {
  const form = overlayOf(screen, 'form')!
  if (form.isBusy) return
  const result = paramsOf(form, screen.model.timeNow())
  if ('error' in result) return setForm(screen, result)
  setForm(screen, { isBusy: true })
  const error = await form.submit(result.params)
  if (!overlayOf(screen, 'form')) return
  if (error === undefined) closeOverlay(screen)
  else setForm(screen, { isBusy: false, error })
}

const submitNow: OnForm<void> = (screen, form, by) => {
  complete(screen, form, by)
  void submit(screen)
}

const enterHint: OnForm<string> = (screen, form) => {
  const value = valueToInsert(screen, form)
  if (value) return `insert ${value.label ?? value.text}`
  return nextMissing(form) === undefined ? form.title.toLowerCase() : 'next field'
}

const submitHint: OnForm<string | null> = (screen, form, by) => {
  const name = form.title.toLowerCase()
  return enterHint(screen, form, by) === name ? null : name
}

export const overlayCommands: readonly Command[] = [
  { label: 'Choose', keys: { choices: 'enter' }, hint: chooseHint, run: choose },
  { label: 'Next field; perform the action', keys: { form: 'enter' }, hint: onForm(enterHint), run: onForm(enter) },
  { label: 'Perform the action now', keys: { form: 'ctrl-s' }, hint: onForm(submitHint), run: onForm(submitNow) },
  { label: 'Complete the word; next field', keys: { form: 'tab' }, hint: 'complete', run: onForm(completeOrMove) },
  { label: 'Previous field', keys: { form: 'shift-tab' }, run: onForm(toField) },
  { label: 'Move among the suggestions, then the fields', keys: { form: 'up down' }, run: onForm(chooseOrMove) },
  { label: 'Keep the filter; open the chat', keys: { filter: 'enter' }, hint: 'keep', run: keepFilter },
  { label: 'Drop the filter', keys: { filter: 'esc' }, hint: 'cancel', run: dropFilter },
  { label: 'Close', keys: { choices: 'esc', form: 'esc' }, hint: 'close', isLast: true, run: closeOverlay },
]
