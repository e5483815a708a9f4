// A call: its result, why it was refused, its times and its bodies.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallView } from '../../contract/traffic.ts'
import { causeText, notesOn } from '../../describe/call.ts'
import { quote } from '../../describe/text.ts'
import { secondOf } from '../../describe/time.ts'
import { Facts } from '../facts.tsx'
import { linkTo, selectedCall } from '../state/route.ts'

interface Props {
  call: CallView
  /** The start and the end of the exchange, in Unix seconds: equal for a call without an update, missing in a report. */
  axis?: { start: number; end: number }
}

export const milliseconds = (seconds: number) => `${Math.max(0, Math.round(seconds * 1000))} ms`

export function CallRow({ call, axis }: Props) {
  const isSelected = axis !== undefined && selectedCall.value === call.id
  const [isOpen, setIsOpen] = useState(isSelected)
  const row = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const cause = causeText(call)
  const notes = notesOn(call)
  const duration = `${call.duration_ms.toFixed(1)} ms`
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
        {axis && axis.end > axis.start && (
          <Times call={call} axis={axis} text={`+${milliseconds(call.at - axis.start)}, took ${duration}`} />
        )}
      </summary>
      {isOpen && (
        <>
          <p>
            {axis && <a href={linkTo({ panel: 'traffic', call: call.id })}>call {call.id}</a>}
            {axis && ` at ${secondOf(call.at)}, `}
            {duration}
          </p>
          <Facts facts={Object.fromEntries(Object.entries(call.params).map(([name, value]) => [name, quote(value)]))} />
          <pre>{JSON.stringify(call.body, null, 2)}</pre>
        </>
      )}
    </details>
  )
}

/** The bar of a call in the waterfall of its exchange. */
function Times({ call, axis: { start, end }, text }: Required<Props> & { text: string }) {
  const percent = (seconds: number) => Math.min(99, Math.max(0, (100 * seconds) / Math.max(end - start, 0.001)))
  const width = Math.max(1, percent(call.duration_ms / 1000))
  return (
    <span class="times">
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" role="img" aria-label={text}>
        <rect x={percent(call.at - start)} y="0" width={width} height="2" />
      </svg>
      <small aria-hidden="true">{text}</small>
    </span>
  )
}
