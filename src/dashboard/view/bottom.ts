// The last line: what just happened, or the keys that work now.

import { bindingsIn, keyName } from '../keys.ts'
import { type Line, lineWidth, type Span, span } from '../line.ts'
import { placeOf } from '../reducer.ts'
import type { State } from '../state.ts'
import { clip } from '../text.ts'
import { signsOf } from '../theme.ts'

export function bottomLine(state: State, room: number): Line {
  const { toast, look } = state
  if (toast)
    return [
      span(clip(` ${toast.bad ? 'refused: ' : ''}${toast.text}`, room, signsOf(look).more), toast.bad ? 'bad' : 'good'),
    ]
  return hints(state, room)
}

function hints(state: State, room: number): Line {
  const spans: Span[] = []
  const offered = bindingsIn(placeOf(state))
    .filter((binding) => binding.hint !== undefined)
    .sort((a, b) => a.hint! - b.hint!)
  for (const { keys, says } of [...offered]) {
    const piece = [span(` ${keyName(keys[0]!)}`, 'key'), span(` ${says} `, 'dim')]
    if (lineWidth(spans) + lineWidth(piece) > room) break
    spans.push(...piece)
  }
  return spans
}
