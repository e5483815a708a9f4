// A call: its result, why it was refused, its times and its bodies.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallView } from '../../../control/contract/traffic.ts'
import { causeText, notesOn } from '../../../control/describe/call.ts'
import { quote } from '../../../lib/safe-text.ts'
import { secondOf } from '../../../lib/time-text.ts'
import { Facts } from '../facts.tsx'
import { linkTo, selectedCall } from '../route.ts'
import { Bar } from './bar.tsx'

interface Props {
  call: CallView
  endMs?: number
  /** The length of the time axis. 0 if the call does not belong to an update, undefined if the call is in a report. */
  totalMs?: number
}

export function CallRow({ call, endMs = 0, totalMs }: Props) {
  const isInReport = totalMs === undefined
  const isSelected = !isInReport && selectedCall.value === call.id
  const [isOpen, setIsOpen] = useState(isSelected)
  const row = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const cause = causeText(call)
  const notes = notesOn(call)
  const { duration_ms } = call
  return (
    <details
      class={call.ok ? 'call' : 'call bad'}
      ref={row}
      open={isSelected}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {call.method} <small>{call.ok ? '✓' : `✗ ${call.status}`}</small>
        {call.body.description && <span class="refusal"> {call.body.description}</span>}
        {cause && <span class="cause">{cause}</span>}
        {notes.length > 0 && <span class="note"> {notes.join('; ')}</span>}
        {totalMs ? <Bar endMs={endMs} duration_ms={duration_ms} totalMs={totalMs} /> : null}
      </summary>
      {isOpen && (
        <>
          <p>
            {!isInReport && <a href={linkTo({ panel: 'traffic', call: call.id })}>call {call.id}</a>}
            {!isInReport && ` at ${secondOf(call.at)}, `}
            {duration_ms.toFixed(1)} ms
          </p>
          <Facts facts={Object.fromEntries(Object.entries(call.params).map(([name, value]) => [name, quote(value)]))} />
          <pre>{JSON.stringify(call.body, null, 2)}</pre>
        </>
      )}
    </details>
  )
}
