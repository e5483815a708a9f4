// A scene that looks the same every time: people, chats, a conversation, some traffic.

import { catalogue } from '../../../../src/control/actions/catalogue.ts'
import type { EventView } from '../../../../src/control/contract/events.ts'
import type { ProfileView, UserView } from '../../../../src/control/contract/people.ts'
import type { CallView } from '../../../../src/control/contract/traffic.ts'
import type { DashboardEvent } from '../../../../src/screens/old-dashboard/reduce/reducer.ts'
import { reduce } from '../../../../src/screens/old-dashboard/reduce/reducer.ts'
import { initialState } from '../../../../src/screens/old-dashboard/state/initial-state.ts'
import type { Bot, Message, PersonChat, Photo, SharedChat } from '../../../../src/screens/old-dashboard/state/model.ts'
import type { Effect, State } from '../../../../src/screens/old-dashboard/state/state.ts'
import type { Stroke } from '../../../../src/screens/old-dashboard/terminal/keyboard.ts'
import type { Look } from '../../../../src/screens/old-dashboard/text/style.ts'

process.env.TZ = 'UTC'

export const NOON = 1_800_014_400
export const PLAIN: Look = { colours: 'none', theme: 'dark', ascii: false, isSpoken: false }
export const HOSTILE =
  'a\rb\b\u0007c \u202eevil\u202c \u001b[2J\u001b]0;title\u0007\u001b]8;;http://evil\u0007link\u001b]8;;\u0007 z\u0300\u0301\u0302\u0303\u0304\u0305\tx\u200b\u2028y\ud800'

const person = { is_bot: false, devices: 1, deleted: false }
export const ALICE: UserView = { ...person, id: 101, handle: 'alice', first_name: 'Alice', username: 'alice' }
export const BOB: UserView = { ...person, id: 102, handle: 'bob', first_name: 'Bob' }
export const CAROL: UserView = { ...person, id: 103, handle: 'carol', first_name: 'Carol', last_name: 'Jones' }

export const NO_WEBHOOK: ProfileView['webhook'] = { url: '', has_custom_certificate: false, pending_update_count: 0 }

const identity = { name: 'Greeter', username: 'greeter_bot', short_description: '' }

export const PROFILE: ProfileView = {
  ...identity,
  commands: [
    { command: 'start', description: 'begin' },
    { command: 'help', description: 'what I can do' },
  ],
  description: 'I greet people.',
  started: true,
  public_page: identity,
  webhook: NO_WEBHOOK,
}

export const GREETER: Bot = {
  id: 201,
  is_bot: true,
  handle: 'greeter',
  first_name: 'Greeter',
  username: 'greeter_bot',
  token: '201:secret',
  owner: 'alice',
  can_join_groups: true,
  can_read_all_group_messages: true,
  supports_inline_queries: false,
  verified: false,
  accepted_terms: true,
  suspended: false,
  profile: PROFILE,
}

const place = (id: number, handle: string, title: string, member_count: number): SharedChat => ({
  id,
  type: 'group',
  handle,
  title,
  kind: 'group',
  permissions: null,
  member_count,
  pinned_message_id: null,
})
export const TEAM = place(-501, 'team', 'Team', 4)
export const NEWS: SharedChat = { ...place(-502, 'news', 'News', 3), type: 'channel', kind: 'channel' }
export const TOKYO = place(-503, 'tokyo', '東京の猫 🐈', 2)

const greeter = { id: 201, handle: 'greeter', first_name: 'Greeter', is_bot: true }
const alice = { id: 101, handle: 'alice', first_name: 'Alice', is_bot: false }

export const said = (message_id: number, more: Partial<Message> & { by?: 'alice' }): Message => {
  const { by, ...rest } = more
  const author = by === 'alice' ? alice : greeter
  return {
    message_id,
    author,
    from: author,
    chat: { id: 101, type: 'private' },
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
    photo: [{ file_id: 'for-alice', file_unique_id: 'cat', file_size: 48_200, width: 640, height: 480 }],
    caption: '猫です 🐈‍⬛ and family 👨‍👩‍👧‍👦 ❤️ 🇩🇪',
  }),
  said(5, {
    text: 'Greeting went out.',
    edit_date: NOON + 200,
    reply_to_message: said(3, { by: 'alice', text: 'Show me a cat, please.' }),
  }),
]

const NOTHING_NEW = { unread: 0, notices: 0, last_message: null }

const mine = (place: SharedChat, more: { unread?: number; last_message?: Message }): PersonChat => ({
  ...place,
  reply_keyboard: null,
  ...NOTHING_NEW,
  ...more,
})

export const WITH_GREETER: PersonChat = {
  id: 101,
  type: 'private',
  kind: 'private',
  handle: 'greeter',
  title: 'Greeter',
  bot: greeter,
  person: alice,
  permissions: null,
  member_count: 2,
  pinned_message_id: 2,
  started: true,
  blocked: false,
  reply_keyboard: null,
  ...NOTHING_NEW,
  last_message: MESSAGES.at(-1)!,
}

export const CHATS: [PersonChat, ...PersonChat[]] = [
  WITH_GREETER,
  mine(TEAM, { unread: 2, last_message: said(9, { text: 'Bob joined the fun', date: NOON - 60 }) }),
  mine(TOKYO, { unread: 12 }),
  mine(NEWS, {}),
]

export const callOf = (
  bot: string,
  at: number,
  id: number,
  method: string,
  more: Partial<CallView> = {},
): EventView => ({
  id,
  type: 'call',
  at,
  bot,
  call: {
    id,
    at,
    bot,
    method,
    params: { chat_id: 101, text: 'Hello, Alice!' },
    status: 200,
    ok: true,
    body: { ok: true, result: true },
    duration_ms: 4.2,
    ...more,
  },
})

const call = (id: number, method: string, more?: Partial<CallView>) => callOf('greeter', NOON + id, id, method, more)

export const REFUSED: Partial<CallView> = {
  status: 429,
  ok: false,
  why: 'Greeter used 20 of 20 messages this minute in Team; wait 3 s',
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
    update: { update_id: 7, message: { ...MESSAGES[0]!, from: undefined } },
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

/** What a session reaches outside of itself, and none of it does anything. */
export const NOTHING_OUTSIDE = {
  copy: async () => 'sent' as const,
  remember() {},
  mouse() {},
  redraw() {},
  suspend() {},
  quit() {},
}

export interface Played {
  state: State
  effects: Effect[]
}

export function happen(state: State, ...all: DashboardEvent[]): Played {
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
  happen(state, ...strokesOf(...pressed).map((stroke): DashboardEvent => ({ type: 'stroke', stroke })))

interface Story {
  look: Look
  /** Unix seconds. */
  now: number
  isFrozen: boolean
  bot: Bot
  sharedChats: SharedChat[]
  /** The first one is open. */
  chats: [PersonChat, ...PersonChat[]]
  messages: Message[]
  events: EventView[]
  photos: Record<string, Photo>
}

export const scene = (columns = 120, rows = 40, look: Look = PLAIN): State =>
  sceneOf(columns, rows, {
    look,
    now: NOON + 10,
    isFrozen: true,
    bot: GREETER,
    sharedChats: [TEAM, TOKYO, NEWS],
    chats: CHATS,
    messages: MESSAGES,
    events: EVENTS,
    photos: { cat: PHOTO },
  })

/** What a dashboard has come to that Alice sits at. */
export function sceneOf(columns: number, rows: number, story: Story): State {
  const { look, now, isFrozen, bot, sharedChats, chats, messages, events, photos } = story
  const nowMs = now * 1000
  const open = bot.handle
  const state = initialState({
    size: { columns, rows },
    look,
    url: 'http://127.0.0.1:8081',
    nowMs,
    me: 'alice',
    open,
    isPersistent: true,
    hasMouse: false,
  })
  const played = happen(
    { ...state, focus: 'compose' },
    {
      type: 'loaded',
      nowMs,
      loaded: {
        actions: catalogue(),
        clock: { now, frozen: isFrozen },
        people: [ALICE, BOB, CAROL],
        bots: [bot],
        sharedChats,
        chats: { me: 'alice', list: chats },
        conversation: { me: 'alice', open, worldVersion: 0, chat: chats[0], messages, problem: null },
      },
    },
    { type: 'link', link: 'open' },
    { type: 'events', events, nowMs },
    { type: 'previewed', photos },
  )
  return played.state
}
