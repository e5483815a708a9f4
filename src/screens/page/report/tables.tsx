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
    <div class="faults">
      <div>
        <table class="matrix">
          <thead>
            <tr>
              <th>Held of tried</th>
              {kinds.map(({ name, says }) => (
                <th key={name} title={says}>
                  {name}
                </th>
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
                  <td key={place} class={state} data-kind={kinds[place]?.name}>
                    <a href={finding && `#${finding}`}>{MARKS[state] + count}</a>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Notes notes={notes} />
        <dl>
          {kinds.map(({ name, says }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Findings findings={findings} />
    </div>
  </section>
)
