// How the bot held against faults, and what of the service a run used.

import type { CoverageRow, FaultMatrix } from '../../../control/contract/page-data.ts'
import { Bar, Facts } from '../controls.tsx'
import { Findings, Notes } from './parts.tsx'

export const Coverage = ({ rows }: { rows: readonly CoverageRow[] }) => (
  <section class="card">
    <h2>Coverage</h2>
    <div class="findings coverage">
      {rows.map(({ title, share, used, unused }) => (
        <div key={title}>
          <b>{title}</b> <small>{share}</small>
          <Bar parts={{ passed: used.length, unused: unused.length }} />
          <p>{used.join(', ')}</p>
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

const MARKS = { held: '✓ ', advised: '! ', lost: '✗ ', untried: '' }

export const Faults = ({ faults: { kinds, rows, notes, findings } }: { faults: FaultMatrix }) => (
  <section class="card">
    <h2>With faults</h2>
    <div class="columns">
      <div>
        <table>
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
        <Facts facts={Object.fromEntries(kinds.map(({ name, says }) => [`${name}:`, says]))} />
      </div>
      <Findings findings={findings} />
    </div>
  </section>
)
