// The last rows: what just happened, and the keys that work now.

import type { ReactNode } from 'react'
import { hintOf } from '../../hints.ts'
import { bindingsIn, keyName, placeOf } from '../../keys.ts'
import type { State } from '../../state/state.ts'
import { width, wrap } from '../../text/cells.ts'
import { lineRows, Row, Words } from './words.tsx'

const MAX_LINES = 3

/** One row, or as many as a refusal needs to be read to its end. */
export function bottomRows(state: State, room: number): ReactNode[] {
  const { toast } = state
  if (!toast) return [<Row key="hints">{hints(state, room)}</Row>]
  const style = toast.bad ? 'bad' : 'good'
  const lines = wrap(toast.text, room - 2).slice(0, MAX_LINES)
  const last = ` ${lines.at(-1) ?? ''} `
  return [
    ...lineRows(lines.slice(0, -1).map((line) => ({ pieces: [[line, style]], indent: 1 }))),
    <Row key="last">
      <Words as={style}>{last}</Words>
      {hints(state, room - width(last))}
    </Row>,
  ]
}

interface Offer {
  key: string
  stroke: string
  says: string
  hint: number
  cells: number
}

function hints(state: State, room: number): ReactNode[] {
  const offered = offers(state)
  let left = room - offered.reduce((sum, { hint, cells }) => sum + (hint === 0 ? cells : 0), 0)
  const isLastIn = left >= 0
  const shown = offered.filter(({ hint, cells }) => {
    if (hint === 0) return false
    const fits = cells <= left
    if (fits) left -= cells
    return fits
  })
  const last = isLastIn ? offered.filter(({ hint }) => hint === 0) : []
  return [...shown, ...last].map(({ key, says, stroke }) => [
    <Words key={key} on={{ stroke }} as="key">
      {` ${key}`}
    </Words>,
    <Words key={`${key} says`} on={{ stroke }} as="dim">
      {` ${says} `}
    </Words>,
  ])
}

/** Of each command the first key that does it here; none of those that would do nothing now. */
function offers(state: State): Offer[] {
  const named = new Set<string>()
  return bindingsIn(placeOf(state))
    .flatMap((binding): Offer[] => {
      const { keys, does, hint } = binding
      if (hint === undefined || named.has(does)) return []
      named.add(does)
      const says = hintOf(state, binding)
      const stroke = keys[0]!
      const key = keyName(stroke)
      return says === null ? [] : [{ key, stroke, says, hint, cells: width(key) + width(says) + 3 }]
    })
    .sort((a, b) => a.hint - b.hint)
}
