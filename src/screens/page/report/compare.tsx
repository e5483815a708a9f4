// Two versions of a bot: each difference with both phones side by side.

import type { ComparePage } from '../../../control/contract/page-data.ts'
import { SceneLineView } from './scene.tsx'

export const CompareReport = ({ page: { title, notes, differences } }: { page: ComparePage }) => (
  <main class="report">
    <h1>{title}</h1>
    {notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
    {differences.map(({ text, places, rows }) => (
      <section key={text} class="card">
        <h2>{text}</h2>
        <ul class="dim">
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
        {rows.length > 0 && (
          <div class="versions">
            <h3>Before</h3>
            <h3>After</h3>
            {rows.flatMap((row, at) =>
              (['before', 'after'] as const).map((side) => {
                const lines = rows.map((each) => each[side])
                const other = row.differs ? row[side === 'before' ? 'after' : 'before'] : undefined
                return (
                  <div key={`${at} ${side}`} class={`scene ${row.differs ? 'differs' : ''} ${side}`}>
                    <SceneLineView lines={lines} at={at} other={other} />
                    {!row[side] && row.differs && <p class="dim">nothing</p>}
                  </div>
                )
              }),
            )}
          </div>
        )}
      </section>
    ))}
  </main>
)
