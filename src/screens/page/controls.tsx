// The small parts of which the page consists: buttons, forms, lists of facts.

import type { ButtonHTMLAttributes, ComponentChildren, VNode } from 'preact'
import { useMemo } from 'preact/hooks'
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

export const Count = ({ title, text }: { title: string; text: string | number }) => (
  <span class="count" title={title}>
    {text}
  </span>
)

/** A text in which ids of rules, such as `ENV-10`, and flags of commands don't wrap. */
export const Prose = ({ text }: { text: string }) =>
  text.split(/(\(?[A-Z]{2,4}-\d+\S*|(?<!\S)--\S+)/).map((part, at) =>
    at % 2 ? (
      <span key={at} class="whole">
        {part}
      </span>
    ) : (
      part
    ),
  )

/** A list of names with values. Leaves out names without a value. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) => (
  <dl>
    {Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== false && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** A bar whose parts are as wide as their numbers say. Their names are classes. */
export const Bar = ({ parts }: { parts: Readonly<Record<string, number>> }) => (
  <span class="bar-of" aria-hidden="true">
    {Object.entries(parts).map(
      ([name, count]) => count > 0 && <i key={name} class={name} style={{ flexGrow: count }} />,
    )}
  </span>
)

/** A text whose lines do not wrap. The keys scroll it. */
// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
export const Code = ({ text }: { text: ComponentChildren }) => <pre tabIndex={0}>{text}</pre>

/** A part of the page that is drawn again only if its inputs change. */
export const Memo = ({ inputs, draw }: { inputs: readonly unknown[]; draw(): VNode }) => useMemo(draw, inputs)
