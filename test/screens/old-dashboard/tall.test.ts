// A message that is taller than its pane is read to its end, and from its end, where it stands.

import { expect, it } from 'vitest'
import { playing } from './stage/playing.ts'
import { said, scene } from './stage/scene.ts'

const LINES = Array.from({ length: 50 }, (_, i) => `line ${i + 1}.`)

async function withTall() {
  const state = scene(80, 24)
  const messages = [
    said(6, { text: 'before' }),
    said(7, { by: 'alice', text: LINES.join('\n') }),
    said(8, { text: 'after' }),
  ]
  return playing({ ...state, toast: null, conversation: { ...state.conversation, messages } })
}

it('goes through its rows before it goes on to the next message', async () => {
  const { press, text, state } = await withTall()
  await press('esc', 'home', 'j')
  expect(state().conversation.selected).toBe(7)
  expect(text()).toContain('line 1.')
  expect(text()).not.toContain('line 50.')
  const hidden = Number(/(\d+) more rows below/.exec(text())![1])
  // Above the words are a blank row and the author.
  await press('j', 'j', 'j')
  expect(text()).toContain(`${hidden - 3} more rows below`)
  expect(text()).not.toContain('line 1.')
  await press(...Array(hidden - 4).fill('j'))
  expect(text()).toContain(' 1 more row below')
  await press('j')
  expect(text()).toContain('line 50.')
  expect(text()).not.toMatch(/more rows? below/)
  expect(state().conversation.selected).toBe(7)
  await press('j')
  expect(state().conversation.selected).toBe(8)
})

it('shows its end to whoever comes from below, and its beginning at the end of the way up', async () => {
  const { press, text, state } = await withTall()
  await press('esc', 'end', 'k')
  expect(state().conversation.selected).toBe(7)
  expect(text()).toContain('line 50.')
  await press('pgup')
  expect(state().conversation.selected).toBe(7)
  expect(text()).not.toContain('line 50.')
  await press(...Array(4).fill('pgup'))
  expect(state().conversation.selected).toBe(6)
})

it('goes past it at once to the first and to the last', async () => {
  const { press, state } = await withTall()
  await press('esc', 'home', 'j', 'end')
  expect(state().conversation.selected).toBe(8)
  await press('k', 'home')
  expect(state().conversation.selected).toBe(6)
})

it('reads on with the arrow before it leads to the composer', async () => {
  const { press, text, state } = await withTall()
  const { messages } = state().conversation
  Object.assign(state().conversation, { messages: messages.slice(0, 2) })
  await press('esc', 'end', 'down')
  expect([state().focus, state().conversation.selected]).toEqual(['conversation', 7])
  await press(...Array(50).fill('down'))
  expect(text()).toContain('line 50.')
  expect(state().focus).toBe('compose')
})
