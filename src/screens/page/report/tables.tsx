// How the bot held against faults, and what of the service a run used.

import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import type { CoverageRow, FaultMatrix, FaultState, FindingPage } from '../../../control/contract/page-data.ts'
import { plural } from '../../../lib/safe-text.ts'
import { Bar, Button } from '../controls.tsx'
import { fragment } from '../route.ts'
import { Findings, Notes } from './parts.tsx'

export const Coverage = ({ rows }: { rows: readonly CoverageRow[] }) => (
  <section class="card">
    <h2>Coverage</h2>
    <div class="findings coverage">
      {rows.map(({ title, share, used, unused }) => (
        <div key={title}>
          <b>{title}</b> <small>{share}</small>
          <Bar parts={{ covered: used.length, unused: unused.length }} />
          <p>
            {used.map((name, at) => (
              <Fragment key={name}>
                {at > 0 && ', '}
                <span class="whole">{name}</span>
              </Fragment>
            ))}
          </p>
          {unused.length > 0 && (
            <details>
              <summary class="dim">{unused.length} not yet</summary>
              {unused.join(', ')}
            </details>
          )}
        </div>
      ))}
    </div>
  </section>
)

const MARKS = { held: '✓', advised: '!', lost: '✗', untried: '–' }

interface FaultsProps {
  faults: FaultMatrix
  /** The number of scenarios that were not played with faults, because they failed or were skipped. */
  others: number
}

export function Faults({ faults: { kinds, rows, notes, findings }, others }: FaultsProps) {
  const lostFirst = [...rows.filter(hasLost), ...rows.filter((row) => !hasLost(row))]
  const alike = [...Map.groupBy(lostFirst, ({ cells, skipped = '' }) => cells.map(resultOf) + skipped).values()]
  // One of the scenarios with the same result is enough until a person asks for all.
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lostFirst.map((row) => [row]) : alike
  const notTried = others > 0 ? [`${plural(others, 'scenario')} failed or skipped: not played with faults.`] : []
  return (
    <section class="card matrix">
      <h2>With faults</h2>
      <Findings findings={findings.filter(isLost)} />
      <div class="with-key">
        <ul class="kinds">
          {kinds.map((kind) => (
            <Kind key={kind.name} {...kind} findings={findings.filter(({ kinds }) => kinds?.includes(kind.name))} />
          ))}
        </ul>
        <div>
          <p class="row">
            <span class="held">✓ held</span> <span class="advised">! held, but at a risk</span>{' '}
            <span class="lost">✗ failed</span>
          </p>
          <table>
            <thead>
              <tr>
                <th>Scenario</th>
                {kinds.map(({ name, says, state }) => (
                  <th key={name} class={state} title={says}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(
                ([row, ...others]) =>
                  row && (
                    <tr key={row.part}>
                      <th>
                        <a href={`#${row.part}`}>{row.name}</a>{' '}
                        <small>{row.skipped ?? (others.length > 0 && `and ${others.length} alike`)}</small>
                      </th>
                      {row.cells.map((cell, place) => (
                        <td
                          key={place}
                          class={cell.state}
                          title={cell.state === 'untried' ? undefined : `held ${cell.count}`}
                        >
                          <a href={cell.finding && `#${cell.finding}`}>{resultOf(cell)}</a>
                        </td>
                      ))}
                    </tr>
                  ),
              )}
            </tbody>
          </table>
          {shown.length < rows.length && (
            <Button onClick={() => setIsWhole(true)}>Show all {rows.length} scenarios</Button>
          )}
        </div>
      </div>
      <Notes notes={[...notes, ...notTried]} />
    </section>
  )
}

type KindProps = FaultMatrix['kinds'][number] & { findings: readonly FindingPage[] }

const STATE_WORDS = { lost: 'failed in', advised: 'at risk in', held: 'held in', untried: 'not tried in' }

/** What a kind of fault does, how the bot held, and what it could do better. */
const Kind = ({ name, says, state, scenarios, findings }: KindProps) => (
  <li>
    <b class={state}>
      {MARKS[state]} {name}
    </b>
    <div>
      {says} <small>{`${STATE_WORDS[state]} ${plural(scenarios, 'scenario')}`}</small>
      {findings
        .filter(isLost)
        .slice(0, 1)
        .map(({ id }) => (
          <p key={id}>
            <a href={`#${id}`}>See the cause above</a>
          </p>
        ))}
      {findings
        .filter((finding) => !isLost(finding))
        .map(({ id, title, lines, kinds }) => (
          // Advice on several kinds is said for each; links lead to the first.
          <details key={id} id={kinds?.[0] === name ? id : undefined} open={fragment.value === `#${id}`}>
            <summary>{title}</summary>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </details>
        ))}
    </div>
  </li>
)

const isLost = ({ state }: { state?: FaultState }) => state === 'lost'

/** A mark, with how often the bot held if it held sometimes. */
const resultOf = ({ state, count }: FaultMatrix['rows'][number]['cells'][number]) =>
  `${MARKS[state]} ${state === 'lost' && !count.startsWith('0') ? count : ''}`

const hasLost = ({ cells }: FaultMatrix['rows'][number]) => cells.some(isLost)
