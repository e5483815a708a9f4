// The report of a run: its scenarios with their conversations, steps and calls.

import { useState } from 'preact/hooks'
import type { RunPage, ScenarioPage, ScenePart } from '../../../control/contract/page-data.ts'
import { Button, Form } from '../controls.tsx'
import { CallRow } from '../traffic/call.tsx'
import { Failure } from './failure.tsx'
import { MAX_OPEN, Part, Report } from './parts.tsx'
import { SceneLineView } from './scene.tsx'
import { Coverage, Faults } from './tables.tsx'

export function RunReport({ run }: { run: RunPage }) {
  const [text, setText] = useState('')
  const [states, setStates] = useState<readonly string[]>([])
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = ({ status, search }: ScenarioPage) =>
    (!states.length || states.includes(status)) && words.every((word) => search.includes(word))
  const scenarios = failuresFirst(run.scenarios)
  const counts = [...Map.groupBy(scenarios, ({ status }) => status)].map(([state, all]) => [state, all.length] as const)
  const toggle = (state: string) =>
    setStates(states.includes(state) ? states.filter((each) => each !== state) : [...states, state])
  return (
    <Report
      {...run}
      parts={{
        failed: 0,
        lost: run.faults?.findings.filter(({ state }) => state === 'lost').length ?? 0,
        ...Object.fromEntries(counts),
      }}
    >
      {run.trouble.length > 0 && <pre class="scenario failed">{run.trouble.join('\n')}</pre>}
      {run.faults && <Faults faults={run.faults} />}
      <Form class="filter" onSubmit={() => {}}>
        <input
          type="search"
          placeholder="Filter by name, file or tag"
          aria-label="Filter"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <span class="chips">
          {counts.map(([state, count]) => (
            <Button key={state} class={state} aria-pressed={states.includes(state)} onClick={() => toggle(state)}>
              {count} {state.replace('unplayed', 'not played')}
            </Button>
          ))}
        </span>
        <small role="status">
          {scenarios.filter(isShown).length} of {scenarios.length}
        </small>
      </Form>
      {scenarios.map((scenario, place) => (
        <Part
          key={scenario.id}
          {...scenario}
          isHidden={!isShown(scenario)}
          isOpenFirst={place < MAX_OPEN && scenario.failure !== undefined}
        >
          <ScenarioDetails scenario={scenario} />
        </Part>
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
    </Report>
  )
}

const ORDER = ['failed', 'flaky', 'unplayed', 'passed', 'skipped']

const failuresFirst = (scenarios: readonly ScenarioPage[]) =>
  scenarios
    .map((scenario, at) => ({ id: `s${at + 1}`, ...scenario }))
    .toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))

function ScenarioDetails({ scenario: { failure, parts, pictures } }: { scenario: ScenarioPage }) {
  const lines = parts.flatMap((part) => part.lines)
  const failed = parts.find(({ step }) => step?.status === 'failed')?.step
  return (
    <div class="columns">
      {failure && <Failure failure={failure} />}
      <div class="scene">
        {lines.map((_, at) => (
          <SceneLineView key={at} {...{ lines, at, pictures }} />
        ))}
        {failed && <p class="service bad">line {failed.line} failed</p>}
      </div>
      <div>
        {parts.map((part, at) => (
          <StepRow key={at} part={part} />
        ))}
      </div>
    </div>
  )
}

const StepRow = ({ part: { step, calls } }: { part: ScenePart }) => (
  <div class="part">
    {step && (
      <div class={`step ${step.status}`} title={step.location}>
        <span>{step.line}</span> <code>{step.text}</code> {step.duration && <small>{step.duration}</small>}
      </div>
    )}
    {calls.map((call) => (
      <CallRow key={call.id} call={call} />
    ))}
  </div>
)
