// The last line: what just happened, or the keys that work now.

import { hintOf } from '../hints.ts'
import { bindingsIn, keyName } from '../keys.ts'
import { placeOf } from '../state/reducer.ts'
import type { State } from '../state/state.ts'
import { type Line, lineWidth, type Span, span } from '../terminal/line.ts'
import { width, wrap } from '../terminal/text.ts'

const MAX_LINES = 3

/** One line, or as many as a refusal needs to be read to its end. */
export function bottomLines(state: State, room: number): Line[] {
  const { toast } = state
  if (!toast) return [hints(state, room)]
  const style = toast.bad ? 'bad' : 'good'
  const said = wrap(`${toast.bad ? 'refused: ' : ''}${toast.text}`, room - 2).slice(0, MAX_LINES)
  const [last = '', ...above] = said.reverse()
  const line = ` ${last} `
  return [
    ...above.reverse().map((text): Line => [span(` ${text}`, style)]),
    [span(line, style), ...hints(state, room - width(line))],
  ]
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
