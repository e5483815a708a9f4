// The buttons and lists of choices of the page.

import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { act } from './actions.ts'
import { isReadOnly } from './traffic/history.ts'

export const Button = (props: ButtonHTMLAttributes) => <button type="button" {...props} />

interface FormProps {
  class: string
  onSubmit(form: HTMLFormElement): unknown
  children: ComponentChildren
}

export const Form = ({ onSubmit, ...props }: FormProps) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event.currentTarget)
    }}
  />
)

interface ActionProps extends ButtonHTMLAttributes {
  text: string
  action: string
  params?: Record<string, unknown>
}

export const ActionButton = ({ text, action, params, ...props }: ActionProps) => (
  <Button {...props} disabled={isReadOnly.value} onClick={() => act(action, params)}>
    {text}
  </Button>
)

interface CheckboxesProps {
  choices: readonly string[]
  texts: readonly string[]
  checked: readonly string[]
  onChange(checked: string[]): unknown
}

export const Checkboxes = ({ choices, texts, checked, onChange }: CheckboxesProps) =>
  choices.map((choice, at) => {
    const others = checked.filter((each) => each !== choice)
    const isChecked = others.length < checked.length
    const toggle = () => onChange(isChecked ? others : [...checked, choice])
    return (
      <label key={choice}>
        <input type="checkbox" checked={isChecked} onChange={toggle} /> {texts[at]}
      </label>
    )
  })

interface SelectProps {
  label?: string | undefined
  value: string
  choices: readonly string[]
  /** The texts that the list shows for the choices. By default, the list shows the choices themselves. */
  texts?: readonly string[]
  required?: boolean
  onChoose(choice: string): unknown
}

export const Select = ({ label, value, choices, texts = choices, required, onChoose }: SelectProps) => (
  <select
    aria-label={label}
    value={value}
    required={required}
    onChange={({ currentTarget }) => onChoose(currentTarget.value)}
  >
    {choices.map((choice, at) => (
      <option key={choice} value={choice}>
        {texts[at]}
      </option>
    ))}
  </select>
)
