// The map of an exploration: the states of the bot and the moves between them.

import type { MapPage } from '../../../control/contract/page-data.ts'
import { plural } from '../../../lib/safe-text.ts'
import { Notes, Report } from './parts.tsx'

export function ExploredMap({ map }: { map: MapPage }) {
  const { kind, title, summary, neverUsed, states } = map
  const numberOf = new Map(states.map(({ name }, at) => [name, at + 1]))
  return (
    <Report kind={kind} title={title} notes={[]}>
      <Notes notes={summary} />
      {neverUsed.length > 0 && <p>Buttons and commands never used: {neverUsed.join(', ')}</p>}
      {states.map(({ name, visits, ways }, at) => (
        <section key={name} id={`state-${at + 1}`} class="card">
          <h2>{name}</h2>
          <small>seen {plural(visits, 'time')}</small>
          <ul>
            {ways.map(({ label, to, count }) => (
              <li key={`${label} ${to}`}>
                {label} → <a href={`#state-${numberOf.get(to)}`}>{to}</a> <small>{count}</small>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Report>
  )
}
