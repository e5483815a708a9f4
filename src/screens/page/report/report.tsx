// The report of a run: its scenarios with their conversations, steps and calls.

import { useEffect, useState } from 'preact/hooks'
import type { RunPage, ScenarioPage, SceneLine, ScenePart } from '../../../control/contract/page-data.ts'
import { formatSince } from '../../../lib/time-text.ts'
import { Checkboxes, Form } from '../controls.tsx'
import { fragment } from '../route.ts'
import { CallRow } from '../traffic/call.tsx'
import { CoverageTable, Faults } from './tables.tsx'

export function RunReport({ run }: { run: RunPage }) {
  const [text, setText] = useState('')
  const [states, setStates] = useState<readonly string[]>([])
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = ({ status, flaky, search }: ScenarioPage) =>
    (!states.length || states.includes(status) || (flaky && states.includes('flaky'))) &&
    words.every((word) => search.includes(word))
  const present = Object.keys(run.counts).filter((state) => run.counts[state])
  const shown = run.scenarios.filter(isShown).length
  return (
    <main class="report">
      <h1>{run.title}</h1>
      <p class="origin">{run.origin.join(' · ')}</p>
      {run.trouble.length > 0 && <pre class="failure">{run.trouble.join('\n')}</pre>}
      {run.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {run.faults && <Faults faults={run.faults} />}
      <Form class="filter" onSubmit={() => {}}>
        <input
          type="search"
          placeholder="Filter by name, file or tag"
          aria-label="Filter"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Checkboxes
          choices={present}
          texts={present.map((state) => `${run.counts[state]} ${state}`)}
          checked={states}
          onChange={setStates}
        />
        <span role="status">
          {shown} of {run.scenarios.length}
        </span>
      </Form>
      {failuresFirst(run.scenarios).map(({ scenario, at }, place) => (
        <ScenarioDetails
          key={at}
          scenario={scenario}
          id={`s${at + 1}`}
          isHidden={!isShown(scenario)}
          isOpenFirst={place < MAX_OPEN && scenario.failure.length > 0}
        />
      ))}
      {run.advice.length > 0 && (
        <section class="card">
          <h2>Advice</h2>
          <ul>
            {run.advice.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      <details class="card">
        <summary>Coverage</summary>
        <CoverageTable rows={run.coverage} />
      </details>
    </main>
  )
}

/** The number of failed scenarios that are open at first. More would slow down the page. */
const MAX_OPEN = 10

const ORDER = ['failed', 'flaky', 'unplayed', 'passed', 'skipped']

const rankOf = ({ status, flaky }: ScenarioPage) => ORDER.indexOf(flaky && status === 'passed' ? 'flaky' : status)

const failuresFirst = (scenarios: readonly ScenarioPage[]) =>
  scenarios
    .map((scenario, at) => ({ scenario, at }))
    .toSorted((one, other) => rankOf(one.scenario) - rankOf(other.scenario))

/** Marks what was expected, what happened instead, and the line of the failed step. */
const lineClass = (line: string) =>
  /^\s*expected\b/.test(line)
    ? 'expected'
    : /^\s*\S+ was\s/.test(line)
      ? 'actual'
      : /^\s*> \d+ \|/.test(line)
        ? 'guilty'
        : undefined

const Failure = ({ lines }: { lines: readonly string[] }) => (
  <pre class="failure">
    {lines
      .flatMap((text) => text.split('\n'))
      .map((line, at) => (
        <span key={at} class={lineClass(line)}>
          {`${at ? '\n' : ''}${line}`}
        </span>
      ))}
  </pre>
)

interface DetailsProps {
  scenario: ScenarioPage
  id: string
  isHidden: boolean
  isOpenFirst: boolean
}

function ScenarioDetails({ scenario, id, isHidden, isOpenFirst }: DetailsProps) {
  const { name, status, flaky, facts, failure, parts, pictures } = scenario
  const isLinked = fragment.value === `#${id}`
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  useEffect(() => {
    if (!isLinked) return
    setIsOpen(true)
    document.getElementById(id)?.scrollIntoView()
  }, [isLinked])
  const from = parts.find(({ lines }) => lines.length)?.lines[0]?.at ?? 0
  return (
    <details
      class={`scenario ${status}${flaky ? ' flaky' : ''}`}
      id={id}
      hidden={isHidden}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <b>{name}</b> <small>{facts}</small>
      </summary>
      {isOpen && (
        <p class="origin">
          <a href={`#${id}`}>Link to this scenario</a>
        </p>
      )}
      {isOpen && failure.length > 0 && <Failure lines={failure} />}
      {isOpen && parts.map((part, at) => <PartRow key={at} part={part} from={from} pictures={pictures} />)}
    </details>
  )
}

interface PartProps {
  part: ScenePart
  /** The time of the scenario's first line. Each line shows its time relative to it. */
  from: number
  pictures: ScenarioPage['pictures']
}

const PartRow = ({ part: { step, lines, calls }, from, pictures }: PartProps) => (
  <div class="columns">
    <div class="scene">
      {step && (
        <div class={`step ${step.status}`} title={step.location}>
          <span>{step.line}</span> <code>{step.text}</code>
          {step.duration && <small data-duration={step.duration} />}
        </div>
      )}
      {lines.map((line, at) => (
        <SceneLineView key={at} line={line} from={from} pictures={pictures} />
      ))}
    </div>
    <div class="calls">
      {calls.map((call) => (
        <CallRow key={call.id} call={call} />
      ))}
    </div>
  </div>
)

interface SceneLineProps {
  line: SceneLine
  /** Undefined if the line has no time. */
  from?: number
  pictures: PartProps['pictures']
}

export function SceneLineView({ line, from, pictures }: SceneLineProps) {
  const { kind, author = '', reply_to, bot, text = '', file, buttons = [], keys = [], chat, message_id } = line
  if (kind === 'press')
    return (
      <p class="service">
        {author} presses <b class="button">{text}</b>
      </p>
    )
  if (kind === 'delete') return <p class="service">message {message_id ?? text} was deleted</p>
  if (kind === 'notice') return <p class="service">{text}</p>
  if (kind === 'act') return <p class="service">{author ? `${author}: ${text}` : text}</p>
  const picture = file && pictures[file.unique_id]
  return (
    <article class={bot ? 'message' : 'message mine'}>
      <div class={kind === 'edit' ? 'bubble edited' : 'bubble'}>
        <b class="author">{author}</b>{' '}
        <small>
          {chat}
          {from !== undefined && ` · ${formatSince(line.at - from)}`}
          {kind === 'edit' && ` · edits ${message_id === undefined ? 'a message' : `message ${message_id}`}`}
        </small>
        {reply_to !== undefined && <blockquote>{reply_to}</blockquote>}
        {picture && <img alt={file.name} src={picture} />}
        {file && !picture && (
          <p>
            {file.kind} · {file.name}
          </p>
        )}
        <p class="text">{text}</p>
      </div>
      <Labels class="keyboard" rows={buttons} />
      <Labels class="keyboard keys" rows={keys} />
    </article>
  )
}

const Labels = ({ class: className, rows }: { class: string; rows: readonly string[][] }) =>
  rows.map((row, at) => (
    <div key={at} class={`row ${className}`}>
      {row.map((label, place) => (
        <span key={place} class="button">
          {label}
        </span>
      ))}
    </div>
  ))
