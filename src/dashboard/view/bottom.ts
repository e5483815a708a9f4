// The last line: what just happened, or the keys that work now.

import { hintOf } from '../hints.ts'
import { bindingsIn, keyName } from '../keys.ts'
import { type Line, lineWidth, type Span, span } from '../line.ts'
import { placeOf } from '../reducer.ts'
import type { State } from '../state.ts'
import { clip, width } from '../text.ts'
import { signsOf } from '../theme.ts'

export function bottomLine(state: State, room: number): Line {
  const { toast, look } = state
  if (!toast) return hints(state, room)
  const said = clip(` ${toast.bad ? 'refused: ' : ''}${toast.text} `, room, signsOf(look).more)
  return [span(said, toast.bad ? 'bad' : 'good'), ...hints(state, room - width(said))]
}

function hints(state: State, room: number): Line {
  const spans: Span[] = []
  const offered = offers(state)
  const last = offered.filter(({ hint }) => hint === 0).flatMap(({ line }) => line)
  const left = room - lineWidth(last)
  for (const { hint, line } of offered) {
    if (hint > 0 && lineWidth(spans) + lineWidth(line) <= left) spans.push(...line)
  }
  return left < 0 ? spans : [...spans, ...last]
}

/** Of each command the first key that does it here; none of those that would do nothing now. */
function offers(state: State): { hint: number; line: Span[] }[] {
  const told = new Set<string>()
  return bindingsIn(placeOf(state))
    .flatMap((binding) => {
      const { keys, does, hint } = binding
      if (hint === undefined || told.has(does)) return []
      told.add(does)
      const says = hintOf(state, binding)
      return says === null ? [] : [{ hint, line: [span(` ${keyName(keys[0]!)}`, 'key'), span(` ${says} `, 'dim')] }]
    })
    .sort((a, b) => a.hint - b.hint)
}
