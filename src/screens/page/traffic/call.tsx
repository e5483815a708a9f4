// A call as a line, with why it was refused below it.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Update } from '../../../control/contract/shapes.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { causeText, contentText, faultWordsOf, notesOn, ownCause } from '../../../control/describe/call.ts'
import { quote } from '../../../lib/safe-text.ts'
import { formatMs, secondOf } from '../../../lib/time-text.ts'
import { Code, Facts, Prose } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'

export const GUESS = 'May answer another update: only the time tells.'

/** A pale question mark. */
export const Guess = () => (
  <small class="guess" role="img" title={GUESS} aria-label={GUESS}>
    {' ?'}
  </small>
)

export interface LineProps {
  at: number
  /** How long after its update it began, such as `+11 ms`; "" if this is unknown. */
  after?: string
  name: string
  content?: string
  outcome: string
  ms: number
  isGuess?: boolean | undefined
  bot?: ComponentChildren
}

export const Line = ({ at, after, name, content, outcome, ms, isGuess, bot }: LineProps) => (
  <>
    <time title={secondOf(at)}>{after || secondOf(at)}</time>{' '}
    <span class="what" title={content}>
      {isGuess && <Guess />}
      <b>{name}</b> {bot}
      <bdi>{content}</bdi>
    </span>{' '}
    <Outcome text={outcome} /> <small>{formatMs(ms)}</small>
  </>
)

/** What became of a call, such as `✓`, `✗ 429 · injected` or `answer lost · injected`. */
export function outcomeOf(call: CallView): string {
  const words = [...(call.ok || !call.status ? [] : [call.status]), ...faultWordsOf(call)].join(' · ')
  return call.ok ? words || '✓' : `✗ ${words}`
}

export const Outcome = ({ text }: { text: string }) => (
  <span class={`outcome ${{ '✓': 'good', '✗': 'bad' }[text.slice(0, 1)] ?? ''}`}>{text}</span>
)

export const lineOf = (call: CallView): LineProps => ({
  at: call.at,
  name: call.method,
  content: contentText(call),
  outcome: outcomeOf(call),
  ms: call.duration_ms,
})

interface ReasonsProps {
  call: CallView
  /** True if the rule is not named. */
  isShort?: boolean
  /** True if the answer is shown too. */
  isBesideAnswer?: boolean
}

/** Why a call was refused, and what else its sender should know. */
export function Reasons({ call, isShort = false, isBesideAnswer = isShort }: ReasonsProps) {
  const notes = notesOn(call)
  const cause = isShort ? ownCause(call) : causeText(call)
  return (
    <>
      {call.body.description && !(isBesideAnswer && call.why) && <span class="refusal">{call.body.description}</span>}
      {cause && (
        <span class="cause">
          <Prose text={cause} />
        </span>
      )}
      {notes.length > 0 && <span class="note">{notes.join('; ')}</span>}
    </>
  )
}

interface CallRowProps {
  call: CallView
  /** True if it is most similar to what was expected. */
  isNearest: boolean
  /** True if its text is in the chat beside it. */
  isBesideText: boolean
}

/** A call in a report, which unfolds. */
export function CallRow({ call, isNearest, isBesideText }: CallRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      class={`call ${call.ok ? '' : 'bad'} ${isNearest ? 'nearest' : ''}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary class="entry">
        <Line {...lineOf(call)} {...(isBesideText && { content: '' })} />
        <Reasons call={call} />
      </summary>
      {isOpen && <CallBodies call={call} />}
    </details>
  )
}

export const Params = ({ call: { params } }: { call: CallView }) => (
  <Facts facts={Object.fromEntries(Object.entries(params).map(([name, value]) => [name, quote(value)]))} />
)

/** Returns JSON with one key a line, but inner objects in one line. A line break is never part of a string. */
const jsonText = (value: unknown) =>
  JSON.stringify(value, null, 2).replace(/(?<=\s)[{[][^{}[\]]{0,60}[}\]]/g, (part) => part.replace(/\n\s*/g, ' '))

/** A value as JSON, with bold keys. What wraps stays behind its key. */
const Json = ({ value }: { value: unknown }) => (
  <Code
    text={jsonText(value)
      .split('\n')
      .map((line, at, { length }) => (
        <span key={at} style={{ '--indent': `${line.search(/\S/) + 2}ch` }}>
          {line.split(/("(?:[^"\\]|\\.)*")(?=:)/).map((text, place) => (place % 2 ? <b key={place}>{text}</b> : text))}
          {at + 1 < length && '\n'}
        </span>
      ))}
  />
)

/** A value under its heading, with a button that copies it. */
export const JsonPart = ({ title, copy, value }: { title: string; copy: string; value: unknown }) => (
  <div>
    <div class="row">
      <h3>{title}</h3>
      <CopyButton label={copy} text={() => jsonText(value)} />
    </div>
    <Json value={value} />
  </div>
)

interface BodiesProps {
  call: CallView
  /** What the call answers. */
  update?: Update | undefined
  /** Buttons above its parameters. */
  children?: ComponentChildren
}

/** The parameters and the answer, side by side if there is room. */
export const CallBodies = ({ call, update, children }: BodiesProps) => (
  <div class="bodies">
    <div>
      <div class="row">
        <h3>Parameters</h3>
        {children}
      </div>
      <Params call={call} />
    </div>
    <JsonPart title="Answer" copy="Copy answer" value={call.body} />
    {update && <JsonPart title="Update" copy="Copy update" value={update} />}
  </div>
)
