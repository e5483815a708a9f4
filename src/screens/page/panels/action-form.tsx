// A form for an action, made from the fields of the action.

import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import type { ActionDescription } from '../../../control/contract/service.ts'
import { valueTexts, writeField } from '../../../control/describe/fields.ts'
import type { Problem } from '../../../lib/problem.ts'
import { choicesOf, type Field, fieldsFor, knownValues, paramsOf, unreadable, valuesFor } from '../../model/form.ts'
import { fieldLabelOf, labelOf, variantLabelOf } from '../../model/labels.ts'
import { act } from '../actions.ts'
import { Button, Form } from '../controls.tsx'
import { isCopy, model } from '../emulator.ts'
import { Icon } from '../icons.tsx'
import { Choice, Menu } from '../menu.tsx'
import { listedChats, phones } from '../route.ts'

interface FormProps {
  name: string
  /** Values that are known already, whose fields are not shown. */
  given?: Readonly<Record<string, string>>
  /** Values that the user may change. */
  first?: Readonly<Record<string, unknown>>
  /** True if only what is required is asked. */
  isShort?: boolean
  onDone?(): void
}

interface CreationProps {
  title: string
  text: string
  action: string
}

/** A card in place of what isn't there yet, with a form that creates it. */
export const Creation = ({ title, text, action }: CreationProps) => (
  <article class="card creation">
    <h2>{title}</h2>
    <p class="dim">{text}</p>
    {!isCopy && <ActionForm name={action} isShort />}
  </article>
)

export function ActionForm({ name, ...props }: FormProps) {
  const action = model.actions.value?.find((each) => each.name === name)
  return action ? <LoadedForm action={action} {...props} /> : null
}

interface LoadedProps extends Omit<FormProps, 'name'> {
  action: ActionDescription
}

function LoadedForm({ action, given = {}, first, isShort = false, onDone }: LoadedProps) {
  const { variants } = action
  const [variant, setVariant] = useState(variants[0])
  const begin = () => fieldsFor(action, { ...knownValues(action, onFirstPhone()), ...first }, variant)
  const [all, setFields] = useState(begin)
  /** What is wrong by the name of the field, or by "" if it isn't known of which. */
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [isDone, setIsDone] = useState(false)
  const fields = all.filter(({ name }) => !(name in given))
  const shown = isShort ? fields.filter(({ required }) => required) : fields
  const texts = Object.fromEntries(fields.map(({ name, text }) => [name, text]))

  function choose(at: string) {
    const chosen = variants[Number(at)]
    const own = { ...variant?.values, ...chosen?.values }
    const kept = ({ name }: Field) => (name in own ? undefined : all.find((field) => field.name === name))
    setFields(fieldsFor(action, {}, chosen).map((field) => kept(field) ?? field))
    setVariant(chosen)
    setWrong({})
  }
  function explain({ message, hint }: Problem) {
    const [, name = '', ...why] = message.split(': ')
    const quoting = fields.find(({ text }) => message.includes(`"${text}"`))
    setWrong(name in texts ? { [name]: why.at(-1) ?? '' } : { [quoting?.name ?? '']: `${message} ${hint}` })
  }
  async function run(form: HTMLFormElement) {
    const now = model.timeNow()
    const file = form.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]
    const params = {
      ...given,
      ...variant?.values,
      ...paramsOf(fields, now),
      ...(file && { file: { name: file.name, bytes: file } }),
    }
    const cannot = unreadable(fields, now)
    setWrong(cannot)
    setIsDone(false)
    const done = await (Object.keys(cannot).length === 0 && act(action.name, params, explain))
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    if (!done) return
    setIsDone(true)
    setFields(begin())
    onDone?.()
  }
  const isLine = shown.length === 1 && !onDone
  const firstOptional = shown.findIndex(({ required }) => !required)
  const subject = subjectOf(fields)
  return (
    <Form class={isLine ? 'row' : 'action'} onSubmit={run}>
      <div class="fields">
        {variant && (
          <>
            <h3>What happens</h3>
            <Choice
              label="What happens"
              value={String(variants.indexOf(variant))}
              choices={Object.keys(variants)}
              texts={variants.map((each) => variantLabelOf(each, each === variant ? texts : undefined))}
              onChoose={choose}
            />
          </>
        )}
        {shown.map((field, at) => (
          <Fragment key={field.name}>
            {(field.heading || (at > 0 && at === firstOptional)) && <h3>{field.heading ?? 'Optional'}</h3>}
            <FieldRow
              field={field}
              now={field.path.reduce((value, key) => Object(value)[key], subject)}
              wrong={wrong[field.name]}
              onChange={(text) => setFields(all.map((each) => (each === field ? { ...field, text } : each)))}
            />
          </Fragment>
        ))}
      </div>
      {wrong[''] && (
        <p class="refusal" role="alert">
          {wrong['']}
        </p>
      )}
      <div class={isLine ? '' : 'buttons'}>
        {onDone && <Button onClick={onDone}>Cancel</Button>}
        <button type="submit">{labelOf(action).replace('…', '')}</button>
      </div>
      <div class="good" role="status">
        {isDone && '✓ Done'}
      </div>
    </Form>
  )
}

function onFirstPhone() {
  const { person: me, chat: open } = phones.value[0] ?? {}
  const [bot = model.bots.value[0]] = model.bots.value.filter(({ handle }) => handle === open)
  const kind = bot?.handle === open ? 'private' : listedChats.value.find(({ handle }) => handle === open)?.kind
  return { me, open, kind, bot: bot?.handle }
}

interface InputProps {
  field: Field
  /** The present value of what the form changes, if it is known. */
  now?: unknown
  wrong?: string | undefined
  onChange(text: string): void
}

function FieldRow(props: InputProps) {
  const { field, now, wrong, onChange } = props
  const { name, kind, list, path, text, description } = field
  const label = (
    <>
      {fieldLabelOf(name)}
      {wrong && <b class="bad">: {wrong}</b>}
    </>
  )
  if (kind === 'switch' && (field.default !== undefined || path.length > 1)) {
    const isOn = text ? text === 'yes' : (now ?? field.default) === true
    return (
      <label class="check" title={description}>
        <input type="checkbox" checked={isOn} onChange={() => onChange(isOn ? 'no' : 'yes')} />
        {label}
      </label>
    )
  }
  const suggestions = valuesFor(model, field)
  const suggest = (one: string) => onChange(list && text ? `${text}, ${one}` : one)
  return (
    <div class="field" title={description}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: FieldInput renders the control */}
      <label>
        <span>{label}</span>
        <FieldInput {...props} />
      </label>
      {suggestions.length > 0 && (
        <Menu
          label="Suggestions"
          class="quiet"
          items={suggestions.map(({ text }) => ({ text, run: () => suggest(text) }))}
        >
          <Icon name="down" />
        </Menu>
      )}
    </div>
  )
}

function FieldInput({ field, now, wrong, onChange }: InputProps) {
  const { name, kind, list, required, text } = field
  const present = writeField(now)
  const hint = present ? `now: ${present}` : field.hint
  if ((kind === 'choice' || kind === 'switch') && !list) {
    const options = [...(required || field.default !== undefined ? [] : ['']), ...choicesOf(field)]
    return (
      <Choice
        label={fieldLabelOf(name)}
        value={text || writeField(field.default)}
        choices={options}
        texts={options.map((each) => each || hint || '–')}
        onChoose={onChange}
      />
    )
  }
  return (
    <input
      {...(kind === 'file' ? { type: 'file' } : { value: text })}
      required={required}
      autocomplete="off"
      aria-invalid={wrong !== undefined}
      placeholder={hint ?? valueTexts(field).hint}
      onInput={({ currentTarget }) => kind !== 'file' && onChange(currentTarget.value)}
    />
  )
}

/** Returns what the form changes: the one that its only required field names. */
function subjectOf(fields: readonly Field[]): unknown {
  const [field, ...others] = fields.filter(({ required }) => required)
  return field && !others.length ? valuesFor(model, field).find(({ text }) => text === field.text)?.of : undefined
}
