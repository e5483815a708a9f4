// How the bot held against faults, and what of the service a run used.

import { useState } from 'preact/hooks'
import type { CoverageRow, FaultMatrix, FaultState } from '../../../control/contract/page-data.ts'
import { plural } from '../../../lib/safe-text.ts'
import { Bar, Button, Facts } from '../controls.tsx'
import { Findings, FoldedFindings, Notes } from './parts.tsx'

export const Coverage = ({ rows }: { rows: readonly CoverageRow[] }) => (
  <section class="card">
    <h2>Coverage</h2>
    <div class="findings coverage">
      {rows.map(({ title, share, used, unused }) => (
        <div key={title}>
          <b>{title}</b> <small>{share}</small>
          <Bar parts={{ passed: used.length, unused: unused.length }} />
          <ul>
            {used.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
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

/** The table has more rows only when a person asks for them. */
const MAX_ROWS = 20

interface FaultsProps {
  faults: FaultMatrix
  /** The number of scenarios that were not played with faults, because they failed or were skipped. */
  others: number
}

export function Faults({ faults: { kinds, rows, notes, findings }, others }: FaultsProps) {
  const [isWhole, setIsWhole] = useState(rows.length <= MAX_ROWS)
  const lostFirst = [...rows.filter(hasLost), ...rows.filter((row) => !hasLost(row))]
  const notTried = others > 0 ? [`${plural(others, 'scenario')} failed or skipped: not played with faults.`] : []
  return (
    <section class="card matrix">
      <h2>With faults</h2>
      <Findings findings={findings.filter(isLost)} />
      <div class="with-key">
        <div>
          <p class="dim">
            <span class="held">✓ held</span>, <span class="advised">! held, but at a risk</span>,{' '}
            <span class="lost">✗ failed (1/2: held 1 of 2 times)</span>
          </p>
          <table>
            <thead>
              <tr>
                <th>Scenario</th>
                {kinds.map(({ name, says }) => (
                  <th key={name} title={says}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lostFirst.slice(0, isWhole ? undefined : MAX_ROWS).map(({ name, part, skipped, cells }, at) => (
                <tr key={at}>
                  <th>
                    <a href={`#${part}`}>{name}</a> {skipped !== undefined && <small>{skipped}</small>}
                  </th>
                  {cells.map(({ count, state, finding }, place) => (
                    <td key={place} class={state} title={state === 'untried' ? undefined : `held ${count}`}>
                      <a href={finding && `#${finding}`}>
                        {MARKS[state]} {state === 'lost' && !/^0/.test(count) && count}
                      </a>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {!isWhole && <Button onClick={() => setIsWhole(true)}>Show all {rows.length} scenarios</Button>}
        </div>
        <Facts facts={Object.fromEntries(kinds.map(({ name, says }) => [`${name}:`, says]))} />
      </div>
      <Notes notes={[...notes, ...notTried]} />
      {!findings.every(isLost) && <h2>Risks</h2>}
      <FoldedFindings findings={findings.filter((finding) => !isLost(finding))} />
    </section>
  )
}

const isLost = ({ state }: { state?: FaultState }) => state === 'lost'
const hasLost = ({ cells }: FaultMatrix['rows'][number]) => cells.some(isLost)
