// A call as a line, with why it was refused below it.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { CallView } from '../../../control/contract/traffic.ts'
import { causeText, notesOn } from '../../../control/describe/call.ts'
import { quote } from '../../../lib/safe-text.ts'
import { formatSpan, secondOf } from '../../../lib/time-text.ts'
import { Code, Facts, Prose } from '../controls.tsx'

const MAX_CONTENT = 200

/** The text that a call sends, or what else tells it from others of its kind. */
function contentOf({ params }: CallView): string {
  const content = params.text ?? params.caption ?? params.title ?? params.url ?? params.message_id
  return content === undefined ? '' : quote(content, MAX_CONTENT)
}

export const msText = (ms: number) =>
  ms < 10_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : formatSpan(Math.round(ms / 1000))

interface LineProps {
  at: number
  name: string
  content?: string
  outcome: string
  ms: number
  isGuess?: boolean | undefined
  bot?: string | undefined
}

export const Line = ({ at, name, content, outcome, ms, isGuess, bot }: LineProps) => (
  <>
    <time>{secondOf(at)}</time>{' '}
    <span class="what" title={content}>
      <b>{name}</b> {bot && <small>{bot} </small>}
      <bdi>{content}</bdi>
    </span>{' '}
    <span class="outcome">
      {isGuess && <small title="The call may answer another update.">maybe </small>}
      {outcome}
    </span>{' '}
    <small>{msText(ms)}</small>
  </>
)

export const outcomeOf = ({ ok, status }: CallView) => (ok ? '✓' : `✗ ${status}`)

export const CallLine = ({ call, ...props }: { call: CallView } & Pick<LineProps, 'isGuess' | 'bot'>) => (
  <Line
    {...props}
    at={call.at}
    name={call.method}
    content={contentOf(call)}
    outcome={outcomeOf(call)}
    ms={call.duration_ms}
  />
)

/** Why a call was refused, and what else its sender should know. If short, without the rule, and the answer that the cause explains. */
export function Reasons({ call, isShort = false }: { call: CallView; isShort?: boolean }) {
  const notes = notesOn(call)
  const cause = isShort ? call.why : causeText(call)
  return (
    <>
      {call.body.description && !(isShort && cause) && <span class="refusal">{call.body.description}</span>}
      {cause && (
        <span class="cause">
          <Prose text={cause} />
        </span>
      )}
      {notes.length > 0 && <span class="note">{notes.join('; ')}</span>}
    </>
  )
}

/** A call in a report, which unfolds. */
export function CallRow({ call }: { call: CallView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details class={call.ok ? 'call' : 'call bad'} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary class="entry">
        <CallLine call={call} />
        <Reasons call={call} />
      </summary>
      {isOpen && <CallBodies call={call} />}
    </details>
  )
}

export const Params = ({ call: { params } }: { call: CallView }) => (
  <Facts facts={Object.fromEntries(Object.entries(params).map(([name, value]) => [name, quote(value)]))} />
)

/** The parameters and the answer. Buttons that copy the call stand beside its parameters. */
export const CallBodies = ({ call, children }: { call: CallView; children?: ComponentChildren }) => (
  <>
    <div class="row">
      <h3>Parameters</h3>
      {children}
    </div>
    <Params call={call} />
    <h3>Answer</h3>
    <Code text={JSON.stringify(call.body, null, 2)} />
  </>
)
