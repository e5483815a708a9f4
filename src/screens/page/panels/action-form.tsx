// A form for an action, made from the fields of the action.

import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import type { ActionDescription, ActionField } from '../../../control/contract/service.ts'
import { readField, valueTexts } from '../../../control/describe/fields.ts'
import { OWN_NAMES } from '../../../service/rules/operation-names.ts'
import { DEFAULT_PERMISSIONS } from '../../../service/rules/rights.ts'
import { fieldLabelOf, labelOf } from '../../model/labels.ts'
import { act } from '../actions.ts'
import { Button, Facts, Form } from '../controls.tsx'
import { model } from '../emulator.ts'
import { Icon } from '../icons.tsx'
import { Choice, Menu } from '../menu.tsx'
import { listedChats, phones } from '../route.ts'

interface FormProps {
  name: string
  /** Values that are known already, whose fields are not shown. */
  given?: Readonly<Record<string, string>>
  /** Values that the user may change. */
  first?: Readonly<Record<string, string>>
  onDone?(): void
}

export function ActionForm({ name, ...props }: FormProps) {
  const action = model.actions.value?.find((each) => each.name === name)
  return action ? <LoadedForm action={action} {...props} /> : null
}

/** A fault concerns the calls to a chat, or with a text. */
const MATCHED = [{ name: 'match.chat_id', kind: 'user' } as const, { name: 'match.text', kind: 'text' } as const]

function LoadedForm({ action, given = {}, first, onDone }: Omit<FormProps, 'name'> & { action: ActionDescription }) {
  const fields = action.fields
    .filter(({ name }) => !(name in given))
    .flatMap((field) => (field.name === 'match' ? MATCHED.map((matched) => ({ ...field, ...matched })) : field))
  const [values, setValues] = useState<Record<string, string | File>>(() => ({ ...firstValues(action), ...first }))
  const [result, setResult] = useState<unknown>()
  const set = (field: string, value: string | File) => setValues({ ...values, [field]: value })
  async function run() {
    setResult(undefined)
    const params: Record<string, unknown> = { ...given }
    for (const field of fields) {
      const value = values[field.name]
      if (value === undefined || value === '') continue
      const read =
        typeof value === 'string' ? readField(field, value, model.timeNow()) : { name: value.name, bytes: value }
      const [name = '', part] = field.name.split('.')
      params[name] = part === undefined ? read : { ...(params[name] as object), [part]: read }
    }
    const done = await act(action.name, params)
    if (!done) return
    setResult(done.result ?? true)
    onDone?.()
  }
  const [needed, optional] = [true, false].map((isNeeded) => fields.filter(({ required }) => required === isNeeded))
  const rows = (shown: readonly ActionField[] = []) =>
    shown.map((field) => (
      <Fragment key={field.name}>
        {field.heading && <h3>{field.heading}</h3>}
        <FieldRow field={field} value={values[field.name] ?? ''} onChange={(value) => set(field.name, value)} />
      </Fragment>
    ))
  return (
    <Form class="action" onSubmit={run}>
      <p class="dim">{action.summary}</p>
      <div class="fields">
        {rows(needed)}
        {needed?.length && optional?.length ? <h3>Optional</h3> : null}
        {rows(optional)}
      </div>
      <p class="buttons">
        {onDone && <Button onClick={onDone}>Cancel</Button>}
        <button type="submit">{labelOf(action).replace('…', '')}</button>
      </p>
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
  const label = fieldLabelOf(name)
  if (typeof field.default === 'boolean') {
    return (
      <Check
        title={description}
        text={label}
        isChecked={value ? value === 'yes' : field.default}
        onChange={(isOn) => onChange(isOn ? 'yes' : 'no')}
      />
    )
  }
  const suggestions = suggestionsOf(field)
  const suggest = (text: string) => onChange(field.list && value ? `${value}, ${text}` : text)
  return (
    <div class="field" title={description}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: FieldInput renders the control */}
      <label>
        <span>{label}</span>
        <FieldInput field={field} value={value} onChange={onChange} />
      </label>
      {suggestions.length > 0 && (
        <Menu label="Suggestions" class="quiet" items={suggestions.map((text) => ({ text, run: () => suggest(text) }))}>
          <Icon name="down" />
        </Menu>
      )}
    </div>
  )
}

interface CheckProps {
  title?: string
  text: string
  isChecked: boolean
  onChange(isChecked: boolean): void
}

const Check = ({ title, text, isChecked, onChange }: CheckProps) => (
  <label class="check" title={title}>
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {text}
  </label>
)

/** A checkbox for each right. The value is the list of the checked rights. */
function Rights({ field: { name, choices = [], description }, value, onChange }: InputProps) {
  const checked = String(value).split(',').filter(Boolean)
  const toggle = (right: string) =>
    onChange((checked.includes(right) ? checked.filter((each) => each !== right) : [...checked, right]).join(','))
  return (
    <fieldset class="rights" title={description}>
      <legend>{fieldLabelOf(name)}</legend>
      {choices.map((right) => (
        <Check
          key={right}
          text={fieldLabelOf(right)}
          isChecked={checked.includes(right)}
          onChange={() => toggle(right)}
        />
      ))}
    </fieldset>
  )
}

function FieldInput({ field, value, onChange }: InputProps) {
  const { name, kind, list, required, choices } = field
  const text = String(value || (choices && field.default) || '')
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
  return (
    <input
      {...(kind === 'file' ? { type: 'file' } : { value: text })}
      required={required}
      autocomplete="off"
      placeholder={field.hint ?? valueTexts(field).hint}
      onInput={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? currentTarget.value)}
    />
  )
}

function suggestionsOf({ name, kind }: ActionField): readonly string[] {
  if (name === 'operation') return OWN_NAMES
  const [people, bots, chats] = [model.people.value, model.bots.value, listedChats.value]
  const groups = chats.filter((chat) => chat.kind !== 'private')
  const lists: Partial<Record<string, readonly { handle: string }[]>> = {
    person: people,
    bot: bots,
    user: [...people, ...bots],
    chat: [...chats, ...bots],
    'match.chat_id': [...people, ...groups],
  }
  return [...new Set((lists[name] ?? lists[kind])?.map(({ handle }) => handle))]
}
