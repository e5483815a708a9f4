// The report of a run: its scenarios with their conversations, steps and calls.

import { useState } from 'preact/hooks'
import type { FailurePage, RunPage, ScenarioPage, SceneLine, ScenePart } from '../../../control/contract/page-data.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { plural } from '../../../lib/safe-text.ts'
import { Button, Prose } from '../controls.tsx'
import { RefusalText } from '../phones/refusal.tsx'
import { CallRow } from '../traffic/call.tsx'
import { countsOf, Findings, Parts, Report } from './parts.tsx'
import { SceneLineView, sidesOf } from './scene.tsx'
import { Coverage, Faults } from './tables.tsx'
import { Marked } from './words.tsx'

export function RunReport({ run }: { run: RunPage }) {
  return (
    <Report {...run} parts={countsOf(run.scenarios)}>
      {run.trouble.length > 0 && <pre class="scenario failed">{run.trouble.join('\n')}</pre>}
      <Parts
        of="scenario"
        items={run.scenarios}
        words={{ unplayed: 'not played', weak: 'fail with faults' }}
        afterFailed={
          run.faults && <Faults faults={run.faults} others={run.scenarios.length - run.faults.rows.length} />
        }
        draw={(scenario) => (scenario.parts.length || scenario.failure) && <ScenarioDetails scenario={scenario} />}
      />
      {run.advice.length > 0 && (
        <section class="card">
          <h2>Advice</h2>
          <Findings findings={run.advice} />
        </section>
      )}
      <Coverage rows={run.coverage} />
    </Report>
  )
}

function ScenarioDetails({ scenario: { failure, parts, lost, pictures, times } }: { scenario: ScenarioPage }) {
  const lines = parts.flatMap((part) => part.lines)
  const chat = lines.find((line) => line.chat)?.chat
  const [isWhole, setIsWhole] = useState(false)
  const from = isWhole ? 0 : firstOf(parts, failure)
  const seen = (some: readonly ScenePart[]) =>
    some.flatMap(seenIn).map((each, place) =>
      isCall(each) ? (
        <p key={place} class="refused bad">
          <RefusalText call={each} />
        </p>
      ) : (
        <SceneLineView
          key={place}
          at={lines.indexOf(each)}
          since={lines[0]?.at}
          isNearest={each.event === failure?.nearest.event}
          {...{ lines, chat, pictures }}
        />
      ),
    )
  return (
    <div class={sidesOf(lines)}>
      <div class="part">
        <div>
          {failure && <Failure failure={failure} step={parts.find(({ step }) => step?.status === 'failed')?.step} />}
          {lost.length > 0 && (
            <p>
              This is the run without faults. It fails with{' '}
              {lost.map(({ kind, finding }) => (
                <a key={kind} href={`#${finding}`}>
                  {kind}{' '}
                </a>
              ))}
            </p>
          )}
          {chat !== undefined && <h3>Steps, by line {times && <small> · {times}</small>}</h3>}
          {from > 0 && (
            <Button class="earlier" onClick={() => setIsWhole(true)}>
              Show {plural(parts.slice(0, from).filter(({ step }) => step).length, 'earlier step')}
            </Button>
          )}
        </div>
        {chat !== undefined && (
          <div class="scene lead">
            <p class="day">{chat}</p>
            {/* The newest that have room. The button shows all, in their order. */}
            {from > 0 && <div inert>{seen(parts.slice(0, from)).toReversed()}</div>}
          </div>
        )}
      </div>
      {parts.slice(from).map((part, at) => (
        <div key={from + at} class="part">
          <StepRow part={part} nearest={failure?.nearest.call} />
          <div class="scene">{seen([part])}</div>
        </div>
      ))}
    </div>
  )
}

/** How many steps before the failed one are shown. Earlier ones are folded, if they are more than one. */
const STEPS_BEFORE = 2

/** Returns the first part that is shown. The one with the call or message that is nearest to what was expected is. */
function firstOf(parts: readonly ScenePart[], failure: FailurePage | undefined): number {
  const failed = parts.findIndex(({ step }) => step?.status === 'failed')
  const isNear = ({ lines, calls }: ScenePart) =>
    lines.some(({ event }) => event === failure?.nearest.event) || calls.some(({ id }) => id === failure?.nearest.call)
  const near = parts.findIndex(isNear)
  const first = Math.min(failed - STEPS_BEFORE, near === -1 ? failed : near)
  return first > 1 ? first : 0
}

type Seen = SceneLine | CallView

const isCall = (seen: Seen): seen is CallView => 'method' in seen

/** The lines of a chat while a step was played, with the calls that were refused in it. */
const seenIn = ({ lines, calls }: ScenePart): readonly Seen[] =>
  [...lines, ...calls.filter(({ ok, params }) => !ok && params.chat_id !== undefined)].toSorted(
    (one, other) => one.at - other.at,
  )

/** A step in one line, with its word in bold. */
function StepText({ text }: { text: string }) {
  const [word = ''] = /^\w+/.exec(text) ?? []
  return (
    <code>
      <b>{word}</b>
      {text.slice(word.length)}
    </code>
  )
}

const StepRow = ({ part: { step, calls, lines }, nearest }: { part: ScenePart; nearest: number | undefined }) => (
  <div>
    {step && (
      <div class={`step ${step.status}`} title={step.location}>
        <span>{step.line}</span> <StepText text={step.text} /> {step.duration && <small>{step.duration}</small>}
      </div>
    )}
    {calls.map((call) => (
      <CallRow
        key={call.id}
        call={call}
        isNearest={call.id === nearest}
        isBesideText={call.id !== nearest && lines.some(({ text }) => text !== undefined && text === call.params.text)}
      />
    ))}
  </div>
)

interface FailureProps {
  failure: FailurePage
  step: ScenePart['step']
}

function Failure({ failure: { message, location, before, difference, after }, step }: FailureProps) {
  return (
    <div class="failure">
      <h2 class="bad">
        {message} <small>{location}</small>
      </h2>
      {step && <StepText text={step.text} />}
      <Lines text={before} />
      {difference && <Difference {...difference} />}
      <Lines text={after} />
    </div>
  )
}

const Difference = ({ path, ...sides }: NonNullable<FailurePage['difference']>) => (
  <div class="difference">
    <p class="dim">{path}</p>
    <dl>
      {Object.entries(sides).map(([side, text]) => (
        <div key={side} class={side}>
          <dt>{side}</dt>
          <dd>
            <Marked text={text} other={side === 'expected' ? sides.received : sides.expected} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

function Lines({ text }: { text: string }) {
  const lines = <Prose text={text.replace(/^\n+/, '')} />
  return text.trim().includes('\n') ? <pre>{lines}</pre> : text.trim() && <p>{lines}</p>
}
