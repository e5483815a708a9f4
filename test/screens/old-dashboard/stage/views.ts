// What may stand on the screen, by name.

import { inspectorDataKey } from '../../../../src/screens/old-dashboard/inspector/inspector-pane.ts'
import type { Panel, State } from '../../../../src/screens/old-dashboard/state/state.ts'
import { ALICE, BOB, CAROL, CHATS, GREETER, happen, keys, MESSAGES, NO_WEBHOOK, NOON, PROFILE } from './scene.ts'

const LIMITS = [
  { limit: 'messages_per_second', used: 3, allowed: 30, free_in: 0, operations: ['sendMessage'] },
  { limit: 'messages_per_minute', chat: -501, used: 20, allowed: 20, free_in: 3, operations: ['sendMessage'] },
  { limit: 'chats_per_day', used: 8000, allowed: 10_000, free_in: 0, operations: ['sendMessage'] },
]

/** As if the inspector had read it. */
const reading = (state: State, key: string, read: Partial<Panel>): State => {
  const opened = keys(state, 'esc', key).state
  const source = inspectorDataKey(opened) ?? ''
  return happen(opened, { type: 'loaded', nowMs: state.nowMs, loaded: { panel: { source, read } } }).state
}

const QUEUE = [
  { update_id: 7, message: MESSAGES[0]! },
  { update_id: 8, callback_query: { id: '1', from: ALICE, data: 'thanks', message: MESSAGES[1]!, chat_instance: '7' } },
]

const FAULTS = [
  {
    id: 1,
    bot: 'greeter',
    operation: 'sendMessage',
    match: null,
    every: 1,
    times: 3,
    seen: 4,
    fired: 3,
    spent: true,
    status: 429,
  },
  {
    id: 2,
    bot: null,
    operation: null,
    match: { chat_id: 101 },
    every: 2,
    times: null,
    seen: 0,
    fired: 0,
    spent: false,
    drop: 'after' as const,
  },
]

const member = (user: typeof ALICE, more: object) => ({ user, handle: user.handle, status: 'member' as const, ...more })
const MEMBERS = [
  member(ALICE, { status: 'creator' }),
  member(BOB, { status: 'restricted', until_date: NOON + 3600, is_member: true, can_send_messages: false }),
  member(CAROL, { status: 'administrator', can_pin_messages: true, custom_title: 'Boss' }),
]

export const VIEWS: Record<string, (state: State) => State> = {
  talk: (state) => state,
  buttons: (state) => keys(state, 'tab').state,
  chats: (state) => keys(state, 'shift-tab').state,
  traffic: (state) => keys(state, 'shift-tab', 'shift-tab', 'up', 'up').state,
  unfolded: (state) => keys(state, 'shift-tab', 'shift-tab', 'up', 'up', 'enter', 'home', 'b').state,
  refusal: (state) => keys(state, 'shift-tab', 'shift-tab', 'up', 'up', 'o').state,
  palette: (state) => keys(state, 'esc', ':', '"mute').state,
  form: (state) => keys(state, 'esc', ':', '"mute', 'enter').state,
  limits: (state) => reading(state, 'L', { limits: LIMITS }),
  queue: (state) => keys(reading(state, 'u', { updates: QUEUE }), 'down', 'enter').state,
  snapshots: (state) => reading(state, 'S', { snapshots: [{ name: 'before', bytes: 48_200, made_at: NOON }] }),
  webhook: (state) => {
    const nowMs = state.nowMs
    const url = 'https://bot.example.org/hook'
    const bots = [{ ...GREETER, profile: { ...PROFILE, webhook: { ...NO_WEBHOOK, url, pending_update_count: 1 } } }]
    const error = 'Wrong response from the webhook: 502 Bad Gateway'
    const attempt = { type: 'message', url, attempt: 1, duration_ms: 3 }
    const attempts = [
      { ...attempt, id: 3, at: NOON + 9, update_id: 8, status: 502, error },
      { ...attempt, id: 2, at: NOON + 7, update_id: 7, status: 200, error: null },
    ]
    const events = [...attempts].reverse().map(({ id, at, update_id, status, error }) => {
      return { id: 80 + id, type: 'delivery' as const, at, bot: 'greeter', delivery: id, update_id, status, error }
    })
    const served = happen(
      state,
      { type: 'loaded', nowMs, loaded: { bots, service: { allow_local_webhooks: true } } },
      { type: 'events', nowMs, events },
    ).state
    return reading(served, 'W', { updates: [{ update_id: 8 }], deliveries: attempts })
  },
  faults: (state) => reading(state, 'F', { faults: FAULTS }),
  members: (state) => reading({ ...state, open: 'team' }, 'P', { members: MEMBERS }),
  steps: (state) => {
    const begun = happen(keys(state, 'esc', 'T').state, { type: 'recording' }).state
    const steps = ['start: { as: alice, bot: greeter }', 'send: { as: alice, to: greeter, text: hi }']
    const { state: shown } = happen(begun, { type: 'loaded', nowMs: state.nowMs, loaded: { steps } })
    return happen(keys(shown, 'd').state, { type: 'replayed', failures: { 1: 'send was refused: not started.' } }).state
  },
  message: (state) => keys(state, 'tab', 'o', 'down').state,
  zoomed: (state) => keys(state, 'alt-3', 'z').state,
  first: (state) => ({
    ...state,
    chats: CHATS.slice(1).map((chat) => ({ ...chat, unread: 0, last_message: null })),
    conversation: { ...state.conversation, chat: null, messages: [] },
    traffic: [],
    programs: { greeter: { hasCalled: true } },
  }),
  new: (state) => ({
    ...state,
    chats: CHATS.slice(1).map((chat) => ({ ...chat, unread: 0, last_message: null })),
    conversation: { ...state.conversation, chat: null, messages: [] },
    traffic: [],
    programs: {},
    toast: null,
    bots: [{ ...GREETER, token: '100004:RJIzq4Uj4Y2YsBQB9F07QYfcJI4KVSl_U1R' }],
  }),
  commands: (state) => keys(state, '/').state,
  time: (state) => keys(state, 'esc', 't').state,
  help: (state) => keys(state, 'esc', '?').state,
}
