// The everyday tasks of a new user, with the number of keys that each of them takes at most.

import { expect, it } from 'vitest'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { CHATS, happen, keys, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

interface Task {
  name: string
  /** The largest number of keys, from the composer. The characters of a text are not counted. */
  most: number
  pressed: string[]
  from?: (state: State) => State
  action: string
  params?: object
}

const inTeam = (state: State): State => ({
  ...state,
  open: 'team',
  conversation: { ...state.conversation, chat: CHATS[1]! },
})
const outside = (state: State): State => ({ ...state, chats: CHATS.slice(0, 2) })

const TASKS: Task[] = [
  { name: 'say hi', most: 2, pressed: ['"hi', 'enter'], action: 'send', params: { text: 'hi' } },
  { name: 'press a button', most: 2, pressed: ['esc', 'enter'], action: 'press', params: { button: 'Thanks' } },
  {
    name: 'send a photo',
    most: 6,
    pressed: ['esc', 'f', '"/tmp/cat.jpg', 'enter', '"photo', 'enter'],
    action: 'sendFile',
    params: { kind: 'photo' },
  },
  {
    name: 'join a group',
    most: 3,
    from: outside,
    pressed: ['ctrl-o', '"東京', 'enter', 'enter'],
    action: 'join',
    params: { chat: 'tokyo' },
  },
  {
    name: 'create a group',
    most: 3,
    pressed: ['ctrl-o', '"creategroup', 'enter', '"Friends', 'ctrl-s'],
    action: 'createGroup',
    params: { title: 'Friends' },
  },
  {
    name: 'edit a message',
    most: 4,
    pressed: ['esc', 'up', 'e', '" Greeter', 'enter'],
    action: 'edit',
    params: { text: '/start Greeter' },
  },
  { name: 'delete a message', most: 4, pressed: ['esc', 'up', 'd'], action: 'delete', params: { message_id: 1 } },
  {
    name: 'advance the clock by an hour',
    most: 3,
    pressed: ['esc', 't', '"+1h', 'enter'],
    action: 'advanceClock',
    params: { seconds: 3600 },
  },
  ...['mute', 'promote'].map((action) => ({
    name: `${action} a member`,
    most: 5,
    from: inTeam,
    pressed: ['ctrl-o', `"${action}`, 'enter', '"bob', 'ctrl-s'],
    action,
    params: { chat: 'team', who: 'bob' },
  })),
]

const countKeys = (pressed: readonly string[]) => pressed.filter((key) => !key.startsWith('"')).length

it.each(TASKS)(
  'to $name takes at most $most keys',
  ({ most, pressed, from = (state) => state, action, params = {} }) => {
    const { effects } = keys(from(scene()), ...pressed)
    expect(effects.findLast((effect) => effect.do === 'perform')).toMatchObject({ action, params })
    expect(countKeys(pressed)).toBeLessThanOrEqual(most)
  },
)

it('to switch to another person takes at most 3 keys', () => {
  const pressed = ['ctrl-o', '"bob', 'enter']
  expect(keys(scene(), ...pressed).state.me).toBe('bob')
  expect(countKeys(pressed)).toBeLessThanOrEqual(3)
})

it.each([
  [80, 24],
  [120, 40],
])('to find out why a call was refused takes no key at %i x %i', async (columns, rows) => {
  expect(await textOf(scene(columns, rows))).toContain('Greeter used 20 of 20')
})

it('to record takes at most 5 keys', () => {
  const begun = keys(scene(), 'esc', 'R')
  expect(begun.effects).toContainEqual({ do: 'record' })
  const recording = happen(begun.state, { type: 'recording' }).state
  const saved = keys(recording, 'R', 'enter')
  expect(saved.effects).toContainEqual({ do: 'save', path: 'recorded.scenario.yaml', isOver: false })
  expect(countKeys(['esc', 'R', 'R', 'enter'])).toBeLessThanOrEqual(5)
})
