// What is written goes into whatever text is being written: a field, a filter, or the composer.

import type { Input } from '../forms/input.ts'
import { withField } from '../forms/open-form.ts'
import { finding } from '../state/finding.ts'
import { changed, topOf } from '../state/overlays.ts'
import type { State } from '../state/state.ts'

import { withComposer } from '../state/with.ts'

export function written(state: State, change: (input: Input) => Input): State {
  const top = topOf(state)
  if (top?.kind === 'palette') return changed(state, { ...top, filter: change(top.filter), selected: 0 })
  if (top?.kind === 'save' || top?.kind === 'clock')
    return changed(state, { ...top, input: change(top.input), error: null })
  if (top?.kind === 'form') return withField(state, top.form, change)
  if (state.find) {
    const input = change(state.find.input)
    return finding({ ...state, find: { ...state.find, input } }, input.text)
  }
  return withComposer(state, { ...change(state.composer), suggestion: 0 })
}
