// The tables of a report: coverage, and how the bot held against faults.

import type { CoverageRow, FaultMatrix } from '../../../control/contract/page-data.ts'

export const CoverageTable = ({ rows }: { rows: readonly CoverageRow[] }) => (
  <table class="coverage">
    <thead>
      <tr>
        <th>what</th>
        <th>used</th>
        <th>not yet</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ title, share, used, unused }) => (
        <tr key={title}>
          <th>
            {title} <small>{share}</small>
          </th>
          <td>{used.join(', ')}</td>
          <td class="dim">{unused.join(', ')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const Faults = ({ faults: { kinds, rows, note, findings } }: { faults: FaultMatrix }) => (
  <section class="card">
    <h2>With faults</h2>
    <div class="wide">
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
              {cells.map(({ held, tried }, place) => (
                <td key={place} class={tried ? (held < tried ? 'lost' : 'held') : 'dim'}>
                  {tried ? `${held < tried ? '✗' : '✓'} ${held}/${tried}` : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {note && <p class="dim">{note}</p>}
    {findings.map(({ title, lines }) => (
      <div key={title} class="failure">
        <b class="bad">{title}</b>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    ))}
  </section>
)
