// The last lines: the latest message to the user, and the keys that work now.

import { type Command, keyName } from '../commands/command.ts'
import { bindingsIn, placeOf } from '../commands/index.ts'
import type { State } from '../state/state.ts'
import { width } from '../text/cells.ts'
import { cellsOf, type Line, type Piece } from '../text/line.ts'
import { toastLines } from './layout.ts'

/** One line, or as many as a refusal needs to be read to its end. */
export function bottomLines(state: State, room: number): Line[] {
  const toast = toastLines(state, room)
  const last = (toast.at(-1)?.pieces ?? []).map(([text, style]): Piece => [` ${text} `, style])
  return [...toast.slice(0, -1), { pieces: [...last, ...hints(state, room - cellsOf(last))] }]
}

interface Offer {
  key: string
  stroke: string
  says: string
  hint: number
  cells: number
}

function hints(state: State, room: number): Piece[] {
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
  return [...shown, ...last].flatMap(({ key, says, stroke }): Piece[] => [
    [` ${key}`, 'key', { on: { stroke } }],
    [` ${says} `, 'dim', { on: { stroke } }],
  ])
}

/** Returns each command with its first key here, except commands that would do nothing now. */
function offers(state: State): Offer[] {
  const named = new Set<Command>()
  return bindingsIn(placeOf(state))
    .flatMap(({ keys, command }): Offer[] => {
      const { hint, now } = command
      if (hint === undefined || named.has(command)) return []
      named.add(command)
      const says = now ? now(state) : command.says
      const stroke = keys[0]!
      const key = keyName(stroke)
      return says === null ? [] : [{ key, stroke, says, hint, cells: width(key) + width(says) + 3 }]
    })
    .sort((a, b) => a.hint - b.hint)
}
