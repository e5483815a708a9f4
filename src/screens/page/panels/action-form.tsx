// A form for an action, made from the fields of the action.

import { useState } from 'preact/hooks'
import type { ActionDescription, ActionField } from '../../../control/contract/service.ts'
import { readField, valueTexts } from '../../../control/describe/fields.ts'
import { DEFAULT_PERMISSIONS } from '../../../service/rules/rights.ts'
import { act } from '../actions.ts'
import { Checkboxes, Form, Select } from '../controls.tsx'
import { model } from '../emulator.ts'
import { listedChats } from '../phones/listed-chats.ts'
import { phones } from '../route.ts'

/** A collapsed form for the action with this name. */
export function NamedForm({ name, title }: { name: string; title: string }) {
  const action = model.actions.value?.find((each) => each.name === name)
  return (
    <details>
      <summary>{title}</summary>
      {action && <ActionForm action={action} />}
    </details>
  )
}

export function ActionForm({ action }: { action: ActionDescription }) {
  const [values, setValues] = useState<Record<string, string | File>>(() => firstValues(action))
  const [result, setResult] = useState('')
  const set = (field: string, value: string | File) => setValues({ ...values, [field]: value })
  async function run() {
    setResult('')
    const params = action.fields.flatMap((field) => {
      const value = values[field.name]
      if (value === undefined || value === '') return []
      const read =
        typeof value === 'string' ? readField(field, value, model.timeNow()) : { name: value.name, bytes: value }
      return [[field.name, read]]
    })
    const done = await act(action.name, Object.fromEntries(params))
    if (done) setResult(JSON.stringify(done.result, null, 2))
  }
  return (
    <Form class="action" onSubmit={run}>
      <p>{action.summary}</p>
      <div class="fields">
        {action.fields.map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => set(field.name, value)}
          />
        ))}
      </div>
      <button type="submit">Run {action.name}</button>
      <div role="status">{result && <pre>{result}</pre>}</div>
    </Form>
  )
}

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
  const { name, kind, required, description } = field
  if (kind === 'rights') return <Rights field={field} value={value} onChange={onChange} />
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: FieldInput renders the control
    <label title={description}>
      <span>
        {name.replaceAll('_', ' ')}
        {!required && <small> optional</small>}
      </span>
      <FieldInput field={field} value={value} onChange={onChange} />
    </label>
  )
}

/** A checkbox for each right. The value is the list of the checked rights. */
function Rights({ field: { name, choices = [], description }, value, onChange }: InputProps) {
  const checked = String(value).split(',').filter(Boolean)
  const texts = choices.map((right) => right.replaceAll('_', ' '))
  return (
    <fieldset class="rights" title={description}>
      <legend>{name.replaceAll('_', ' ')}</legend>
      <Checkboxes {...{ choices, texts, checked }} onChange={(rights) => onChange(rights.join(','))} />
    </fieldset>
  )
}

function FieldInput({ field, value, onChange }: InputProps) {
  const { kind, list, required, choices } = field
  const text = String(value)
  if ((kind === 'choice' || kind === 'switch') && !list) {
    const options = kind === 'switch' && !choices?.length ? ['yes', 'no'] : (choices ?? [])
    return <Select required={required} value={text} choices={['', ...options]} onChoose={onChange} />
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
