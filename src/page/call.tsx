// A call: its result, why it was refused, its ignored parameters and its bodies.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { CallView } from '../contract/traffic.ts'
import { causeText, notesOn } from '../describe/call.ts'
import { quote } from '../describe/text.ts'

interface Props {
  call: CallView
  isOpen?: boolean
  /** The part below the summary line, such as the bar of a waterfall. */
  below?: ComponentChildren
  /** The first line of the details. */
  about?: ComponentChildren
}

export const durationText = ({ duration_ms }: CallView) => `${duration_ms.toFixed(1)} ms`

export function CallRow({ call, isOpen: isOpenAtFirst = false, below, about }: Props) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const cause = causeText(call)
  const notes = notesOn(call)
  return (
    <details
      class={call.ok ? 'call' : 'call bad'}
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {call.method} <small>{call.ok ? '✓' : `✗ ${call.status}`}</small>
        {call.body.description && <span class="refusal"> {call.body.description}</span>}
        {cause && <span class="cause">{cause}</span>}
        {notes.length > 0 && <span class="note"> {notes.join('; ')}</span>}
        {below}
      </summary>
      {isOpen && (
        <>
          <p>{about ?? durationText(call)}</p>
          <dl>
            {Object.entries(call.params).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{quote(value)}</dd>
              </div>
            ))}
          </dl>
          <pre>{JSON.stringify(call.body, null, 2)}</pre>
        </>
      )}
    </details>
  )
}
