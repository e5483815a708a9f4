// A form for an action, made from the fields of the action.

import { useState } from 'preact/hooks'
import type { ActionDescription, ActionField } from '../../../control/contract/service.ts'
import { readField, valueTexts } from '../../../control/describe/fields.ts'
import { DEFAULT_PERMISSIONS } from '../../../service/rules/rights.ts'
import { fieldLabelOf, labelOf } from '../../model/labels.ts'
import { act } from '../actions.ts'
import { Facts, Form } from '../controls.tsx'
import { model } from '../emulator.ts'
import { Choice } from '../menu.tsx'
import { listedChats, phones } from '../route.ts'

interface FormProps {
  name: string
  onDone?(): void
}

export function ActionForm({ name, onDone }: FormProps) {
  const action = model.actions.value?.find((each) => each.name === name)
  return action ? <LoadedForm action={action} onDone={onDone} /> : null
}

function LoadedForm({ action, onDone }: { action: ActionDescription; onDone: FormProps['onDone'] }) {
  const [values, setValues] = useState<Record<string, string | File>>(() => firstValues(action))
  const [result, setResult] = useState<unknown>()
  const set = (field: string, value: string | File) => setValues({ ...values, [field]: value })
  async function run() {
    setResult(undefined)
    const params = action.fields.flatMap((field) => {
      const value = values[field.name]
      if (value === undefined || value === '') return []
      const read =
        typeof value === 'string' ? readField(field, value, model.timeNow()) : { name: value.name, bytes: value }
      return [[field.name, read]]
    })
    const done = await act(action.name, Object.fromEntries(params))
    if (!done) return
    setResult(done.result ?? true)
    onDone?.()
  }
  const [needed, optional] = [true, false].map((isNeeded) =>
    action.fields.filter(({ required }) => required === isNeeded),
  )
  const rows = (fields: readonly ActionField[] = []) =>
    fields.map((field) => (
      <FieldRow
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        onChange={(value) => set(field.name, value)}
      />
    ))
  return (
    <Form class="action" onSubmit={run}>
      <p class="dim">{action.summary}</p>
      <div class="fields">
        {rows(needed)}
        {needed?.length && optional?.length ? <h3>Optional</h3> : null}
        {rows(optional)}
      </div>
      <button type="submit">{labelOf(action).replace('…', '')}</button>
      <div role="status">
        {result !== undefined && (
          <>
            <p class="good">✓ Done</p>
            <Facts facts={plainValuesOf(result)} />
          </>
        )}
      </div>
    </Form>
  )
}

/** Returns the texts and numbers in a result, by the names that people say. */
const plainValuesOf = (result: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(result ?? {})
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [fieldLabelOf(name), String(value)]),
  )

const firstValues = ({ name: action, fields }: ActionDescription) =>
  Object.fromEntries(
    fields.map(({ name, kind }) => {
      if (kind === 'person') return [name, phones.value[0]?.person ?? '']
      return [name, action === 'createGroup' && name === 'permissions' ? DEFAULT_PERMISSIONS.join(',') : '']
    }),
  )

interface InputProps {
  field: ActionField
  value: string | File
  onChange(value: string | File): void
}

function FieldRow({ field, value, onChange }: InputProps) {
  const { name, kind, description } = field
  if (kind === 'rights') return <Rights field={field} value={value} onChange={onChange} />
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: FieldInput renders the control
    <label title={description}>
      <span>{fieldLabelOf(name)}</span>
      <FieldInput field={field} value={value} onChange={onChange} />
    </label>
  )
}

/** A checkbox for each right. The value is the list of the checked rights. */
function Rights({ field: { name, choices = [], description }, value, onChange }: InputProps) {
  const checked = String(value).split(',').filter(Boolean)
  const toggle = (right: string) =>
    onChange((checked.includes(right) ? checked.filter((each) => each !== right) : [...checked, right]).join(','))
  return (
    <fieldset class="rights" title={description}>
      <legend>{fieldLabelOf(name)}</legend>
      {choices.map((right) => (
        <label key={right}>
          <input type="checkbox" checked={checked.includes(right)} onChange={() => toggle(right)} />
          {fieldLabelOf(right)}
        </label>
      ))}
    </fieldset>
  )
}

function FieldInput({ field, value, onChange }: InputProps) {
  const { name, kind, list, required, choices } = field
  const text = String(value)
  if ((kind === 'choice' || kind === 'switch') && !list) {
    const options = kind === 'switch' && !choices?.length ? ['yes', 'no'] : (choices ?? [])
    return (
      <Choice
        label={fieldLabelOf(name)}
        value={text}
        choices={required ? options : ['', ...options]}
        onChoose={onChange}
      />
    )
  }
  const suggestions = list ? [] : suggestionsOf(field)
  const id = `suggestions-${field.name}`
  const kindProps: object =
    kind === 'file' ? { type: 'file' } : { value: text, list: suggestions.length ? id : undefined }
  return (
    <>
      <input
        {...kindProps}
        required={required}
        autocomplete="off"
        placeholder={valueTexts(field).hint}
        onInput={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={id}>
          {suggestions.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  )
}

function suggestionsOf({ kind }: ActionField): string[] {
  const lists = {
    person: [model.people.value],
    bot: [model.bots.value],
    user: [model.people.value, model.bots.value],
    chat: [listedChats.value, model.bots.value],
  }
  return kind in lists ? [...new Set(lists[kind as keyof typeof lists].flat().map(({ handle }) => handle))] : []
}
