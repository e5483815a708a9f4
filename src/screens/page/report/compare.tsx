// Two versions of a bot: each difference with both phones side by side.

import type { ComparePage } from '../../../control/contract/page-data.ts'
import { SceneLineView } from './report.tsx'

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
            {rows.map(({ before, after, differs }, at) =>
              [before, after].map((line, side) => (
                <div key={`${at} ${side}`} class={differs ? 'scene differs' : 'scene'}>
                  {line ? <SceneLineView line={line} pictures={{}} /> : differs && <p class="dim">nothing</p>}
                </div>
              )),
            )}
          </div>
        )}
      </section>
    ))}
  </main>
)
