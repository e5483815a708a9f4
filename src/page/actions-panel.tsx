// The panel with a form for any action of the control API.

import { useEffect, useState } from 'preact/hooks'
import { readField, valueTexts } from '../contract/fields.ts'
import type { ActionDescription, ActionField } from '../contract/service.ts'
import { actions, perform } from './emulator.ts'
import { phones } from './route.ts'
import { attempt, bots, chatsOf, clock, people } from './world.ts'

export function ActionsPanel() {
  const [all, setAll] = useState<ActionDescription[]>([])
  const [name, setName] = useState('createGroup')
  useEffect(() => void actions().then(setAll, () => {}), [])
  const action = all.find((each) => each.name === name)
  return (
    <section aria-label="Actions">
      <label>
        Action{' '}
        <select value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
          {all.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
      </label>
      {action && <ActionForm key={name} action={action} />}
    </section>
  )
}

function ActionForm({ action }: { action: ActionDescription }) {
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
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(run)
      }}
    >
      <p>{action.summary}</p>
      {action.fields.map((field) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: FieldInput renders the control
        <label key={field.name} title={field.description}>
          {field.name}
          {!field.required && <small> optional</small>}
          <FieldInput field={field} value={values[field.name] ?? ''} onChange={(value) => set(field.name, value)} />
        </label>
      ))}
      <button type="submit">Run {action.name}</button>
      <div role="status">{result && <pre>{result}</pre>}</div>
    </form>
  )
}

const firstValues = ({ fields }: ActionDescription) =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => (kind === 'person' && phones.value[0] ? [[name, phones.value[0].person]] : [])),
  )

interface InputProps {
  field: ActionField
  value: string | File
  onChange(value: string | File): void
}

function FieldInput({ field, value, onChange }: InputProps) {
  const { kind, list, required, choices } = field
  if (kind === 'file') {
    return (
      <input
        type="file"
        required={required}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? '')}
      />
    )
  }
  const text = String(value)
  const suggestions = kind === 'rights' || list ? [] : (choices ?? suggestionsOf(field))
  if (kind === 'choice' && !list) {
    return (
      <select required={required} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="" />
        {suggestions.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  }
  const listId = `suggestions-${field.name}`
  return (
    <>
      <input
        required={required}
        list={suggestions.length ? listId : undefined}
        autocomplete="off"
        placeholder={valueTexts(field).hint}
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
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
  const chats = () => [
    ...new Set(
      Object.values(chatsOf.value)
        .flat()
        .map(({ handle }) => handle),
    ),
  ]
  if (kind === 'person') return handlesOf(people.value)
  if (kind === 'bot') return handlesOf(bots.value)
  if (kind === 'user') return handlesOf([...people.value, ...bots.value])
  if (kind === 'chat') return [...new Set([...chats(), ...handlesOf(bots.value)])]
  return kind === 'switch' ? ['yes', 'no'] : []
}
