// The reducer alone: what keys and events make of the state, and what they ask to be done.

import { describe, expect, it } from 'vitest'
import type { EventOf, EventView } from '../../../src/control/contract/events.ts'
import { paletteItems } from '../../../src/screens/old-dashboard/commands/palette.ts'
import { EMPTY_INPUT } from '../../../src/screens/old-dashboard/forms/input.ts'
import { fieldSuggestions } from '../../../src/screens/old-dashboard/forms/suggest.ts'
import { inspectorDataKey, inspectorLines, VIEWS } from '../../../src/screens/old-dashboard/inspector/inspector-pane.ts'
import { entryLines } from '../../../src/screens/old-dashboard/panes/traffic-pane.ts'
import { topOverlay } from '../../../src/screens/old-dashboard/state/change.ts'
import { clockItems } from '../../../src/screens/old-dashboard/state/clock.ts'
import { NO_CONVERSATION } from '../../../src/screens/old-dashboard/state/initial-state.ts'
import { visiblePanes } from '../../../src/screens/old-dashboard/state/layout.ts'
import type { Message } from '../../../src/screens/old-dashboard/state/model.ts'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import { filterEntries, visibleTraffic } from '../../../src/screens/old-dashboard/traffic/entries.ts'
import {
  ALICE,
  BOB,
  CHATS,
  callOf,
  EVENTS,
  GREETER,
  happen,
  keys,
  MESSAGES,
  NO_WEBHOOK,
  NOON,
  PLAIN,
  PROFILE,
  said,
  scene,
} from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const performs = (effects: ReturnType<typeof keys>['effects']) =>
  effects.flatMap((effect) => (effect.do === 'perform' ? [[effect.action, effect.params]] : []))

const inspectorTitle = (state: State) => VIEWS[state.inspector.view].title(state)
const inspected = (state: State) => inspectorLines(state).map(({ pieces }) => pieces.map(([text]) => text).join(''))

const message = (id: number, message: Message, type: 'message' | 'edit' = 'message') => ({
  id,
  type,
  at: NOON,
  bot: 'greeter',
  chat: 101,
  message_id: message.message_id,
  message,
})

const inTeam = () => ({ ...scene(), open: 'team' })

describe('writing', () => {
  it('sends what was written, and empties the composer', () => {
    const { state, effects } = keys(scene(), '"hi there', 'enter')
    expect(performs(effects)).toEqual([['send', { as: 'alice', to: 'greeter', text: 'hi there' }]])
    expect(state.composer).toMatchObject({ text: '', history: ['hi there'] })
  })

  it('sends nothing that is empty', () => {
    expect(keys(scene(), '"  ', 'enter').effects).toEqual([])
  })

  it('keeps the lines of a paste, and sends them as one message', () => {
    const pasted = happen(scene(), { type: 'stroke', stroke: { key: 'paste', text: 'one\ntwo' } })
    expect(performs(keys(pasted.state, 'enter').effects)).toEqual([
      ['send', { as: 'alice', to: 'greeter', text: 'one\ntwo' }],
    ])
  })

  it.each([
    ['one\ntwo', ['up', '"x'], 'onex\ntwo'],
    ['one\ntwo', ['home', 'up', '"x'], 'xone\ntwo'],
    ['one\nfour', ['left', 'up', '"x', 'down', '"y'], 'onex\nfoury'],
    ['one\ntwo\n', ['up', 'up', 'right', 'down', '"x'], 'one\ntxwo\n'],
    // Never into the middle of a character, nor past the beginning.
    ['\u{1f408}\u{1f408}\nab', ['left', 'up', '"x'], 'x\u{1f408}\u{1f408}\nab'],
    ['ab\n\u{1f408}', ['up', 'left', 'down', '"x'], 'ab\nx\u{1f408}'],
    ['\nab', ['up', 'home', '"x'], 'x\nab'],
    ['\nab', ['up', 'ctrl-u', '"x'], 'x\nab'],
  ])('goes between the lines of %j with %j', (text, pressed, expected) => {
    const { state } = happen(scene(), { type: 'stroke', stroke: { key: 'paste', text } })
    expect(keys(state, ...pressed).state.composer.text).toBe(expected)
  })

  it('goes back to what was sent, and forward to what was being written', () => {
    const { state } = keys(scene(), '"one', 'enter', '"two', 'enter', '"draft')
    expect(keys(state, 'up').state.composer.text).toBe('two')
    expect(keys(state, 'up', 'up', 'up').state.composer.text).toBe('one')
    expect(keys(state, 'up', 'up', 'down', 'down').state.composer.text).toBe('draft')
  })

  it('completes a command of the bot', () => {
    expect(keys(scene(), '"/he', 'tab').state.composer.text).toBe('/help ')
    expect(keys(scene(), '/', 'down', 'tab').state.composer.text).toBe('/help ')
  })

  it('completes a name', () => {
    expect(keys(scene(), '"ask @gree', 'tab').state.composer.text).toBe('ask @greeter_bot ')
  })

  it('puts back what was refused', () => {
    const { state } = keys(scene(), '"not now', 'enter')
    const after = happen(state, {
      type: 'refused',
      from: 'key',
      message: 'Alice is muted.',
      hint: 'Wait.',
      unsent: 'not now',
    }).state
    expect(after.composer.text).toBe('not now')
    expect(after.toast).toMatchObject({ isError: true, text: 'refused: Alice is muted. Wait.' })
  })
})

describe('messages', () => {
  it('presses the button that is reached', () => {
    const { effects } = keys(scene(), 'tab', 'right', 'enter')
    expect(performs(effects)).toEqual([['press', { as: 'alice', chat: 'greeter', button: 'Help', message_id: 2 }]])
  })

  it('names the place of a button whose text another one has', () => {
    const cell = (data: string) => ({ text: '-', callback_data: data })
    const reply_markup = { inline_keyboard: [[cell('a'), cell('b')], [cell('c')]] }
    const board = message(57, said(7, { text: 'your turn', reply_markup }))
    const { state } = happen(scene(), { type: 'events', nowMs: scene().nowMs, events: [board] })
    const press = { as: 'alice', chat: 'greeter', button: '-', message_id: 7 }
    expect(performs(keys(state, 'esc', 'right', 'enter').effects)).toEqual([['press', { ...press, row: 1, column: 2 }]])
    expect(performs(keys(state, 'esc', 'left', 'enter').effects)).toEqual([['press', { ...press, row: 2, column: 1 }]])
  })

  it('goes to the newest message, and from there to the buttons above', () => {
    const more = [6, 7].map((id) => message(50 + id, said(id, { text: 'more' })))
    const { state } = happen(scene(), { type: 'events', nowMs: scene().nowMs, events: more })
    expect(keys(state, 'esc').state.conversation.selected).toBe(7)
    expect(keys(state, 'esc', 'b').state.conversation.selected).toBe(2)
    expect(keys(state, 'esc', 'b', 'b').state.conversation.selected).toBe(2)
  })

  it('copies the address of a button that opens one', () => {
    expect(keys(scene(), 'tab', 'right', 'right', 'enter').effects).toEqual([
      { do: 'copy', text: 'https://example.org', what: 'the address https://example.org' },
    ])
  })

  it('replies', () => {
    const { effects } = keys(scene(), 'tab', 'r', '"yes', 'enter')
    expect(performs(effects)).toEqual([['send', { as: 'alice', to: 'greeter', text: 'yes', reply_to: 2 }]])
  })

  it('edits what is mine, and nothing else', () => {
    const mine = keys(scene(), 'tab', 'down', 'e', '"!', 'enter')
    const text = `${MESSAGES[2]!.text}!`
    expect(performs(mine.effects)).toEqual([['edit', { as: 'alice', chat: 'greeter', message_id: 3, text }]])
    const other = keys(scene(), 'tab', 'e')
    expect(other.state.toast).toMatchObject({ isError: true, text: 'Only Greeter can edit this message.' })
  })

  it('asks about whoever came or left, by name, rather than about who did it', () => {
    const bob = { id: BOB.id, is_bot: false, first_name: BOB.first_name }
    const { state } = keys({ ...inTeam(), focus: 'conversation' }, 'end')
    const menuFor = (more: Partial<Message>) => {
      const conversation = { ...state.conversation, messages: [said(6, more)], selected: 6 }
      const top = topOverlay(keys({ ...state, conversation }, 'x').state)
      return top?.kind === 'menu' && [top.title, top.items[0]?.params.who]
    }
    expect(menuFor({ new_chat_members: [bob] })).toEqual(['actions on Bob', BOB.id])
    expect(menuFor({ left_chat_member: bob })).toEqual(['actions on Bob', BOB.id])
    expect(menuFor({ text: 'hi' })).toEqual(['actions on Greeter', 'greeter'])
    const alone = keys(scene(), 'esc', 'x').state
    expect([topOverlay(alone), alone.toast?.text]).toEqual([undefined, 'Only groups and channels have members.'])
  })

  it('leaves it to the service who edits a post of a channel', () => {
    const { state } = keys({ ...scene(), open: 'news' }, 'esc')
    const conversation = { ...state.conversation, messages: [said(6, { text: 'post' })], selected: 6 }
    expect(performs(keys({ ...state, conversation, focus: 'conversation' }, 'e', '"!', 'enter').effects)).toEqual([
      ['edit', { as: 'alice', chat: 'news', message_id: 6, text: 'post!' }],
    ])
  })

  it('deletes, pins and unpins', () => {
    const at = { as: 'alice', chat: 'greeter' }
    expect(performs(keys(scene(), 'tab', 'd').effects)).toEqual([['delete', { ...at, message_id: 2 }]])
    expect(performs(keys(scene(), 'tab', 'p').effects)).toEqual([['unpin', { ...at, message_id: 2 }]])
    expect(performs(keys(scene(), 'tab', 'down', 'p').effects)).toEqual([['pin', { ...at, message_id: 3 }]])
  })

  it('takes in what comes, what is edited, and what is deleted', () => {
    const nowMs = scene().nowMs
    const came = happen(scene(), { type: 'events', nowMs, events: [message(50, said(6, { text: 'new' }))] }).state
    expect(came.conversation.messages.map((one) => one.message_id)).toEqual([1, 2, 3, 4, 5, 6])
    const edited = happen(came, {
      type: 'events',
      nowMs,
      events: [message(51, said(6, { text: 'newer' }), 'edit')],
    }).state
    expect(edited.conversation.messages.at(-1)!.text).toBe('newer')
    const gone = { id: 52, type: 'delete' as const, at: NOON, bot: 'greeter', chat: 101, message_id: 6 }
    expect(happen(edited, { type: 'events', nowMs, events: [gone] }).state.conversation.messages).toHaveLength(5)
  })

  it('keeps what is chosen where it is there in the world that was put back, else the newest', () => {
    const { state } = keys(scene(), 'esc', 'g')
    const restored = { id: 60, type: 'world', at: NOON, how: 'restored' } as const
    const other = happen(state, { type: 'events', nowMs: NOON * 1000, events: [restored] }).state
    const { chat, messages } = state.conversation
    const chosenOf = (left: readonly Message[]) => {
      const conversation = {
        me: 'alice',
        open: 'greeter',
        worldVersion: other.worldVersion,
        chat,
        messages: [...left],
        problem: null,
      }
      return happen(other, { type: 'loaded', nowMs: 0, loaded: { conversation } }).state.conversation.selected
    }
    expect([chosenOf(messages), chosenOf(messages.slice(2))]).toEqual([1, messages.at(-1)?.message_id])
  })

  it('keeps what has come while the chat was read, and takes nothing of another world', () => {
    const { state } = happen(scene(), { type: 'events', nowMs: 0, events: [message(50, said(6, { text: 'new' }))] })
    const read = {
      me: 'alice',
      open: 'greeter',
      worldVersion: 0,
      chat: state.conversation.chat,
      messages: MESSAGES,
      problem: null,
    }
    const ids = (after: typeof state) => after.conversation.messages.map((one) => one.message_id)
    expect(ids(happen(state, { type: 'loaded', nowMs: 0, loaded: { conversation: read } }).state)).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    const restored = { id: 60, type: 'world', at: NOON, how: 'restored' } as const
    const other = happen(state, { type: 'events', nowMs: 0, events: [restored] }).state
    expect(ids(happen(other, { type: 'loaded', nowMs: 0, loaded: { conversation: read } }).state)).toEqual([])
  })

  it('goes on to the message below one that is deleted', () => {
    const { state } = keys(scene(), 'tab')
    const gone = { id: 52, type: 'delete' as const, at: NOON, bot: 'greeter', chat: 101, message_id: 2 }
    expect(happen(state, { type: 'events', nowMs: state.nowMs, events: [gone] }).state.conversation.selected).toBe(3)
  })

  it('stays at the messages however often Esc is pressed, and writes below the newest', () => {
    expect(keys(scene(), 'esc', 'esc', 'esc').state.focus).toBe('conversation')
    expect(keys(scene(), 'alt-3', 'esc', 'esc').state.focus).toBe('conversation')
    expect(keys(scene(), 'esc', 'end', 'down').state.focus).toBe('compose')
    const held = keys(scene(), 'esc', 'end', '"jjjj').state
    expect([held.focus, held.composer.text]).toEqual(['conversation', ''])
  })

  it('leaves out what happens in other chats', () => {
    const elsewhere = [
      { ...message(50, said(6, { text: 'x' })), bot: 'other' },
      { ...message(51, said(6, { text: 'x' })), chat: 102 },
    ]
    const after = happen(scene(), { type: 'events', nowMs: scene().nowMs, events: elsewhere }).state
    expect(after.conversation.messages).toHaveLength(5)
  })
})

describe('people and chats', () => {
  it('becomes somebody else, and looks with their eyes', () => {
    const { state, effects } = keys(scene(), 'alt-1', '/', '"bob', 'enter')
    expect(state).toMatchObject({ me: 'bob', chats: [] })
    expect(effects).toEqual([{ do: 'load', what: 'chats' }, { do: 'load', what: 'conversation' }, { do: 'remember' }])
  })

  it('opens the chat that is chosen', () => {
    const { state, effects } = keys(scene(), 'shift-tab', 'down', 'enter')
    expect(state).toMatchObject({ open: CHATS[1]!.handle, focus: 'compose' })
    expect(effects).toEqual([{ do: 'load', what: 'conversation' }, { do: 'remember' }])
  })

  it('keeps what was being written, for each of us in each chat', () => {
    const elsewhere = keys(scene(), '"not yet', 'alt-1', '/', '"team', 'enter').state
    expect(elsewhere.composer.text).toBe('')
    const asBob = keys(elsewhere, 'alt-1', '/', '"bob', 'enter', '/', '"greeter', 'enter').state
    expect(asBob).toMatchObject({ me: 'bob', open: 'greeter', composer: { text: '' } })
    const again = keys(asBob, 'alt-1', '/', '"alice', 'enter').state
    expect(again).toMatchObject({ me: 'alice', open: 'greeter', composer: { text: 'not yet' } })
  })

  it('reads everything again where another world has taken the place of this one', () => {
    const restored = { id: 60, type: 'world', at: NOON, how: 'restored' } as const
    const { state, effects } = happen(scene(), { type: 'events', nowMs: scene().nowMs, events: [restored] })
    expect(effects).toContainEqual({ do: 'load', what: 'all' })
    expect(state.traffic.at(-1)).toMatchObject({ kind: 'note', text: 'the world was restored' })
  })

  it('goes to a chat that is there when the open one is not, and to nobody when nobody is', () => {
    const loaded = { people: [], bots: [], sharedChats: [], chats: { me: 'alice', list: [] } }
    const { state } = happen(scene(), { type: 'loaded', nowMs: 0, loaded })
    expect(state).toMatchObject({ me: null, open: null, conversation: { messages: [] } })
  })

  it('opens what is made', () => {
    const result = { handle: 'crew' }
    const { state, effects } = happen(scene(), { type: 'performed', action: 'createGroup', from: 'form', result })
    expect(state).toMatchObject({ open: 'crew', focus: 'compose' })
    expect(effects).toContainEqual({ do: 'load', what: 'conversation' })
  })

  it('reads what stands open', () => {
    const list = CHATS.map((chat) => (chat.handle === 'greeter' ? { ...chat, unread: 3 } : chat))
    const { effects } = happen(scene(), { type: 'loaded', nowMs: 0, loaded: { chats: { me: 'alice', list } } })
    expect(performs(effects)).toEqual([['read', { as: 'alice', chat: 'greeter' }]])
  })

  it('does not take the chats of somebody I no longer am', () => {
    const { state } = happen(scene(), { type: 'loaded', nowMs: 0, loaded: { chats: { me: 'bob', list: [] } } })
    expect(state.chats).toHaveLength(CHATS.length)
  })
})

describe('a menu', () => {
  it('goes on from its first line to its last, and from there to its first', () => {
    const selectedAfter = (...names: string[]) => {
      const top = topOverlay(keys(scene(), 'esc', '+', ...names).state)
      return top?.kind === 'menu' ? [top.selected, top.items.length] : []
    }
    const [, count = 0] = selectedAfter()
    expect(selectedAfter('k')).toEqual([count - 1, count])
    expect(selectedAfter('k', 'j')).toEqual([0, count])
    expect(selectedAfter('j')).toEqual([1, count])
  })
})

describe('the palette', () => {
  it('does at once what needs nothing said', () => {
    expect(performs(keys(scene(), 'ctrl-o', '"freeze', 'enter').effects)).toEqual([['freezeClock', {}]])
  })

  it('opens chats and plays people, and begins with what was chosen last', () => {
    expect(keys(scene(), 'ctrl-o', '"team', 'enter').state).toMatchObject({ open: 'team', focus: 'compose' })
    expect(keys(scene(), 'ctrl-o', '"carol', 'enter').state.me).toBe('carol')
    const { state } = keys(scene(), 'ctrl-o', '"freeze', 'enter', 'ctrl-o', '"Team', 'enter')
    expect(
      paletteItems(state, '')
        .slice(0, 2)
        .map(({ name }) => name),
    ).toEqual(['Team', 'freezeClock'])
  })

  it('finds by what it says, too, after all that are called so', () => {
    const found = (words: string) => paletteItems(scene(), words).map(({ name }) => name)
    expect(found('too many')).toEqual(['fault 429'])
    expect(found('mute')).toEqual(['mute', 'unmute', 'members'])
  })

  it('does what the dashboard does, too', () => {
    expect(keys(scene(), 'ctrl-o', '"record', 'enter').effects).toEqual([{ do: 'record' }])
    const { state } = keys(scene(), 'ctrl-o', '"limits', 'enter')
    expect([state.focus, state.inspector.view]).toEqual(['inspector', 'limits'])
  })

  it('makes a form of every action, filled with what is known', () => {
    const { state } = keys(scene(), 'ctrl-o', '"press', 'enter')
    const top = topOverlay(state)
    expect(top?.kind === 'form' && top.form.fields.map(({ name, input }) => [name, input.text])).toEqual([
      ['as', 'alice'],
      ['chat', 'greeter'],
      ['button', ''],
      ['data', ''],
      ['row', ''],
      ['column', ''],
      ['message_id', ''],
    ])
  })

  it('reaches every action', () => {
    for (const { name } of scene().actions) {
      const { state, effects } = keys(scene(), 'ctrl-o', `"${name}`, 'enter')
      const top = topOverlay(state)
      expect([name, (top?.kind === 'form' && top.form.action) || performs(effects)[0]?.[0]]).toEqual([name, name])
    }
  })

  it('performs what the form says', () => {
    const { effects } = keys(inTeam(), 'ctrl-o', '"mute', 'enter', '"bob', 'tab', '"1800000000', 'ctrl-s')
    const params = { as: 'alice', chat: 'team', who: 'bob', until_date: 1_800_000_000 }
    expect(effects.filter((effect) => effect.do !== 'members')).toEqual([
      { do: 'perform', action: 'mute', params, from: 'form' },
    ])
  })

  it('takes what fits what is written in part, and what is written whole as it is', () => {
    const { state } = keys(inTeam(), 'ctrl-o', '"ban', 'enter', '"gree', 'enter')
    expect(topOverlay(state)).toMatchObject({ form: { isBusy: false } })
    const params = { as: 'alice', chat: 'team', who: 'greeter' }
    expect(performs(keys(state, 'enter').effects)).toEqual([['ban', params]])
  })

  it('changes nothing that nobody has named', () => {
    const update = keys(scene(), 'ctrl-o', '"updateBot', 'enter', 'ctrl-s')
    expect(performs(update.effects)).toEqual([['updateBot', { bot: 'greeter' }]])
    expect(performs(keys(scene(), 'ctrl-o', '"reset', 'enter', 'ctrl-s').effects)).toEqual([['reset', {}]])
  })

  it('leaves empty what Tab passes by', () => {
    const { effects } = keys(scene(), 'ctrl-o', '"createBot', 'enter', '"Helper', ...Array(9).fill('tab'), 'ctrl-s')
    expect(performs(effects)).toEqual([['createBot', { first_name: 'Helper', owner: 'alice' }]])
  })

  it('suggests those who are in the chat, or who are not, and oneself last', () => {
    const member = (user: typeof ALICE) => ({ user, handle: user.handle, status: 'member' as const })
    const offered = (action: string, chat: string) => {
      const opened = keys({ ...scene(), open: 'team' }, 'ctrl-o', `"${action}`, 'enter')
      expect(opened.effects).toContainEqual({ do: 'members', chat: 'team' })
      const { state } = happen(opened.state, { type: 'members', chat, list: [ALICE, BOB].map(member) })
      const top = topOverlay(state)
      return top?.kind === 'form' ? fieldSuggestions(state, top.form).map(({ text }) => text) : []
    }
    expect(offered('mute', 'team')).toEqual(['bob', 'alice'])
    expect(offered('add', 'team')).toEqual(['carol', 'greeter'])
    expect(offered('mute', 'another')).toEqual(['bob', 'carol', 'greeter', 'alice'])
  })

  it('suggests only bots where a world is emptied but for some', () => {
    const { state } = keys(scene(), 'ctrl-o', '"clearWorld', 'enter')
    const top = topOverlay(state)
    expect(top?.kind === 'form' && fieldSuggestions(state, top.form).map(({ text }) => text)).toEqual(['greeter'])
  })

  it('names no chat with a bot where it is about members', () => {
    const form = (state: State) => {
      const top = topOverlay(keys(state, 'ctrl-o', '"mute', 'enter').state)
      return top?.kind === 'form' && top.form.fields.map(({ input }) => input.text)
    }
    expect(form(scene())).toEqual(['alice', '', '', ''])
    expect(form(inTeam())).toEqual(['alice', 'team', '', ''])
  })

  it('reads who is in a chat once it is named', () => {
    const { effects } = keys(inTeam(), 'ctrl-o', '"mute', 'enter', 'shift-tab', 'ctrl-u', '"tea', 'tab')
    expect(effects.at(-1)).toEqual({ do: 'members', chat: 'team' })
  })

  it('offers the names of what was kept', () => {
    const kept = happen(scene(), { type: 'loaded', nowMs: 0, loaded: { snapshots: ['before', 'after'] } }).state
    const { effects } = keys(kept, 'ctrl-o', '"restore', 'enter', '"b', 'enter', 'enter')
    expect(performs(effects)).toEqual([['restore', { name: 'before' }]])
  })

  it('leaves a form alone that was opened after the one that was done, or refused', () => {
    const { state } = keys(inTeam(), 'ctrl-o', '"mute', 'enter', '"bob', 'ctrl-s', 'esc', 'ctrl-o', '"ban', 'enter')
    const done = happen(state, { type: 'performed', action: 'mute', from: 'form', result: true }).state
    expect(topOverlay(done)).toMatchObject({ kind: 'form', form: { action: 'ban' } })
    const refused = happen(state, { type: 'refused', from: 'form', message: 'No.', hint: '' }).state
    expect(topOverlay(refused)).toMatchObject({ form: { action: 'ban', error: null } })
    expect(refused.toast?.text).toBe('refused: No.')
  })

  it('says in the form what was refused, and stays', () => {
    const { state } = keys(inTeam(), 'ctrl-o', '"mute', 'enter', '"bob', 'ctrl-s')
    const after = happen(state, { type: 'refused', from: 'form', message: 'No.', hint: 'Ask.' }).state
    expect(topOverlay(after)).toMatchObject({ kind: 'form', form: { error: 'No. Ask.', isBusy: false } })
  })
})

describe('the traffic', () => {
  it('tells what became of an update', () => {
    const states = (extra: object[]) =>
      happen(scene(), { type: 'events', nowMs: scene().nowMs, events: extra as typeof EVENTS }).state.traffic.flatMap(
        (entry) => (entry.kind === 'update' ? [entry.state] : []),
      )
    expect(states([])).toEqual(['handed out', 'pending'])
    expect(states([{ id: 60, type: 'acknowledged', at: 0, bot: 'greeter', below: 8 }])).toEqual([
      'confirmed',
      'pending',
    ])
    expect(
      states([{ id: 60, type: 'delivery', at: 0, bot: 'greeter', update_id: 8, status: 500, error: 'status 500' }]),
    ).toEqual(['handed out', 'failed 500'])
  })

  it('shows each failed delivery below its update', () => {
    const failed = { type: 'delivery' as const, at: NOON, bot: 'greeter', update_id: 7, status: null, error: 'refused' }
    const events = [60, 61].map((id) => ({ ...failed, id, delivery: id }))
    const { state } = happen(scene(), { type: 'events', nowMs: scene().nowMs, events })
    const shown = visibleTraffic(state).map((entry) =>
      entry.kind === 'call' ? entry.call.method : entry.kind === 'note' ? entry.text : entry.updateId,
    )
    expect(shown).toEqual([7, 'sendMessage', 'sendMessage', 'update 7: refused', 'update 7: refused', 8])
  })

  it('knows whether the last delivery failed', () => {
    const told = (...errors: (string | null)[]) => {
      const events = errors.map((error, i) => {
        return { id: 60 + i, type: 'delivery' as const, at: 0, bot: 'greeter', delivery: i, error }
      })
      return happen(scene(), { type: 'events', nowMs: scene().nowMs, events }).state.programs
    }
    expect(told('status 500')).toMatchObject({ greeter: { isWebhookFailing: true } })
    expect(told('status 500', null)).toMatchObject({ greeter: { isWebhookFailing: false } })
  })

  it('says where the clock was moved to', () => {
    const clock = { now: NOON + 86_400, frozen: true }
    const events = [{ id: 60, type: 'clock' as const, at: NOON, clock }]
    const entry = happen(scene(), { type: 'events', nowMs: scene().nowMs, events }).state.traffic.at(-1)
    expect(entry).toMatchObject({ kind: 'note', text: 'the clock: Sat 2027-01-16 12:00:00, frozen' })
  })

  it('leaves out the polls that bring nothing', () => {
    const body = { ok: true, result: [] }
    const answered = { status: 200, ok: true, body, duration_ms: 1 }
    const call = { id: 9, at: 0, bot: 'greeter', method: 'getUpdates', params: {}, ...answered }
    const { state } = happen(scene(), {
      type: 'events',
      nowMs: 0,
      events: [{ id: 70, type: 'call', at: 0, bot: 'greeter', call }],
    })
    expect(state.traffic).toHaveLength(scene().traffic.length)
  })

  it('passes over the polls that brought updates, until they are looked for', () => {
    const polls = (filter: string) =>
      filterEntries(scene().traffic, filter).filter((one) => one.kind === 'call' && one.call.method === 'getUpdates')
    expect(polls('')).toEqual([])
    expect(polls('getup')).toHaveLength(1)
  })

  describe('of a bot that tries the same again and again', () => {
    const body = { ok: false, error_code: 401, description: 'Unauthorized' }
    const refused = {
      method: 'getMe',
      params: {},
      status: 401,
      ok: false,
      why: 'no bot has this token',
      rule: 'AUTH-02',
    }
    const called = (id: number, call: object = {}): EventView => {
      const whole = { id, at: NOON, bot: null, ...refused, body, duration_ms: 1, ...call }
      return { id, at: NOON, type: 'call', call: whole }
    }
    const seen = (state: State, events: EventView[]) =>
      happen(state, { type: 'events', nowMs: state.nowMs, events }).state
    const timesIn = ({ traffic }: State) =>
      traffic.slice(scene().traffic.length).map((entry) => (entry.kind === 'call' ? (entry.times ?? 1) : entry.kind))

    it('is one line, however many there are, with all that was there before', () => {
      const many = Array.from({ length: 5000 }, (_, i) => called(100 + i))
      const once = seen(scene(), many)
      expect(timesIn(once)).toEqual([5000])
      const { state } = keys(seen(once, [called(5100)]), 'alt-3', 'o')
      expect(timesIn(state)).toEqual([5001])
      expect(state.traffic.slice(0, -1)).toEqual(scene().traffic)
      expect(inspected(state)).toContain('getMe 401 refused 5001 times in a row, the last in 1.0 ms')
    })

    it('ends with a call that is another, goes through, or is refused for another reason', () => {
      const others = [
        called(101, { params: { text: 'a' } }),
        called(102, { params: { text: 'b' } }),
        called(103, { method: 'getChat' }),
        called(104, { why: 'it is suspended' }),
        called(105),
        called(106, { status: 200, ok: true }),
        called(107, { status: 200, ok: true }),
      ]
      expect(timesIn(seen(scene(), [called(99), called(100), ...others]))).toEqual([2, 1, 1, 1, 1, 1, 1, 1])
    })

    it('stands still where the traffic was paused', () => {
      const { state } = keys(seen(scene(), [called(100), called(101)]), 'alt-3', 'space')
      const shown = visibleTraffic(state)
      const after = seen(state, [called(102), called(103)])
      expect(visibleTraffic(after)).toEqual(shown)
      expect(timesIn(after)).toEqual([2, 2])
    })

    it('leaves the line that is chosen as it is', () => {
      const before = seen(scene(), [called(100), called(101)])
      const state = { ...before, selection: { ...before.selection, traffic: 101 } }
      expect(timesIn(seen(state, [called(102), called(103)]))).toEqual([2, 2])
    })
  })

  it('shows only the lines that have all the words', () => {
    const { state } = keys(scene(), 'alt-3', '/', '"429 lim-01', 'enter', 'up', 'o')
    expect(inspectorTitle(state)).toBe('greeter calls sendMessage')
    expect(inspected(state)).toContain('▸ rule: LIM-01')
    const rule = inspected(state).indexOf('▸ rule: LIM-01')
    const explained = inspected(keys(state, ...Array(rule).fill('j'), 'enter').state)
    expect(explained.slice(rule, rule + 2)).toEqual([
      '▾ rule: LIM-01',
      '429 Too Many Requests: retry after <retry_after>',
    ])
  })

  it('copies a call as curl', () => {
    const { effects } = keys(scene(), 'alt-3', 'up', 'up', 'c')
    const body = `'{"chat_id":101,"text":"Hello, Alice!"}'`
    expect(effects).toEqual([
      {
        do: 'copy',
        text: `curl 'http://127.0.0.1:8081/bot201:secret/sendMessage' -H 'content-type: application/json' -d ${body}`,
        what: 'the curl command',
      },
    ])
  })
})

describe('what is chosen', () => {
  it('stays where it is and opens, however many calls come after it', () => {
    const { state } = keys(scene(), 'alt-3', 'up', 'up')
    const chosen = state.selection.traffic
    const events = Array.from({ length: 5000 }, (_, i): EventView => {
      const call = { id: 100 + i, at: NOON, bot: 'greeter', method: 'getMe', params: {}, status: 200, ok: true }
      return {
        id: 100 + i,
        at: NOON,
        type: 'call',
        bot: 'greeter',
        call: { ...call, body: { ok: true }, duration_ms: 1 },
      }
    })
    const after = happen(state, { type: 'events', nowMs: state.nowMs, events }).state
    expect(after.traffic).toHaveLength(2001)
    expect(after.selection.traffic).toBe(chosen)
    expect(inspectorTitle(keys(after, 'o').state)).toBe('greeter calls sendMessage')
  })
})

describe('finding in a chat', () => {
  it('says what is not found', () => {
    const { state } = keys(scene(), 'esc', '/', '"nowhere', 'enter', 'n')
    expect(state.toast).toMatchObject({ text: '"nowhere" is not found in this chat.' })
  })

  it('goes on from any pane, and says where it can be looked for', () => {
    const { state } = keys(scene(), 'esc', '/', '"show me', 'enter', 'alt-3', 'n')
    expect([state.focus, state.conversation.selected]).toEqual(['conversation', 3])
    expect(keys(scene(), 'alt-1', 'n').state.toast?.text).toContain('Search the messages first')
  })

  it('reaches all messages of a long chat', () => {
    const events = Array.from({ length: 2000 }, (_, i) => message(50 + i, said(6 + i, { text: `number ${i}` })))
    const { state } = happen(scene(), { type: 'events', nowMs: scene().nowMs, events })
    expect(keys(state, 'esc', 'g').state.conversation.selected).toBe(1)
    expect(keys(state, 'esc', '/', '"cat, please', 'enter').state.conversation.selected).toBe(3)
  })
})

describe('the inspector', () => {
  const wide = (columns = 200) => scene(columns, 60)

  it('follows what is chosen, and goes back to it', () => {
    const { state } = keys(wide(), 'alt-3', 'up', 'up')
    expect(inspectorTitle(state)).toBe('greeter calls sendMessage')
    expect(inspectorTitle(keys(state, 'up', 'up').state)).toBe('update 7 for greeter: handed out')
    expect(inspectorTitle(keys(state, '2').state)).toBe('message 2')
    expect(inspectorTitle(keys(wide(), 'i').state)).toBe('Greeter')
    expect(keys(state, 'o', 'o').state.focus).toBe('traffic')
    expect(keys(scene(), 'esc', 'L', 'esc').state.focus).toBe('conversation')
  })

  it('reads what it shows, and anew when that has changed, wherever the keys are', () => {
    const load = { do: 'load', what: 'panel' }
    const { state, effects } = keys(wide(), 'esc', 'u')
    expect(effects).toEqual([load])
    const away = keys(state, '2')
    expect(away.effects).toEqual([])
    const call = { id: 90, type: 'handed-out' as const, at: NOON, bot: 'greeter', update_ids: [8] }
    expect(happen(away.state, { type: 'events', nowMs: state.nowMs, events: [call] }).effects).toContainEqual(load)
    expect(keys(away.state, 'alt-1', 'home', 'down', 'enter').effects).toContainEqual(load)
    const closed = keys(keys(scene(), 'esc', 'u').state, 'esc').state
    expect(happen(closed, { type: 'events', nowMs: state.nowMs, events: [call] }).effects).not.toContainEqual(load)
  })

  it('folds what is deep, and opens it', () => {
    const { state } = keys(wide(), 'tab', 'o')
    const folded = inspected(state).findIndex((line) => line.startsWith('▾ inline_keyboard'))
    expect(folded).toBeGreaterThan(0)
    const closed = keys(state, ...Array(folded).fill('j'), 'enter').state
    expect(inspected(closed)).toContain('▸ inline_keyboard: [2]')
    expect(inspected(keys(closed, 'enter').state)).toEqual(inspected(state))
  })

  it('says that there is no bot, and loads nothing for it', () => {
    const { state, effects } = keys({ ...scene(), bots: [] }, 'esc', 'L')
    expect(inspected(state)).toEqual(['No bots yet. Press + to create one.'])
    expect(effects).toEqual([])
  })

  it('goes no further than its last line, and says what can be done to a member and a snapshot', () => {
    const opened = keys({ ...wide(), open: 'team' }, 'esc', 'P').state
    const source = inspectorDataKey(opened) ?? ''
    const members = [{ user: BOB, handle: 'bob', status: 'member' as const }]
    const snapshots = [{ name: 'early', bytes: 1, made_at: NOON }]
    const read = happen(opened, { type: 'loaded', nowMs: 0, loaded: { panel: { source, read: { members } } } }).state
    expect(keys(read, 'j', 'j', 'j').state.inspector.line).toBe(0)
    expect(performs(keys(read, 'enter', 'down', 'enter').effects)).toEqual([
      ['unmute', { as: 'alice', chat: 'team', who: 'bob' }],
    ])
    const kept = keys(read, 'S').state
    const panel = { source: inspectorDataKey(kept) ?? '', read: { snapshots } }
    const listed = happen(kept, { type: 'loaded', nowMs: 0, loaded: { panel } }).state
    expect(performs(keys(listed, 'enter', 'enter').effects)).toEqual([['restore', { name: 'early' }]])
  })

  it('says in words what is kept for undo, below the snapshots that somebody has named', () => {
    const kept = happen(wide(), {
      type: 'snapshot',
      action: 'send',
      before: { name: 'undo-0', made_at: NOON, clockAhead: 0 },
      screen: wide(),
    }).state
    const { state } = keys(kept, 'esc', 'S')
    const names = ['undo-0', 'undo-7', 'undo-latest', 'undo-me', 'early']
    const snapshots = names.map((name) => ({ name, bytes: 1, made_at: NOON }))
    const panel = { source: inspectorDataKey(state) ?? '', read: { snapshots } }
    const listed = happen(state, { type: 'loaded', nowMs: 0, loaded: { panel, snapshots: names } }).state
    const at = 'Fri 2027-01-15 12:00:00, 1 kB'
    expect(inspected(listed)).toEqual([
      `undo-me  ${at}`,
      `early  ${at}`,
      `before send  for undo, ${at}`,
      `the state before an earlier action  for undo, ${at}`,
      `before the undo  for undo, ${at}`,
    ])
    const asked = keys(listed, 'G', 'enter')
    expect(topOverlay(asked.state)).toMatchObject({ kind: 'menu', title: 'snapshot before the undo' })
    expect(performs(keys(asked.state, 'enter').effects)).toEqual([['restore', { name: 'undo-latest' }]])
    const top = topOverlay(keys(listed, 'ctrl-o', '"restore', 'enter').state)
    expect(
      top?.kind === 'form' && fieldSuggestions(listed, top.form).map(({ text, description: says }) => [text, says]),
    ).toEqual([
      ['undo-me', ''],
      ['early', ''],
      ['undo-0', 'before send'],
      ['undo-7', 'the state before an earlier action'],
      ['undo-latest', 'before the undo'],
    ])
  })

  it('redelivers the update of a line of the traffic, and of a delivery', () => {
    const params = { bot: 'greeter', update_id: 7 }
    expect(performs(keys(scene(), 'alt-3', 'home', 'x').effects)).toEqual([['redeliver', params]])
    expect(performs(keys(scene(), 'alt-3', 'home', 'down', 'x').effects)).toEqual([])
    const bots = [{ ...GREETER, profile: { ...PROFILE, webhook: { ...NO_WEBHOOK, url: 'https://bot.example.org' } } }]
    const opened = keys(happen(wide(), { type: 'loaded', nowMs: 0, loaded: { bots } }).state, 'esc', 'W').state
    const attempt = { type: 'message', url: '', attempt: 1, duration_ms: 3, status: 500, error: 'status 500' }
    const deliveries = [{ ...attempt, id: 2, at: NOON, update_id: 7 }]
    const panel = { source: inspectorDataKey(opened) ?? '', read: { deliveries } }
    const { state } = happen(opened, { type: 'loaded', nowMs: opened.nowMs, loaded: { panel } })
    expect(performs(keys(state, 'G', 'x').effects)).toEqual([['redeliver', params]])
    expect(performs(keys(state, 'g', 'x').effects)).toEqual([])
  })

  it('does nothing to a line of the traffic that another view hides', () => {
    const copies = ({ effects }: ReturnType<typeof keys>) => effects.filter((effect) => effect.do === 'copy').length
    const onCall = keys(scene(), 'alt-3', 'home', 'down').state
    expect([copies(keys(onCall, 'c')), copies(keys(onCall, 'o', 'c')), copies(keys(onCall, 'P', 'c'))]).toEqual([
      1, 1, 0,
    ])
    expect(performs(keys(scene(), 'alt-3', 'home', 'o', 'x').effects)).toHaveLength(1)
    expect(performs(keys(scene(), 'alt-3', 'home', 'P', 'x').effects)).toEqual([])
  })

  it('shows the last minute of a limit', () => {
    const opened = keys(wide(), 'esc', 'L').state
    const limits = [{ limit: 'messages_per_second', used: 1, allowed: 4, free_in: 0, operations: ['sendMessage'] }]
    const panel = { source: inspectorDataKey(opened) ?? '', read: { limits } }
    const { state } = happen(opened, { type: 'loaded', nowMs: opened.nowMs, loaded: { panel } })
    expect(inspected(state)).toEqual(['messages per second 1/4', `█████${'░'.repeat(15)} ${' '.repeat(17)}█  `])
  })

  it('gives a pane the whole screen, and takes it back', () => {
    const zoomed = keys(wide(), 'alt-3', 'z').state
    expect(visiblePanes(zoomed)).toEqual([['traffic', 200]])
    expect(visiblePanes(keys(zoomed, 'z').state).map(([pane]) => pane)).toEqual([
      'chats',
      'conversation',
      'traffic',
      'inspector',
    ])
  })
})

describe('the clock', () => {
  it('freezes and runs with two keys', () => {
    const running = { ...scene(), clock: { now: NOON, frozen: false, seenMs: scene().nowMs } }
    expect(performs(keys(running, 'esc', 't', 'enter').effects)).toEqual([['freezeClock', {}]])
    expect(performs(keys(scene(), 'esc', 't', 'enter').effects)).toEqual([['resumeClock', {}]])
  })

  it.each([
    ['+48h', ['advanceClock', { seconds: 172_800 }]],
    ['90', ['advanceClock', { seconds: 90 }]],
    ['tomorrow 9:00', ['setClock', { at: NOON + 21 * 3600 }]],
  ] as const)('goes to %s', (text, expected) => {
    expect(performs(keys(scene(), 'esc', 't', `"${text}`, 'enter').effects)).toEqual([expected])
  })

  it('says what it does not read', () => {
    const { state, effects } = keys(scene(), 'esc', 't', '"soon', 'enter')
    expect(performs(effects)).toEqual([])
    expect(topOverlay(state)).toMatchObject({ kind: 'clock', error: expect.stringContaining('tomorrow 9:00') })
  })

  it('jumps to what ends next', () => {
    const opened = keys(scene(), 'esc', 't')
    expect(opened.effects).toEqual([{ do: 'load-deadlines' }])
    const expiring = [
      { label: 'until Carol is free again', at: NOON + 7200 },
      { label: 'until Bob is free again', at: NOON + 3600 },
    ]
    const { state } = happen(opened.state, { type: 'deadlines', deadlines: expiring })
    expect(performs(keys(state, 'down', 'enter').effects)).toEqual([['setClock', { at: NOON + 3600 }]])
  })
})

describe('what ends next', () => {
  const listed = (state: State) =>
    clockItems(state, { kind: 'clock', input: EMPTY_INPUT, selected: 0, error: null, deadlines: [] })
      .filter(({ action }) => action === 'setClock')
      .map(({ label: says, params }) => [says, Number(params.at) - NOON])

  it('names the updates that wait, and what a bot may still edit, the nearest first', () => {
    expect(listed(scene())).toEqual([
      ['until update 7 for greeter expires', 86_402],
      ['until update 8 for greeter expires', 86_407],
      ['until message 2 can no longer be edited: Hello, Alice! 👋 What shall I do?', 172_841],
      ['until message 4 can no longer be edited: [photo] 猫です 🐈‍⬛ and family 👨‍👩‍👧‍👦 ❤️ 🇩🇪', 172_881],
      ['until message 5 can no longer be edited: Greeting went out.', 172_901],
    ])
  })

  it('names neither what is over nor updates that came', () => {
    const late = { ...scene(), clock: { now: NOON + 172_841, frozen: true, seenMs: 0 } }
    expect(listed(late).map(([says]) => says)).toEqual([
      expect.stringContaining('message 4'),
      expect.stringContaining('message 5'),
    ])
    const confirmed = { id: 60, type: 'acknowledged' as const, at: 0, bot: 'greeter', below: 8 }
    const { state } = happen(scene(), { type: 'events', nowMs: 0, events: [confirmed] })
    expect(listed(state)[0]).toEqual(['until update 8 for greeter expires', 86_407])
  })
})

describe('few keys', () => {
  it('mutes for an hour', () => {
    const { state } = keys(inTeam(), 'ctrl-o', '"mute', 'enter', '"bob', 'tab', '"1h', 'enter')
    const { effects } = keys(inTeam(), 'ctrl-o', '"mute', 'enter', '"bob', 'tab', '"1h', 'enter')
    expect(topOverlay(state)).toMatchObject({ form: { isBusy: true } })
    expect(performs(effects)).toEqual([
      ['mute', { as: 'alice', chat: 'team', who: 'bob', until_date: NOON + 10 + 3600 }],
    ])
  })

  it('makes a group with a bot in it', () => {
    const { effects } = keys(scene(), 'esc', '+', 'down', 'down', 'enter', '"Crew', 'enter')
    expect(performs(effects)).toEqual([['createGroup', { title: 'Crew', owner: 'alice', members: ['greeter'] }]])
  })

  it('has the next call refused', () => {
    expect(performs(keys(scene(), 'ctrl-o', '"429', 'enter').effects)).toEqual([
      ['injectFault', { bot: 'greeter', status: 429, retry_after: 3 }],
    ])
  })
})

describe('exchanges', () => {
  const call = (id: number, method: string, params: object, result: object = {}): EventView => ({
    id,
    at: NOON,
    type: 'call',
    bot: 'greeter',
    call: {
      id,
      at: NOON,
      bot: 'greeter',
      method,
      params: { ...params },
      status: 200,
      ok: true,
      body: { ok: true, result },
      duration_ms: 1,
    },
  })
  const update = (id: number, update_id: number, chat: number): EventView => ({
    id,
    at: NOON,
    type: 'update',
    bot: 'greeter',
    update_id,
    update_type: 'message',
    update: { update_id, message: said(id, { text: `to ${chat}`, chat: { id: chat, type: 'private' } }) },
  })
  const happened = (...events: EventView[]) => happen(scene(), { type: 'events', nowMs: scene().nowMs, events }).state

  it('puts each call below the update of its chat', () => {
    const state = happened(
      update(60, 20, 101),
      update(61, 21, -501),
      call(62, 'sendMessage', { chat_id: 101 }),
      call(63, 'sendMessage', { chat_id: '-501' }),
      call(64, 'getMe', {}),
    )
    expect(
      visibleTraffic(state)
        .slice(-5)
        .map(({ id }) => id),
    ).toEqual([60, 62, 61, 63, 64])
  })

  it('leads from a message to the call that made it, and back', () => {
    const state = happened(
      call(60, 'sendMessage', { chat_id: 101 }, said(5, {})),
      call(61, 'editMessageText', { chat_id: 101 }, said(5, {})),
      call(62, 'sendMessage', { chat_id: -501 }, said(5, { chat: { id: -501, type: 'group' } })),
    )
    const there = keys(state, 'esc', 'end', 'v').state
    expect([there.focus, there.selection.traffic]).toEqual(['traffic', 60])
    const back = keys(there, 'v').state
    expect([back.focus, back.conversation.selected]).toEqual(['conversation', 5])
  })

  it('has chat and traffic follow each other, until both are left', () => {
    const state = happened(call(60, 'sendMessage', { chat_id: 101 }, said(5, {})), update(61, 20, 101))
    const above = keys(state, 'esc', 'end').state
    expect([above.conversation.selected, above.selection.traffic]).toEqual([5, 60])
    expect(keys(above, 'up').state.selection.traffic).toBeNull()
    const beside = keys(above, '3').state
    expect([beside.conversation.selected, beside.selection.traffic]).toEqual([5, 60])
    expect(keys(beside, 'home').state.conversation.selected).toBe(1)
    expect(keys(above, 'i').state).toMatchObject({ conversation: { selected: null }, selection: { traffic: null } })
  })

  it('unfolds a whole exchange from each of its lines, and folds it again', () => {
    const state = happened(update(60, 20, 101), call(61, 'sendMessage', { chat_id: 101 }))
    const open = keys(state, 'alt-3', 'enter').state
    expect([open.unfolded, open.selection.traffic]).toEqual([[60], 61])
    expect(keys(open, 'up', 'enter').state.unfolded).toEqual([])
  })

  it('filters by the bot, the operation and the status of a line, and by words', () => {
    const shown = (...pressed: string[]) => {
      const { state } = keys(happened(call(60, 'getMe', {})), 'alt-3', ...pressed)
      return [state.filters.traffic, ...visibleTraffic(state).map(({ id }) => id)]
    }
    expect(shown('p')).toEqual(['op:getMe', 60])
    expect(shown('p', 'p')).toEqual(['', 1, 4, 5, 6, 60])
    expect(shown('s')).toEqual(['status:ok', 4, 60])
    expect(shown('home', 's')).toEqual(['status:handed-out', 1])
    expect(shown('b')).toEqual(['bot:greeter', 1, 4, 5, 6, 60])
    expect(shown('/', '"status:4 hello', 'enter')).toEqual(['status:4 hello', 5])
    expect(shown('/', '"op:getu', 'enter')).toEqual(['op:getu', 3])
  })

  it('goes to the last refusal, then to the one before', () => {
    const refused = {
      ...call(60, 'getMe', {}),
      call: { ...(call(60, 'getMe', {}) as EventOf<'call'>).call, ok: false },
    }
    const state = happened(refused as EventView)
    const once = keys(state, 'esc', '!').state
    expect([once.focus, once.selection.traffic]).toEqual(['traffic', 60])
    expect(keys(once, '!').state.selection.traffic).toBe(5)
    expect(keys(once, '!', '!').state.selection.traffic).toBe(60)
  })

  it('stands still while it is read', () => {
    const paused = keys(scene(), 'alt-3', 'space').state
    const more = happen(paused, { type: 'events', nowMs: paused.nowMs, events: [call(60, 'getMe', {})] }).state
    expect(visibleTraffic(more).map(({ id }) => id)).not.toContain(60)
    expect(visibleTraffic(keys(more, 'space').state).map(({ id }) => id)).toContain(60)
  })
})

describe('the end', () => {
  it('is asked for where nothing is kept', () => {
    expect(keys(scene(), 'esc', 'q').effects).toEqual([{ do: 'quit' }])
    const lost = { ...scene(), isPersistent: false }
    expect(keys(lost, 'esc', 'q').effects).toEqual([])
    expect(keys(lost, 'esc', 'q', 'enter').effects).toEqual([{ do: 'quit' }])
    expect(keys(lost, 'ctrl-c').effects).toEqual([{ do: 'quit' }])
  })
})

it('closes the help with the key that opens it', () => {
  expect(topOverlay(keys(scene(), 'f1').state)?.kind).toBe('help')
  expect(topOverlay(keys(scene(), 'f1', 'f1').state)).toBeUndefined()
})

it('shows the whole message as words, and copies it as JSON', () => {
  const { state } = keys(scene(), 'tab', 'o')
  expect(inspected(state).slice(0, 2)).toEqual(['Greeter:', 'Hello, Alice! 👋 What shall I do?'])
  expect(keys(state, 'y').effects).toEqual([
    { do: 'copy', text: JSON.stringify(MESSAGES[1], null, 2), what: 'the JSON' },
  ])
})

describe('exploring', () => {
  const exploring = (change: object = {}) => {
    const start = { ...keys(scene(200, 60), 'esc').state, canExplore: true }
    const { state } = happen(start, { type: 'exploration', change: { seconds: 60, startedMs: start.nowMs, ...change } })
    return state
  }
  const finding = { kind: 'crash', summary: 'TypeError: no pizza left.', file: 'explored/crash-1.yaml', steps: 2 }

  it('says how to start the dashboard if it has no command of the bot', () => {
    const { state } = keys(scene(200, 60), 'esc', 'E')
    expect(inspected(state).join(' ')).toBe('To explore your bot, run: npx bot-emulator start --bot "node bot.js"')
    expect(keys(state, 'enter').effects).toEqual([])
  })

  it('begins with a budget, 60 s if no other is chosen, and stops', () => {
    const start = { ...keys(scene(200, 60), 'esc').state, canExplore: true }
    expect(keys(start, 'E', 'enter', 'enter').effects).toEqual([{ do: 'explore', seconds: 60 }])
    expect(keys(start, 'E', 'enter', 'down', 'down', 'enter').effects).toEqual([{ do: 'explore', seconds: 300 }])
    expect(keys(exploring(), 'E', 'enter', 'enter').effects).toEqual([{ do: 'stop-exploring' }])
  })

  it('shows the progress and each failure, and opens a failure as a recording', () => {
    const begun = keys(exploring(), 'E').state
    const later = happen(begun, { type: 'tick', nowMs: begun.nowMs + 12_000 }).state
    expect(inspected(later)).toEqual(['exploring, 12 of 60 s, no failure found'])
    const { state } = happen(later, { type: 'finding', finding })
    expect(state.toast?.text).toBe('Found a failure (crash). E shows it.')
    expect(inspected(state)).toEqual([
      'exploring, 12 of 60 s, 1 failure found',
      'crash: TypeError: no pizza left.',
      '2 steps, explored/crash-1.yaml',
    ])
    expect(keys(state, 'down', 'enter').effects).toEqual([{ do: 'open-finding', file: finding.file }])
    const over = happen(state, { type: 'exploration', change: { isRunning: false } }).state
    expect(inspected(over)[0]).toBe('explored for 60 s, 1 failure found')
  })

  const opened = () => {
    const { state } = happen(keys(exploring(), 'E').state, { type: 'finding', finding })
    const lines = ['start: { as: alice, bot: bot }', 'send: { as: alice, to: bot, text: pizza }']
    const { state: shown } = happen(state, { type: 'recording', lines, file: finding.file })
    return happen(shown, { type: 'replayed', failures: { 1: 'no pizza left' }, calls: { 0: ['sendMessage "Hi"'] } })
      .state
  }

  it('shows the steps of a failure with the calls of the bot, and replays, edits and saves them', () => {
    expect([inspectorTitle(opened()), ...inspected(opened())]).toEqual([
      'explored/crash-1.yaml: 2 steps, 1 failed',
      '1 ok start: { as: alice, bot: bot }',
      'sendMessage "Hi"',
      '2 failed send: { as: alice, to: bot, text:',
      'pizza }',
      'no pizza left',
    ])
    expect(keys(opened(), 'enter').effects).toEqual([{ do: 'replay' }])
    expect(keys(opened(), 'd').state.recording?.edits).toEqual({ 0: null })
    expect(keys(opened(), 'R', 'ctrl-u', '"a.yaml', 'enter').effects).toEqual([
      { do: 'save', path: 'a.yaml', isOver: false },
    ])
  })

  it('records as usual outside of a failure that is open', () => {
    expect(keys(opened(), 'esc', 'R').effects).toEqual([{ do: 'record' }])
  })
})

describe('recording', () => {
  it('begins, asks where to, and saves', () => {
    const begun = keys(scene(), 'esc', 'R')
    expect(begun.effects).toEqual([{ do: 'record' }])
    expect(begun.state.recording).toBeNull()
    const { state } = happen(begun.state, { type: 'recording' })
    const { effects } = keys(state, 'R', 'ctrl-u', '"a.yaml', 'enter')
    expect(effects).toEqual([{ do: 'save', path: 'a.yaml', isOver: false }])
    expect(happen(state, { type: 'saved', isRecording: true, path: 'a.yaml' }).state.recording).toBeNull()
  })

  const recorded = (columns = 200) => {
    const { state } = happen(keys(scene(columns, 60), 'esc').state, { type: 'recording' })
    const steps = ['start: { as: alice, bot: greeter }', 'send: { as: alice, to: greeter, text: hi }']
    return happen(state, { type: 'loaded', nowMs: state.nowMs, loaded: { steps } }).state
  }

  it('shows the steps as they come', () => {
    expect([inspectorTitle(recorded()), ...inspected(recorded())]).toEqual([
      'recording: 2 steps',
      '1 start: { as: alice, bot: greeter }',
      '2 send: { as: alice, to: greeter, text: hi }',
    ])
    const event = { id: 90, type: 'action' as const, at: NOON, action: 'send', params: {}, result: {} }
    const { effects } = happen(recorded(), { type: 'events', nowMs: 0, events: [event] })
    expect(effects).toContainEqual({ do: 'load', what: 'steps' })
  })

  it('leaves a step out and takes it back, edits another, and plays them again', () => {
    const out = keys(recorded(), 'T', 'd').state
    expect(out.recording?.edits).toEqual({ 0: null })
    expect(keys(out, 'd').state.recording?.edits).toEqual({})
    const edited = keys(out, 'j', 'e', ...Array(5).fill('backspace'), '"o }', 'enter').state
    expect(edited.recording?.edits).toEqual({ 0: null, 1: 'send: { as: alice, to: greeter, text:o }' })
    const played = keys(edited, 'enter')
    expect(played.effects).toEqual([{ do: 'replay' }])
    const { state } = happen(played.state, { type: 'replayed', failures: { 1: 'send was refused.' } })
    expect([inspectorTitle(state), ...inspected(state)]).toEqual([
      'recording: 2 steps, 1 skipped, 1 failed',
      '1 skipped: start: { as: alice, bot: greeter }',
      '2 failed edited: send: { as: alice, to:',
      'greeter, text:o }',
      'send was refused.',
    ])
    expect(keys(state, 'd').state.recording?.failures).toBeNull()
  })
})

describe('a restored world', () => {
  const did = (id: number, action: string, name: string): EventView => {
    return { id, at: NOON + id, type: 'action', action, params: { name }, result: {} }
  }
  const update = (id: number, update_id: number): EventView => {
    return { id, at: NOON, type: 'update', bot: 'greeter', update_id, update_type: 'message', update: { update_id } }
  }
  const restored = (id: number): EventView => ({ id, at: NOON, type: 'world', how: 'restored' })
  const statesAfter = (...batches: EventView[][]) =>
    happen(
      { ...scene(), traffic: [] },
      ...batches.map((events) => ({ type: 'events' as const, nowMs: 0, events })),
    ).state.traffic.flatMap((one) => (one.kind === 'update' ? [one.isUndone ? 'undone' : one.state] : []))
  const first = [did(59, 'snapshot', 'one'), update(60, 20), did(61, 'snapshot', 'two'), update(62, 21)]
  const confirmed: EventView = { id: 70, at: NOON, type: 'acknowledged', bot: 'greeter', below: 30 }

  it('undoes what came after its snapshot, and later events do not change that', () => {
    const undo = [restored(63), did(64, 'restore', 'two')]
    expect(statesAfter(first, undo)).toEqual(['pending', 'undone'])
    expect(statesAfter(first, [...undo, confirmed])).toEqual(['confirmed', 'undone'])
    expect(statesAfter(first, undo, [update(65, 22), confirmed])).toEqual(['confirmed', 'undone', 'confirmed'])
  })

  it('brings back what a later snapshot contains, and nothing of an unknown one', () => {
    const undo = [did(63, 'snapshot', 'latest'), restored(64), did(65, 'restore', 'one')]
    expect(statesAfter(first, undo)).toEqual(['undone', 'undone'])
    expect(statesAfter(first, undo, [restored(66), did(67, 'restore', 'latest')])).toEqual(['pending', 'pending'])
    expect(statesAfter(first, [restored(66), did(67, 'restore', 'unknown')])).toEqual(['undone', 'undone'])
  })

  it('strikes through undone exchanges, and links none of them', async () => {
    const undo = [did(58, 'snapshot', 'early'), restored(59), did(60, 'restore', 'unknown')]
    const { state } = happen(scene(), { type: 'events', nowMs: scene().nowMs, events: undo })
    const call = state.traffic.find((one) => one.kind === 'call')!
    const lines = entryLines({
      entry: call,
      look: PLAIN,
      room: 60,
      hasManyBots: false,
      mark: null,
      isUnfolded: false,
      before: undefined,
    })
    expect(lines.flatMap(({ pieces, right = [] }) => [...pieces, ...right].map(([, style]) => style))).toContain(
      'undone',
    )
    expect(keys(state, 'esc', 'end', 'v').state.toast?.text).toBe(
      'The call that sent this message is not in the traffic.',
    )
  })
})

describe('entering a chat', () => {
  const outside = (focus: State['focus'] = 'compose') => ({
    ...scene(),
    open: 'news',
    focus,
    chats: CHATS.filter(({ handle }) => handle !== 'news'),
    conversation: NO_CONVERSATION,
  })

  it('joins with Enter in the empty composer and in the messages, and offers nothing else there', () => {
    const join = [['join', { as: 'alice', chat: 'news' }]]
    expect(performs(keys(outside(), 'enter').effects)).toEqual(join)
    expect(performs(keys(outside('conversation'), 'enter').effects)).toEqual(join)
    const top = topOverlay(keys(outside('conversation'), 'm').state)
    expect(top?.kind === 'menu' && top.items.map(({ action }) => action)).toEqual(['join'])
    expect(performs(keys(inTeam(), 'enter').effects)).toEqual([])
  })

  it('says that one is a member already', () => {
    const { state, effects } = keys(inTeam(), 'ctrl-o', '"join', 'enter', 'enter')
    expect(performs(effects)).toEqual([])
    expect(topOverlay(state)).toMatchObject({ form: { error: 'Alice is already a member of Team.' } })
  })
})

it('promotes with usable rights, which the form shows and can change', () => {
  const { effects } = keys(inTeam(), 'ctrl-o', '"promote', 'enter', '"bob', 'enter')
  const [[action, params] = []] = performs(effects)
  expect(action).toBe('promote')
  expect(params).toMatchObject({ who: 'bob', rights: { can_delete_messages: true, can_pin_messages: true } })
  expect(params).not.toHaveProperty('rights.can_promote_members')
})

it('takes the highlighted suggestion with Ctrl-S', () => {
  const { effects } = keys(inTeam(), 'ctrl-o', '"ban', 'enter', '"gree', 'ctrl-s')
  expect(performs(effects)).toEqual([['ban', { as: 'alice', chat: 'team', who: 'greeter' }]])
})

describe('new messages', () => {
  const arrive = (state: State, ...ids: number[]) =>
    happen(state, {
      type: 'events',
      nowMs: state.nowMs,
      events: ids.map((id) => message(50 + id, said(id, { text: `number ${id}` }))),
    }).state

  it('are followed from the newest message, and counted below any other', async () => {
    const newest = keys(arrive(scene(), 6), 'esc', 'end').state
    expect(arrive(newest, 7, 8).conversation).toMatchObject({ selected: 8, unseen: 0 })
    const reading = arrive(keys({ ...scene(), size: { columns: 80, rows: 24 } }, 'esc', 'g').state, 6, 7, 8)
    expect(reading.conversation).toMatchObject({ selected: 1, unseen: 3 })
    expect(await textOf(reading)).toContain('3 new below; End shows them')
    expect(await textOf(keys(reading, 'end').state)).not.toContain('new below')
  })

  it('does not move away from buttons', () => {
    const { state } = keys(scene(), 'esc')
    const atButtons = { ...state.conversation, messages: MESSAGES.slice(0, 2), selected: 2 }
    expect(arrive({ ...state, conversation: atButtons }, 6).conversation.selected).toBe(2)
  })

  it('has older ones loaded at the first that is known', () => {
    const { state } = keys(scene(), 'esc')
    const part = { ...state, conversation: { ...state.conversation, isWhole: false, messages: MESSAGES.slice(2) } }
    const { effects, state: asked } = keys(part, 'g')
    expect(effects).toEqual([{ do: 'load-older' }])
    const older = { me: 'alice', open: 'greeter', worldVersion: 0, messages: MESSAGES.slice(0, 3) }
    const { conversation } = happen(asked, { type: 'older', ...older }).state
    expect(conversation.messages).toEqual(MESSAGES)
    expect(conversation).toMatchObject({ selected: 1, isWhole: true })
  })
})

it('folds refusals over a limit even if their texts and seconds differ', () => {
  const call = (EVENTS.find(({ id }) => id === 5) as EventOf<'call'>).call
  const events = [80, 81, 82].map((id): EventView => {
    const params = { chat_id: 101, text: `text ${id}` }
    return { id, at: NOON, type: 'call', bot: 'greeter', call: { ...call, id, params, why: `wait ${id} s` } }
  })
  const { state } = happen(scene(), { type: 'events', nowMs: scene().nowMs, events })
  expect(state.traffic.at(-1)).toMatchObject({ id: 82, times: 3 })
})

it('shows a poll that brings the same update again, the third time and not the fourth', async () => {
  const polls = [2, 3, 4].map((times): EventView => {
    const unconfirmed = { update_id: 7, type: 'my_chat_member', times, advice: 'Confirm it.' }
    const body = { ok: true, result: [{ update_id: 7 }] }
    const more = { body, ...(times > 2 && { unconfirmed }) }
    return callOf('greeter', NOON, 80 + times, 'getUpdates', more)
  })
  const { state } = happen(scene(200, 60), { type: 'events', nowMs: scene().nowMs, events: polls })
  const text = await textOf(state)
  expect(text.match(/ok getUpdates/g)).toHaveLength(1)
  expect(text).toContain('received update 7 3 times')
})

it('marks ignored parameters in the traffic, and names them in the inspector', async () => {
  const call = (EVENTS.find(({ id }) => id === 4) as EventOf<'call'>).call
  const ignored = { ...call, id: 80, ignored: ['parse_mode'], notes: ['parse_mode was ignored'] }
  const event: EventView = { id: 80, at: NOON, type: 'call', bot: 'greeter', call: ignored }
  const { state } = happen(scene(200, 60), { type: 'events', nowMs: scene().nowMs, events: [event] })
  expect(await textOf(state)).toContain('ok sendMessage (parse_mode ign')
  expect(inspected(keys(state, 'alt-3', 'up', 'up').state)).toContain('parse_mode was ignored')
})
