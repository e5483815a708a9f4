// The report of a run: its scenarios with their conversations, steps and calls.

import type { FailurePage, RunPage, ScenarioPage, ScenePart } from '../../../control/contract/page-data.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { plural } from '../../../lib/safe-text.ts'
import { Prose } from '../controls.tsx'
import { RefusalText } from '../phones/refusal.tsx'
import { CallRow } from '../traffic/call.tsx'
import { countsOf, Parts, Report } from './parts.tsx'
import { SceneLineView } from './scene.tsx'
import { Coverage, Faults } from './tables.tsx'
import { Marked } from './words.tsx'

export function RunReport({ run }: { run: RunPage }) {
  const lost = run.faults?.findings.filter(({ state }) => state === 'lost').length ?? 0
  return (
    <Report {...run} parts={countsOf(run.scenarios)}>
      {run.trouble.length > 0 && <pre class="scenario failed">{run.trouble.join('\n')}</pre>}
      <Parts
        of="scenario"
        chip={
          lost > 0 && (
            <a class="lost" href="#faults">
              {plural(lost, 'cause')} with faults
            </a>
          )
        }
        items={run.scenarios}
        words={{ unplayed: 'not played' }}
        afterFailed={
          run.faults && <Faults faults={run.faults} others={run.scenarios.length - run.faults.rows.length} />
        }
        draw={(scenario) => (scenario.parts.length || scenario.failure) && <ScenarioDetails scenario={scenario} />}
      />
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

function ScenarioDetails({ scenario: { name, failure, parts, pictures, times } }: { scenario: ScenarioPage }) {
  const lines = parts.flatMap((part) => part.lines)
  const seen = parts.flatMap((part) =>
    [...part.lines, ...part.calls.filter(isRefusedInChat)].toSorted((one, other) => one.at - other.at),
  )
  const failed = parts.find(({ step }) => step?.status === 'failed')?.step
  return (
    <div class="columns">
      {failure && <Failure failure={failure} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
      <section class="scene" aria-label={`Chat of: ${name}`} tabIndex={0}>
        <div>
          {seen.map((each, place) =>
            'method' in each ? (
              <p key={place} class="refused bad">
                <RefusalText call={each} />
              </p>
            ) : (
              <SceneLineView key={place} at={lines.indexOf(each)} {...{ lines, pictures }} />
            ),
          )}
          {failed && <p class="service bad">line {failed.line} failed</p>}
        </div>
      </section>
      <div>
        {parts.map((part, at) => (
          <StepRow key={at} part={part} />
        ))}
        <small>{times}</small>
      </div>
    </div>
  )
}

const isRefusedInChat = ({ ok, params }: CallView) => !ok && params.chat_id !== undefined

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

/** The lines of a failure that say how a value was, and how it was expected. */
const DIFFERENCE = /^ *(\S+|the view) was {7}(.*)\n *expected {2}(.*)$/m

function Failure({ failure: { message, location, details } }: { failure: FailurePage }) {
  const [before = '', path, received = '', expected = '', ...after] = details.join('\n').split(DIFFERENCE)
  return (
    <div class="failure">
      <h2 class="bad">
        {message} <small>{location}</small>
      </h2>
      <Lines text={before} />
      {path && (
        <div class="difference">
          <p class="dim">{path}</p>
          <dl>
            {Object.entries({ expected, received }).map(([side, text]) => (
              <div key={side} class={side}>
                <dt>{side}</dt>
                <dd>
                  <Marked text={text} other={side === 'expected' ? received : expected} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <Lines text={after.join('\n')} />
    </div>
  )
}

const Lines = ({ text }: { text: string }) =>
  text.trim() && (
    <pre>
      <Prose text={text.replace(/^\n+/, '')} />
    </pre>
  )
