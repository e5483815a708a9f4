// Two versions of a bot: the conversations that differ, with both phones side by side.

import type { ComparedConversation, ComparePage } from '../../../control/contract/page-data.ts'
import { Finding, MAX_OPEN, Part, Report } from './parts.tsx'
import { SceneLineView } from './scene.tsx'

export const CompareReport = ({ page: { title, notes, differing, same, conversations } }: { page: ComparePage }) => (
  <Report title={title} parts={{ failed: differing, passed: same.length }} notes={notes}>
    {conversations.map(({ differences, rows, ...named }, at) => (
      <Part key={at} id={`c${at + 1}`} status="failed" {...named} isOpenFirst={rows.length > 0 && at < MAX_OPEN}>
        <div class="findings">
          {differences.map(({ text, places }) => (
            <Finding key={text} title={text} lines={places} />
          ))}
        </div>
        {rows.length > 0 && <Versions rows={rows} />}
      </Part>
    ))}
    {same.map((name, at) => (
      <p key={at} class="scenario passed">
        {name}
      </p>
    ))}
  </Report>
)

const Versions = ({ rows }: Pick<ComparedConversation, 'rows'>) => (
  <div class="scene versions">
    {rows.flatMap((row, at) =>
      (['before', 'after'] as const).map((side) => {
        const lines = rows.map((each) => each[side])
        const other = row.differs ? row[side === 'before' ? 'after' : 'before'] : undefined
        return (
          <div key={`${at} ${side}`} class={`${row.differs ? 'differs' : ''} ${side}`}>
            {row.differs && <b class="author">{side}</b>}
            <SceneLineView lines={lines} at={at} other={other} />
            {!row[side] && row.differs && <p class="service">nothing</p>}
          </div>
        )
      }),
    )}
  </div>
)
