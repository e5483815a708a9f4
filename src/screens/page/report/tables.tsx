// The tables of a report: coverage, and how the bot held against faults.

import type { CoverageRow, FaultMatrix } from '../../../control/contract/page-data.ts'
import { Bar } from '../controls.tsx'
import { Findings, Notes } from './parts.tsx'

export const Coverage = ({ rows }: { rows: readonly CoverageRow[] }) => (
  <section class="card">
    <h2>Coverage</h2>
    <table class="coverage">
      <tbody>
        {rows.map(({ title, share, used, unused }) => (
          <tr key={title}>
            <th>
              {title}
              <Bar parts={{ passed: used.length, unused: unused.length }} />
              <small>{share}</small>
            </th>
            <td>
              {used.join(', ')}
              {unused.length > 0 && (
                <details>
                  <summary class="dim">{unused.length} not yet</summary>
                  {unused.join(', ')}
                </details>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const MARKS = { held: '✓ ', advised: '! ', lost: '✗ ', untried: '' }

export const Faults = ({ faults: { kinds, rows, notes, findings } }: { faults: FaultMatrix }) => (
  <section class="card">
    <h2>With faults</h2>
    <table class="matrix">
      <thead>
        <tr>
          <th>Held of tried</th>
          {kinds.map((kind) => (
            <th key={kind}>{kind}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, skipped, cells }, at) => (
          <tr key={at}>
            <th>
              {name} {skipped !== undefined && <small>{skipped}</small>}
            </th>
            {cells.map(({ count, state, finding }, place) => (
              <td key={place} class={state} data-kind={kinds[place]}>
                <a href={finding && `#${finding}`}>{MARKS[state] + count}</a>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <Notes notes={notes} />
    <Findings findings={findings} />
  </section>
)
