// A call: its result, why it was refused, its times and its bodies.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallView } from '../../../control/contract/traffic.ts'
import { causeText, notesOn } from '../../../control/describe/call.ts'
import { quote } from '../../../lib/safe-text.ts'
import { secondOf } from '../../../lib/time-text.ts'
import { Facts } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'
import { linkTo, selected } from '../route.ts'
import { curlText, stepText } from './copies.ts'

interface Props {
  call: CallView
  endMs?: number
  /** The length of the time axis. 0 if the call does not belong to an update, undefined if the call is in a report. */
  totalMs?: number
}

const MAX_CONTENT = 80

/** The text that a call sends, or what else tells it from others of its kind. */
function contentOf({ params }: CallView): string {
  const content = params.text ?? params.caption ?? params.title ?? params.url ?? params.message_id
  return content === undefined ? '' : quote(content, MAX_CONTENT)
}

interface LineProps {
  at: number
  name: string
  content?: string
  outcome: string
  ms: number
}

export const Line = ({ at, name, content, outcome, ms }: LineProps) => (
  <span class="line">
    <time>{secondOf(at)}</time> <b>{name}</b> <bdi>{content}</bdi> <span class="outcome">{outcome}</span>{' '}
    <small>{ms.toFixed(ms < 10 ? 1 : 0)} ms</small>
  </span>
)

export function CallRow({ call, endMs = 0, totalMs }: Props) {
  const isInReport = totalMs === undefined
  const isSelected = !isInReport && selected.value?.kind === 'call' && selected.value.call.id === call.id
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
        <Line
          at={call.at}
          name={call.method}
          content={contentOf(call)}
          outcome={call.ok ? '✓' : `✗ ${call.status}`}
          ms={duration_ms}
        />
        {call.body.description && <span class="refusal">{call.body.description}</span>}
        {cause && <span class="cause">{cause}</span>}
        {notes.length > 0 && <span class="note">{notes.join('; ')}</span>}
        {totalMs ? <Bar endMs={endMs} duration_ms={duration_ms} totalMs={totalMs} /> : null}
      </summary>
      {isOpen && (
        <>
          {!isInReport && (
            <p class="buttons">
              <a href={linkTo({ panel: 'traffic', call: call.id, update: 0 })}>call {call.id}</a>
              <CopyButton label="Copy as curl" text={() => curlText(call)} />
              <CopyButton label="Copy as a step" text={() => stepText(call)} />
            </p>
          )}
          <Facts facts={Object.fromEntries(Object.entries(call.params).map(([name, value]) => [name, quote(value)]))} />
          <pre>{JSON.stringify(call.body, null, 2)}</pre>
        </>
      )}
    </details>
  )
}

interface BarProps {
  /** The time from the update to the end of the call, or 0 if it is unknown because the emulator's clock was frozen. */
  endMs: number
  duration_ms: number
  totalMs: number
}

export function Bar({ endMs, duration_ms: duration, totalMs }: BarProps) {
  const start = Math.max(0, endMs - duration)
  const percent = (ms: number) => Math.min(99, (100 * ms) / Math.max(totalMs, 1))
  const text = `${endMs > 0 ? `+${start.toFixed()} ms, ` : ''}took ${duration.toFixed(1)} ms`
  return (
    <span class="times" title={text}>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" role="img" aria-label={text}>
        <rect x={percent(start)} y="0" width={Math.max(1, percent(duration))} height="2" />
      </svg>
    </span>
  )
}
