// The bottom line: the keys that work now, by what they would do.

import { describe, expect, it } from 'vitest'
import type { State } from '../../src/dashboard/state/state.ts'
import { bottomLines } from '../../src/dashboard/view/bottom.ts'
import { CHATS, happen, keys, scene } from './scene.ts'

const saidBy = (state: State, room = 200) =>
  bottomLines(state, room)
    .at(-1)!
    .map((span) => span.text)
    .join('')
    .trim()
    .split(/ {2,}/)

const notStarted = (state: State): State => ({
  ...state,
  chats: CHATS.slice(1),
  talk: { ...state.talk, chat: null, messages: [] },
})

describe('says what a key would do', () => {
  it.each<[string, (state: State) => State, string]>([
    ['start', notStarted, 'Enter start the bot'],
    ['send', (state) => keys(state, '"hi').state, 'Enter send'],
    ['complete', (state) => keys(state, '"/h').state, 'Tab complete'],
    ['save an edit', (state) => keys(state, 'esc', 'down', 'e').state, 'Enter save the edit'],
    ['press', (state) => keys(state, 'esc').state, 'Enter press Thanks'],
    ['open', (state) => keys(state, 'esc', 'down').state, 'Enter open'],
    ['be somebody', (state) => keys(state, 'alt-1', 'end').state, 'Enter be Carol'],
    ['take a suggestion', (state) => keys(state, 'ctrl-o', '"ban', 'enter', '"gree').state, 'Enter take greeter'],
    ['do it', (state) => keys(state, 'ctrl-o', '"ban', 'enter', '"bob').state, 'Enter do it'],
  ])('%s', (_, view, hint) => {
    expect(saidBy(view(scene()))).toContain(hint)
  })
})

describe('keeps silent about a key that would do nothing', () => {
  it.each<[string, (state: State) => State, string]>([
    ['send, where nothing is written', (state) => state, 'Enter'],
    ["edit, of somebody else's message", (state) => keys(state, 'esc').state, 'e edit'],
    ['curl, of an update', (state) => keys(state, 'alt-3', 'home').state, 'c copy as curl'],
    ['be, of whom I am', (state) => keys(state, 'alt-1', 'a').state, 'Enter'],
    ['next bot, where there is one', (state) => keys(state, 'esc', 'L').state, 'Tab next bot'],
  ])('%s', (_, view, hint) => {
    expect(saidBy(view(scene())).filter((one) => one.startsWith(hint))).toEqual([])
  })
})

it('always names the way to the help', () => {
  expect(saidBy(scene(), 30).at(-1)).toBe('F1 help')
  expect(saidBy(keys(scene(), 'esc').state, 30).at(-1)).toBe('? help')
})

it('leaves what was told beside the keys, until the next key', () => {
  const told = happen(scene(), { type: 'told', text: 'It is done.', bad: false }).state
  expect(saidBy(told)).toEqual(['It is done.', 'Tab next pane', 'Esc messages', 'Ctrl-O do anything', 'F1 help'])
  expect(saidBy(keys(told, 'a').state)).not.toContain('It is done.')
})

it('tells a refusal to its end, however narrow the terminal', () => {
  const text = 'Bob cannot post in the channel News. Only the owner and administrators with the right can.'
  const lines = bottomLines(happen(scene(), { type: 'told', text, bad: true }).state, 60)
  expect(lines.map((line) => line[0]!.text.trim())).toEqual([
    'refused: Bob cannot post in the channel News. Only the',
    'owner and administrators with the right can.',
  ])
})

it('leaves a refusal to be read by whoever types on', () => {
  const refused = happen(scene(), { type: 'told', text: 'No.', bad: true }).state
  expect(saidBy(keys(refused, 'a').state)[0]).toBe('refused: No.')
  const later = happen(refused, { type: 'tick', nowMs: refused.nowMs + 2000 }).state
  expect(saidBy(keys(later, 'a').state)[0]).toBe('Enter send')
})
