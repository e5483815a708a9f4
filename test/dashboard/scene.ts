// A scene that looks the same every time: people, chats, a conversation, some traffic.

import type { EventView } from '../../src/client/client.ts'
import { catalogue } from '../../src/control-api/actions/catalogue.ts'
import type {
  ActionDescription,
  Bot,
  Call,
  ChatOfMine,
  Message,
  Person,
  Place,
} from '../../src/dashboard/state/model.ts'
import { type Happened, reduce } from '../../src/dashboard/state/reducer.ts'
import { initialState, type State } from '../../src/dashboard/state/state.ts'
import type { Effect } from '../../src/dashboard/state/step.ts'
import type { Stroke } from '../../src/dashboard/terminal/keyboard.ts'
import type { Look } from '../../src/dashboard/terminal/theme.ts'

process.env.TZ = 'UTC'

export const NOON = 1_800_014_400
export const PLAIN: Look = { colours: 'none', ascii: false, spoken: false }
export const HOSTILE =
  'a\rb\b\u0007c \u202eevil\u202c \u001b[2J\u001b]0;title\u0007\u001b]8;;http://evil\u0007link\u001b]8;;\u0007 z\u0300\u0301\u0302\u0303\u0304\u0305\tx\u200b\u2028y\ud800'

export const ALICE: Person = { id: 101, handle: 'alice', first_name: 'Alice', username: 'alice', deleted: false }
export const BOB: Person = { id: 102, handle: 'bob', first_name: 'Bob', deleted: false }
export const CAROL: Person = { id: 103, handle: 'carol', first_name: 'Carol', last_name: 'Jones', deleted: false }

export const GREETER: Bot = {
  id: 201,
  handle: 'greeter',
  first_name: 'Greeter',
  username: 'greeter_bot',
  token: '201:secret',
  suspended: false,
  profile: {
    name: 'Greeter',
    commands: [
      { command: 'start', description: 'begin' },
      { command: 'help', description: 'what I can do' },
    ],
    description: 'I greet people.',
    short_description: null,
    webhook: { url: '', pending_update_count: 0 },
  },
}

export const TEAM: Place = {
  id: -501,
  handle: 'team',
  title: 'Team',
  kind: 'group',
  member_count: 4,
  pinned_message_id: null,
}
export const NEWS: Place = {
  id: -502,
  handle: 'news',
  title: 'News',
  kind: 'channel',
  member_count: 3,
  pinned_message_id: null,
}
export const TOKYO: Place = {
  id: -503,
  handle: 'tokyo',
  title: '東京の猫 🐈',
  kind: 'group',
  member_count: 2,
  pinned_message_id: null,
}

const greeter = { id: 201, handle: 'greeter', first_name: 'Greeter', is_bot: true }
const alice = { id: 101, handle: 'alice', first_name: 'Alice', is_bot: false }

export const said = (message_id: number, more: Partial<Message> & { by?: 'alice' }): Message => {
  const { by, ...rest } = more
  return {
    message_id,
    author: by === 'alice' ? alice : greeter,
    chat: { id: 101 },
    date: NOON + message_id * 20,
    ...rest,
  }
}

export const MESSAGES: Message[] = [
  said(1, { by: 'alice', text: '/start' }),
  said(2, {
    text: 'Hello, Alice! 👋 What shall I do?',
    reply_markup: {
      inline_keyboard: [
        [
          { text: 'Thanks', callback_data: 't' },
          { text: 'Help', callback_data: 'h' },
        ],
        [
          { text: 'Site', url: 'https://example.org' },
          { text: '日本語', callback_data: 'j' },
        ],
      ],
    },
  }),
  said(3, { by: 'alice', text: 'Show me a cat, please. One line\nand another.' }),
  said(4, {
    photo: [{ file_unique_id: 'cat', file_size: 48_200, width: 640, height: 480 }],
    caption: '猫です 🐈‍⬛ and family 👨‍👩‍👧‍👦 ❤️ 🇩🇪',
  }),
  said(5, {
    text: 'Greeting went out.',
    edit_date: NOON + 200,
    reply_to_message: said(3, { by: 'alice', text: 'Show me a cat, please.' }),
  }),
]

const mine = (place: Place, more: Partial<ChatOfMine>): ChatOfMine => ({
  ...place,
  reply_keyboard: null,
  unread: 0,
  last_message: null,
  ...more,
})

export const WITH_GREETER: ChatOfMine = mine(
  { id: 101, handle: 'greeter', title: 'Greeter', kind: 'private', member_count: 2, pinned_message_id: 2 },
  { bot: greeter, started: true, blocked: false, last_message: MESSAGES.at(-1)! },
)

export const CHATS: ChatOfMine[] = [
  WITH_GREETER,
  mine(TEAM, { unread: 2, last_message: said(9, { text: 'Bob joined the fun', date: NOON - 60 }) }),
  mine(TOKYO, { unread: 12 }),
  mine(NEWS, {}),
]

const call = (id: number, method: string, more: Partial<Call> = {}): EventView => ({
  id,
  type: 'call',
  at: NOON + id,
  bot: 'greeter',
  call: {
    id,
    at: NOON + id,
    bot: 'greeter',
    method,
    params: { chat_id: 101, text: 'Hello, Alice!' },
    status: 200,
    ok: true,
    body: { ok: true, result: true },
    duration_ms: 4.2,
    ...more,
  },
})

export const REFUSED: Partial<Call> = {
  status: 429,
  ok: false,
  why: 'Greeter sent 20 of 20 messages to Team this minute, free in 3 s',
  rule: 'LIM-01',
  body: { ok: false, error_code: 429, description: 'Too Many Requests: retry after 3', parameters: { retry_after: 3 } },
}

export const EVENTS: EventView[] = [
  {
    id: 1,
    type: 'update',
    at: NOON + 1,
    bot: 'greeter',
    update_id: 7,
    update_type: 'message',
    update: { update_id: 7, message: { text: '/start' } },
  },
  { id: 2, type: 'handed-out', at: NOON + 2, bot: 'greeter', update_ids: [7] },
  call(3, 'getUpdates', { params: {}, body: { ok: true, result: [{}] } }),
  call(4, 'sendMessage'),
  call(5, 'sendMessage', REFUSED),
  {
    id: 6,
    type: 'update',
    at: NOON + 6,
    bot: 'greeter',
    update_id: 8,
    update_type: 'callback_query',
    update: { update_id: 8 },
  },
]

export const PHOTO = {
  width: 8,
  rows: Array.from({ length: 6 }, (_, y) =>
    Array.from({ length: 8 }, (_, x) => ((x * 32) << 16) | ((y * 40) << 8) | 90),
  ),
}

export interface Played {
  state: State
  effects: Effect[]
}

export function happen(state: State, ...all: Happened[]): Played {
  const effects: Effect[] = []
  for (const one of all) {
    const step = reduce(state, one)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

/** Keys by name; what begins with a quotation mark is typed character by character. */
export const strokesOf = (...pressed: string[]): Stroke[] =>
  pressed.flatMap((key) => {
    if (key.length > 1 && !key.startsWith('"')) return [{ key }]
    return [...key.replace(/^"/, '')].map((char) => ({ key: char, text: char }))
  })

export const keys = (state: State, ...pressed: string[]): Played =>
  happen(state, ...strokesOf(...pressed).map((stroke): Happened => ({ type: 'stroke', stroke })))

export function scene(columns = 120, rows = 40, look: Look = PLAIN): State {
  const nowMs = (NOON + 10) * 1000
  const state = initialState({
    size: { columns, rows },
    look,
    url: 'http://127.0.0.1:8081',
    nowMs,
    me: 'alice',
    open: 'greeter',
  })
  const played = happen(
    { ...state, focus: 'compose' },
    {
      type: 'loaded',
      nowMs,
      loaded: {
        actions: catalogue() as unknown as ActionDescription[],
        clock: { now: NOON + 10, frozen: true },
        people: [ALICE, BOB, CAROL],
        bots: [GREETER],
        places: [TEAM, TOKYO, NEWS],
        chats: { me: 'alice', list: CHATS },
        talk: { me: 'alice', open: 'greeter', chat: WITH_GREETER, messages: MESSAGES, problem: null },
      },
    },
    { type: 'link', link: 'open' },
    { type: 'events', events: EVENTS, nowMs },
    { type: 'previewed', photos: { cat: PHOTO } },
  )
  return played.state
}
