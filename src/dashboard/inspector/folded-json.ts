// JSON in the inspector, folded as somebody has left it.

import type { State } from '../state/state.ts'
import { jsonLines } from '../text/json-lines.ts'
import type { Line } from '../text/line.ts'
import { signsOf } from '../text/style.ts'

export const foldedJson = ({ inspector: { turned }, look }: State, value: unknown, room: number, root = ''): Line[] =>
  jsonLines(value, room, { deep: 2, turned, signs: signsOf(look) }, root)

/** Below what it belongs to. */
export const jsonBelow = (state: State, value: unknown, room: number, root: string): Line[] =>
  foldedJson(state, value, room - 2, root).map((line) => ({ ...line, indent: 2 + (line.indent ?? 0) }))
