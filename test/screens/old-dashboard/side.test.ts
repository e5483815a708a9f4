// Two people side by side: a pinned chat beside the open one.

import { expect, it } from 'vitest'
import { NO_CONVERSATION } from '../../../src/screens/old-dashboard/state/initial-state.ts'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { playing } from './stage/playing.ts'
import { CHATS, happen, keys, said, scene, TEAM } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const IN_TEAM = CHATS[1]!
const team = (id: number, text: string) => ({ ...said(id, { text }), chat: { id: TEAM.id, type: 'group' as const } })
const MESSAGES = [team(2, 'Who is in?'), team(3, 'Everybody.')]
const BEFORE_BOB = team(1, 'Bob comes later.')

/** Alice in the group, pinned, and Bob in the same group. */
function pinned(columns = 200, rows = 40): State {
  const alice = {
    ...scene(columns, rows),
    open: 'team',
    conversation: { ...NO_CONVERSATION, chat: IN_TEAM, messages: [BEFORE_BOB, ...MESSAGES] },
  }
  const { state } = keys(alice, 'esc', '|', 'end', 'up', 'enter')
  const conversation = { me: 'bob', open: 'team', worldVersion: 0, chat: IN_TEAM, messages: MESSAGES, problem: null }
  return happen(state, {
    type: 'loaded',
    nowMs: state.nowMs,
    loaded: { conversation, chats: { me: 'bob', list: [IN_TEAM] } },
  }).state
}

const titles = (text: string) => [...text.split('\n')[1]!.matchAll(/(?:Alice|Bob) › \S+/g)].map(([title]) => title)

it('shows the pinned chat beside that of the second person, each with its name', async () => {
  const text = await textOf(pinned())
  expect(titles(text)).toEqual(['Alice › Team', 'Bob › Team'])
  expect(text.split('Who is in?').length - 1).toBeGreaterThanOrEqual(2)
  await expect(text).toMatchFileSnapshot('../../../fixtures/frames/200x60/side.txt')
})

it('gives both chats what happens in them', () => {
  const message = team(4, 'Me too.')
  const event = { id: 99, type: 'message' as const, at: 1, chat: TEAM.id, message_id: 4, message }
  const { state } = happen(pinned(), { type: 'events', events: [event], nowMs: 1 })
  expect(state.conversation.messages.at(-1)?.text).toBe('Me too.')
  expect(state.side?.conversation.messages.at(-1)?.text).toBe('Me too.')
})

it('goes from one to the other with Tab, in the order of the screen, and acts as that person', () => {
  const visited = (state: State, ...tabs: string[]) => tabs.map((_, i) => keys(state, ...tabs.slice(0, i + 1)).state)
  const chats = { ...pinned(), focus: 'chats' as const }
  const places = visited(chats, ...Array<string>(6).fill('tab')).map(({ me, focus }) => `${me} ${focus}`)
  expect(places).toEqual([
    'alice compose',
    'alice conversation',
    'bob compose',
    'bob conversation',
    'bob traffic',
    'bob chats',
  ])
  const back = visited(keys(chats, 'shift-tab').state, 'shift-tab', 'shift-tab', 'shift-tab', 'shift-tab')
  expect(back.map(({ me, focus }) => `${me} ${focus}`)).toEqual([
    'bob conversation',
    'bob compose',
    'alice compose',
    'alice chats',
  ])
  const { effects } = keys(chats, 'tab', '"hi', 'enter')
  expect(effects).toContainEqual(
    expect.objectContaining({ action: 'send', params: { as: 'alice', to: 'team', text: 'hi' } }),
  )
})

it('keeps both chats where they are, and each text that is not sent', async () => {
  const typed = keys({ ...pinned(), focus: 'compose' }, '"not sent').state
  const other = keys({ ...typed, focus: 'chats' }, 'tab').state
  expect([other.me, other.composer.text]).toEqual(['alice', ''])
  expect(titles(await textOf(other))).toEqual(['Alice › Team', 'Bob › Team'])
  const back = keys({ ...other, focus: 'conversation' }, 'tab').state
  expect([back.me, back.composer.text]).toEqual(['bob', 'not sent'])
})

it('goes there with a click, and selects the clicked message', async () => {
  const stage = await playing(pinned())
  await stage.point('click', 'Bob comes later.')
  expect(stage.state()).toMatchObject({ me: 'alice', focus: 'conversation', conversation: { selected: 1 } })
})

it('draws one chat on a narrower terminal, and says so', async () => {
  const { state } = keys(scene(120, 40), 'esc', '|')
  expect(state.toast?.text).toBe('Two people side by side need 160 columns. Widen the terminal to see Alice.')
  expect(titles(await textOf(state))).toEqual(['Alice › Greeter'])
  expect(keys({ ...pinned(120), focus: 'chats' }, 'tab').state.me).toBe('bob')
})

it('closes the pinned chat with the same key, and when its person is deleted', () => {
  expect(keys(pinned(), 'esc', '|').state.side).toBeNull()
  const people = pinned().people.map((one) => ({ ...one, deleted: one.handle === 'alice' }))
  expect(happen(pinned(), { type: 'loaded', nowMs: 1, loaded: { people } }).state.side).toBeNull()
})
