// Two versions of a bot: the conversations that differ, with both phones side by side.

import { useState } from 'preact/hooks'
import type { ComparedConversation, ComparePage } from '../../../control/contract/page-data.ts'
import { Button } from '../controls.tsx'
import { countsOf, Findings, Parts, Report } from './parts.tsx'
import { SceneLineView, sidesOf } from './scene.tsx'

export function CompareReport({ page: { kind, title, notes, versions, conversations } }: { page: ComparePage }) {
  return (
    <Report {...{ kind, title, notes }} parts={countsOf(conversations)}>
      <Parts
        of="conversation"
        items={conversations}
        words={{
          failed: 'different',
          alike: 'same change',
          unplayed: 'only in the new version',
          passed: 'the same',
        }}
        draw={({ differences, rows }) =>
          differences.length > 0 && (
            <>
              <Findings findings={differences} />
              {rows.length > 0 && <Versions {...{ rows, versions }} />}
            </>
          )
        }
      />
    </Report>
  )
}

const SIDES = ['before', 'after'] as const

/** Lines that are farther from a difference are folded, if they are more than one. */
const MAX_DISTANCE = 1

function Versions({ rows, versions }: Pick<ComparedConversation, 'rows'> & Pick<ComparePage, 'versions'>) {
  const near = rows.map((row, at) =>
    rows.slice(Math.max(0, at - MAX_DISTANCE), at + MAX_DISTANCE + 1).some(({ differs }) => differs) ? row : undefined,
  )
  const [isWhole, setIsWhole] = useState(near.filter((row) => !row).length <= MAX_DISTANCE)
  const shown = isWhole ? rows : near
  const [first] = rows
  const chat = (first?.before ?? first?.after)?.chat
  const lines = { before: shown.map((row) => row?.before), after: shown.map((row) => row?.after) }
  return (
    <div class={`scene versions ${sidesOf(rows.flatMap(({ before, after }) => [before, after]))}`}>
      {SIDES.map((side) => (
        <p key={side} class="version">
          <b>{side}</b> <code>{versions?.[side]}</code>
        </p>
      ))}
      {shown[0] && (
        <p class="folded">
          <span class="day">{chat}</span>
        </p>
      )}
      {shown.flatMap((row, at) =>
        row
          ? SIDES.map((side) => (
              <div key={`${at} ${side}`} class={`${row.differs && row[side] ? 'differs' : ''} ${side}`}>
                {row.differs && <b class="side">{row.before ? (row.after ? side : 'removed') : 'added'}</b>}
                <SceneLineView
                  lines={lines[side]}
                  at={at}
                  chat={chat}
                  other={row.differs ? row[side === 'before' ? 'after' : 'before'] : undefined}
                />
                {!row[side] && row.differs && <p class="nothing">no message</p>}
              </div>
            ))
          : (at === 0 || shown[at - 1]) && (
              <p key={at} class="folded">
                {at === 0 && <span class="day">{chat}</span>}
                <Button class="earlier" onClick={() => setIsWhole(true)}>
                  Show all {rows.length} lines
                </Button>
              </p>
            ),
      )}
    </div>
  )
}
