// The report of a run: its scenarios with their conversations, steps and calls.

import { useEffect, useState } from 'preact/hooks'
import type { RunPage, ScenarioPage, ScenePart } from '../../../control/contract/page-data.ts'
import { Bar, Button, Form, Prose } from '../controls.tsx'
import { fragment } from '../route.ts'
import { CallRow } from '../traffic/call.tsx'
import { Failure } from './failure.tsx'
import { SceneLineView } from './scene.tsx'
import { Coverage, Faults } from './tables.tsx'

export function RunReport({ run }: { run: RunPage }) {
  const [text, setText] = useState('')
  const [states, setStates] = useState<readonly string[]>([])
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = ({ status, flaky, search }: ScenarioPage) =>
    (!states.length || states.includes(status) || (flaky && states.includes('flaky'))) &&
    words.every((word) => search.includes(word))
  const countOf = (state: string) =>
    (run.counts[state] ?? 0) + (state === 'failed' ? (run.faults?.findings.length ?? 0) : 0)
  const present = ORDER.filter((state) => run.counts[state])
  const toggle = (state: string) =>
    setStates(states.includes(state) ? states.filter((each) => each !== state) : [...states, state])
  const shown = run.scenarios.filter(isShown).length
  return (
    <main class="report">
      <h1>{run.title}</h1>
      <Bar parts={Object.fromEntries(ORDER.map((state) => [state, countOf(state)]))} />
      <p class="origin">
        <Prose text={run.origin.join(' · ')} />
      </p>
      {run.trouble.length > 0 && <pre class="scenario failed">{run.trouble.join('\n')}</pre>}
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
        <span class="chips">
          {present.map((state) => (
            <Button key={state} class={state} aria-pressed={states.includes(state)} onClick={() => toggle(state)}>
              {run.counts[state]} {state.replace('unplayed', 'not played')}
            </Button>
          ))}
        </span>
        <small role="status">
          {shown} of {run.scenarios.length}
        </small>
      </Form>
      {failuresFirst(run.scenarios).map(({ scenario, at }, place) => (
        <ScenarioDetails
          key={at}
          scenario={scenario}
          id={`s${at + 1}`}
          isHidden={!isShown(scenario)}
          isOpenFirst={place < MAX_OPEN && scenario.failure !== undefined}
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
      <Coverage rows={run.coverage} />
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
  const lines = parts.flatMap((part) => part.lines)
  const failed = parts.find(({ step }) => step?.status === 'failed')?.step
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
        <div class="columns">
          {failure && <Failure failure={failure} />}
          <div class="scene">
            {lines.map((_, at) => (
              <SceneLineView key={at} {...{ lines, at, pictures }} from={lines[0]?.at ?? 0} />
            ))}
            {failed && <p class="service bad">line {failed.line} failed</p>}
          </div>
          <div>
            {parts.map((part, at) => (
              <PartRow key={at} part={part} />
            ))}
            <small>
              <a href={`#${id}`}>Link to this scenario</a>
            </small>
          </div>
        </div>
      )}
    </details>
  )
}

const PartRow = ({ part: { step, calls } }: { part: ScenePart }) => (
  <div class="part">
    {step && (
      <div class={`step ${step.status}`} title={step.location}>
        <span>{step.line}</span> <code>{step.text}</code>
        {step.duration && <small data-duration={step.duration} />}
      </div>
    )}
    {calls.map((call) => (
      <CallRow key={call.id} call={call} />
    ))}
  </div>
)
