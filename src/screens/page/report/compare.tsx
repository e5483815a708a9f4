// Two versions of a bot: the conversations that differ, with both phones side by side.

import type { ComparedConversation, ComparePage } from '../../../control/contract/page-data.ts'
import { countsOf, Findings, Parts, Report } from './parts.tsx'
import { SceneLineView } from './scene.tsx'

export function CompareReport({ page: { title, notes, conversations } }: { page: ComparePage }) {
  return (
    <Report title={title} parts={countsOf(conversations)} notes={notes}>
      <Parts
        of="conversation"
        items={conversations}
        words={{
          failed: 'different',
          alike: 'different in the same way',
          unplayed: 'only in the new version',
          passed: 'the same',
        }}
        draw={({ differences, rows }) =>
          differences.length > 0 && (
            <>
              <Findings findings={differences} />
              {rows.length > 0 && <Versions rows={rows} />}
            </>
          )
        }
      />
    </Report>
  )
}

const Versions = ({ rows }: Pick<ComparedConversation, 'rows'>) => (
  <div class="scene versions">
    <b>before</b>
    <b>after</b>
    {rows.flatMap((row, at) =>
      (['before', 'after'] as const).map((side) => {
        const lines = rows.map((each) => each[side])
        const other = row.differs ? row[side === 'before' ? 'after' : 'before'] : undefined
        return (
          <div key={`${at} ${side}`} class={`${row.differs && row[side] ? 'differs' : ''} ${side}`}>
            {row.differs && <b class="side">{side}</b>}
            <SceneLineView lines={lines} at={at} other={other} />
            {!row[side] && row.differs && <p class="service">nothing</p>}
          </div>
        )
      }),
    )}
  </div>
)
