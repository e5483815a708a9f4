// Nothing moves while somebody types: neither a form nor what stands above the composer.

import { expect, it } from 'vitest'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { happen, keys, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

/** Where the frames are. */
const framesOf = async (state: State) => (await textOf(state)).replace(/[^╭╮╰╯┏┓┗┛\n]/g, ' ').replace(/ +\n/g, '\n')

it.each([
  [60, 16],
  [80, 24],
  [120, 40],
])('in a form at %i x %i', async (columns, rows) => {
  const open = keys({ ...scene(columns, rows), open: 'team' }, 'esc', ':', '"mute', 'enter').state
  const frames = await framesOf(open)
  for (const typed of ['"b', '"bob', '"nobody']) expect(await framesOf(keys(open, typed).state)).toBe(frames)
  const sent = keys(open, '"bob', 'enter', 'enter')
  expect(sent.effects).toMatchObject([{ do: 'perform', action: 'mute' }])
  const refused = happen(sent.state, { type: 'refused', from: 'form', message: 'No.', hint: '' }).state
  expect(await framesOf(refused)).toBe(frames)
})

it('above the composer, once suggestions have come', async () => {
  const begun = keys(scene(80, 24), '/').state
  const frames = await framesOf(begun)
  for (const typed of ['"h', '"help', '"nothing']) expect(await framesOf(keys(begun, typed).state)).toBe(frames)
})

it('marks what is needed, whether it is filled or not, and begins where something is missing', async () => {
  const text = await textOf(keys({ ...scene(120, 40), open: 'team' }, 'esc', ':', '"mute', 'enter').state)
  expect(text).toMatch(/ {3}as \* +alice/)
  expect(text).toMatch(/ > who \* +▏ required/)
  expect(text).toMatch(/ {3}until_date +\(/)
})
