// What is written in one row stays in sight where the cursor is, however long it is.

import { expect, it } from 'vitest'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { keys, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const LONG = `"${'東京 and '.repeat(30)}the end`

it.each<[string, (state: State) => State]>([
  ['the palette', (state) => keys(state, 'ctrl-o').state],
  ['the clock', (state) => keys(state, 'esc', 't').state],
  ['a field of a form', (state) => keys(state, 'ctrl-o', '"createUser', 'enter').state],
  ['find', (state) => keys(state, 'esc', '/').state],
  [
    'the name of a file',
    (state) => keys({ ...state, recording: { lines: [], edits: {}, failures: null } }, 'esc', 'R').state,
  ],
])('in %s', async (_, opened) => {
  for (const columns of [60, 120]) {
    const written = keys(opened(scene(columns, 30)), LONG).state
    expect(await textOf(written)).toMatch(/….*and the end▏/)
    const back = keys(written, 'left', 'left', 'left').state
    expect(await textOf(back)).toMatch(/….*and the ▏/)
    const first = await textOf(keys(written, 'home').state)
    expect(first).toMatch(/▏(recorded\.scenario\.yaml)?東京 and .*…/)
  }
})
