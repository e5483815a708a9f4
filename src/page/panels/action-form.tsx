// A form for an action, made from the fields of the action.

import { useEffect, useState } from 'preact/hooks'
import { readField, valueTexts } from '../../contract/fields.ts'
import type { ActionDescription, ActionField } from '../../contract/service.ts'
import { actions, perform } from '../state/emulator.ts'
import { phones } from '../state/route.ts'
import { attempt, bots, chatsOf, clock, people } from '../state/world.ts'

/** Returns all actions, or an empty list before they are loaded. */
export function useActions(): ActionDescription[] {
  const [all, setAll] = useState<ActionDescription[]>([])
  useEffect(() => void actions().then(setAll, () => {}), [])
  return all
}

/** A folded form for one action. */
export function NamedForm({ name, title }: { name: string; title: string }) {
  const action = useActions().find((each) => each.name === name)
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
      return [[field.name, typeof value === 'string' ? readField(field, value, clock.value.now) : value]]
    })
    setResult(JSON.stringify(await perform(action.name, Object.fromEntries(params)), null, 2))
  }
  return (
    <form
      class="action"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(run)
      }}
    >
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
    </form>
  )
}

const firstValues = ({ fields }: ActionDescription) =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'person' ? (phones.value[0]?.person ?? '') : '']))

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
        {name}
        {!required && <small> optional</small>}
      </span>
      <FieldInput field={field} value={value} onChange={onChange} />
    </label>
  )
}

/** A checkbox for each right. The value is the list of the checked ones. */
function Rights({ field: { name, choices = [], description }, value, onChange }: InputProps) {
  const checked = String(value).split(',').filter(Boolean)
  const toggle = (right: string) =>
    onChange((checked.includes(right) ? checked.filter((one) => one !== right) : [...checked, right]).join(','))
  return (
    <fieldset class="rights" title={description}>
      <legend>{name}</legend>
      {choices.map((right) => (
        <label key={right}>
          <input type="checkbox" checked={checked.includes(right)} onChange={() => toggle(right)} />{' '}
          {right.replaceAll('_', ' ')}
        </label>
      ))}
    </fieldset>
  )
}

function FieldInput({ field, value, onChange }: InputProps) {
  const { kind, list, required, choices } = field
  const text = String(value)
  if ((kind === 'choice' || kind === 'switch') && !list) {
    const options = kind === 'switch' && !choices?.length ? ['yes', 'no'] : (choices ?? [])
    return (
      <select required={required} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="" />
        {options.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
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
  const handlesOf = (rows: readonly { handle: string }[]) => rows.map(({ handle }) => handle)
  const chats = () => handlesOf(Object.values(chatsOf.value).flat())
  if (kind === 'person') return handlesOf(people.value)
  if (kind === 'bot') return handlesOf(bots.value)
  if (kind === 'user') return handlesOf([...people.value, ...bots.value])
  return kind === 'chat' ? [...new Set([...chats(), ...handlesOf(bots.value)])] : []
}
