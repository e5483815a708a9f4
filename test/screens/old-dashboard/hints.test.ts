// The bottom line: the keys that work now, by what they would do.

import { describe, expect, it } from 'vitest'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { CHATS, happen, keys, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const rowsOf = async (state: State, columns: number) =>
  (await textOf({ ...state, size: { columns, rows: 24 } })).trimEnd().split('\n')

const saidBy = async (state: State, columns = 200) => (await rowsOf(state, columns)).at(-1)!.trim().split(/ {2,}/)

const notStarted = (state: State): State => ({
  ...state,
  chats: CHATS.slice(1),
  conversation: { ...state.conversation, chat: null, messages: [] },
})

describe('says what a key would do', () => {
  it.each<[string, (state: State) => State, string]>([
    ['start', notStarted, 'Enter start the bot'],
    ['send', (state) => keys(state, '"hi').state, 'Enter send'],
    ['complete', (state) => keys(state, '"/h').state, 'Tab complete'],
    ['save an edit', (state) => keys(state, 'esc', 'down', 'e').state, 'Enter save the edit'],
    ['press', (state) => keys(state, 'esc').state, 'Enter press Thanks'],
    ['open', (state) => keys(state, 'esc', 'down').state, 'Enter open'],
    ['be somebody', (state) => keys(state, 'alt-1', 'end').state, 'Enter play Carol'],
    [
      'take a suggestion',
      (state) => keys({ ...state, open: 'team' }, 'ctrl-o', '"ban', 'enter', '"gree').state,
      'Enter insert greeter',
    ],
    ['do it', (state) => keys({ ...state, open: 'team' }, 'ctrl-o', '"ban', 'enter', '"bob').state, 'Enter ban'],
  ])('%s', async (_, view, hint) => {
    expect(await saidBy(view(scene()))).toContain(hint)
  })
})

it('cuts the words of people between two characters', async () => {
  const said = '123456789012345🐈 and more, 12345678901🐈'
  const button = { text: said, callback_data: 'a' }
  const messages = scene().conversation.messages.slice(0, 1)
  const [message] = messages.map((one) => ({ ...one, text: said, reply_markup: { inline_keyboard: [[button]] } }))
  const state = keys({ ...scene(), conversation: { ...scene().conversation, messages: [message!] } }, 'esc').state
  expect(await saidBy(state)).toContain('Enter press 123456789012345')
  expect(keys(state, 'd').effects).toMatchObject([
    { action: 'delete', successText: 'Deleted "123456789012345🐈 and more, 12345678901". Press U to undo.' },
  ])
})

describe('keeps silent about a key that would do nothing', () => {
  it.each<[string, (state: State) => State, string]>([
    ['send, where nothing is written', (state) => state, 'Enter'],
    ["edit, of somebody else's message", (state) => keys(state, 'esc').state, 'e edit'],
    ['curl, of an update', (state) => keys(state, 'alt-3', 'home').state, 'c copy as curl'],
    ['be, of whom I am', (state) => keys(state, 'alt-1', 'a').state, 'Enter'],
    ['what is open by Enter already', (state) => keys(state, 'esc', 'g').state, 'o open'],
    [
      'a refusal where there was none',
      (state) => keys({ ...state, counts: { calls: 9, refused: 0 } }, 'esc').state,
      '!',
    ],
    ['curl, of a call that members hide', (state) => keys(state, 'alt-3', 'end', 'up', 'P').state, 'c copy as curl'],
    ['next bot, where there is one', (state) => keys(state, 'esc', 'L').state, 'Tab next bot'],
  ])('%s', async (_, view, hint) => {
    expect((await saidBy(view(scene()))).filter((one) => one.startsWith(hint))).toEqual([])
  })
})

it('always names the way to the help', async () => {
  expect((await saidBy(scene(), 30)).at(-1)).toBe('F1 help')
  expect((await saidBy(keys(scene(), 'esc').state, 30)).at(-1)).toBe('? help')
})

it('leaves what was told beside the keys, until the next key', async () => {
  const told = happen(scene(), { type: 'notice', text: 'It is done.', isError: false }).state
  expect(await saidBy(told)).toEqual(['It is done.', 'Tab next pane', 'Esc messages', 'Ctrl-O do anything', 'F1 help'])
  expect(await saidBy(keys(told, 'a').state)).not.toContain('It is done.')
})

it('tells a refusal to its end, however narrow the terminal', async () => {
  const text = 'Bob cannot post in the channel News. Only the owner and administrators with the right can.'
  const rows = await rowsOf(happen(scene(), { type: 'refused', from: 'key', message: text, hint: '' }).state, 60)
  expect(rows.slice(-2).map((row) => row.trim().split(/ {2,}/)[0])).toEqual([
    'refused: Bob cannot post in the channel News. Only the',
    'owner and administrators with the right can.',
  ])
})

it('leaves a refusal to be read by whoever types on', async () => {
  const refused = happen(scene(), { type: 'refused', from: 'key', message: 'No.', hint: '' }).state
  expect((await saidBy(keys(refused, 'a').state))[0]).toBe('refused: No.')
  const later = happen(refused, { type: 'tick', nowMs: refused.nowMs + 2000 }).state
  expect((await saidBy(keys(later, 'a').state))[0]).toBe('Enter send')
})

it('calls nothing refused that is only not there', async () => {
  const rows = await rowsOf(keys(scene(), 'alt-1', 'n').state, 100)
  expect(rows.at(-1)).toMatch(/^ Search the messages first/)
})

it.each([
  ['alt-1', 'find in chats: ', 'Enter open it'],
  ['alt-2', 'find in the messages: ', 'Enter go to the match'],
  ['alt-3', 'find in the traffic: ', 'Enter keep the filter'],
])('says where it looks for words, and what comes of it: %s', async (pane, where, enter) => {
  const rows = await rowsOf(keys(scene(), pane, '/').state, 120)
  expect(rows.at(-2)).toContain(where)
  expect(rows.at(-1)).toContain(enter)
})

it('says whether the traffic will stand still or go on', async () => {
  const traffic = keys(scene(), 'alt-3').state
  expect(await saidBy(traffic)).toContain('Space pause')
  expect(await saidBy(keys(traffic, ' ').state)).toContain('Space resume')
})
