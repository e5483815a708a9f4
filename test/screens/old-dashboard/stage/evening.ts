// The scene of the picture in the documents: Alice has a table booked, and the bot writes too much to the team.

import type { EventView } from '../../../../src/control/contract/events.ts'
import type { CallView } from '../../../../src/control/contract/traffic.ts'
import type { Bot, Message, PersonChat } from '../../../../src/screens/old-dashboard/state/model.ts'
import type { State } from '../../../../src/screens/old-dashboard/state/state.ts'
import type { Look } from '../../../../src/screens/old-dashboard/text/style.ts'
import { ALICE, BOB, CHATS, callOf, GREETER, NEWS, PLAIN, said, sceneOf, TEAM, WITH_GREETER } from './scene.ts'

/** Eight in the evening, and as many seconds later. */
const EIGHT = 1_800_043_200
const name = { first_name: 'Table for two', handle: 'tables' }

const BOT: Bot = { ...GREETER, ...name, username: 'tables_bot' }

const message = (message_id: number, second: number, more: Parameters<typeof said>[1]): Message => {
  const { author, from, ...rest } = said(message_id, more)
  const by = author.is_bot ? { ...author, ...name } : author
  return { ...rest, author: by, from: by, date: EIGHT + second }
}

const MESSAGES = [
  message(1, 0, { by: 'alice', text: '/start' }),
  message(2, 1, { text: 'Hello, Alice! Where shall I book a table?' }),
  message(3, 24, { by: 'alice', text: 'By the water, for two, at nine.' }),
  message(4, 25, {
    photo: [{ file_id: 'sunset', file_unique_id: 'sunset', file_size: 48_200, width: 1280, height: 720 }],
    caption: 'The Harbour has a table by the window.',
    reply_markup: {
      inline_keyboard: [
        [
          { text: 'Book it', callback_data: 'book' },
          { text: 'Another one', callback_data: 'next' },
        ],
        [{ text: 'See the menu', url: 'https://example.org/menu' }],
      ],
    },
  }),
  message(5, 41, {
    text: 'Booked: The Harbour, tonight at nine, for two.',
    reply_to_message: message(3, 24, { by: 'alice', text: 'By the water, for two, at nine.' }),
  }),
]

const update = (id: number, second: number, update_type: 'message' | 'callback_query', update: object): EventView =>
  ({ id, type: 'update', at: EIGHT + second, bot: 'tables', update_id: id, update_type, update }) as EventView

const handedOut = (id: number, second: number, ...update_ids: number[]): EventView[] => [
  { id, type: 'handed-out', at: EIGHT + second, bot: 'tables', update_ids },
  call(id + 1, second, 'getUpdates', 0.8, { params: {}, body: { ok: true, result: [{}] } }),
]

const call = (id: number, second: number, method: string, duration_ms: number, more: Partial<CallView>) =>
  callOf('tables', EIGHT + second, id, method, { duration_ms, ...more })

const EVENTS: EventView[] = [
  update(1, 0, 'message', { update_id: 1, message: MESSAGES[0] }),
  ...handedOut(2, 0, 1),
  call(4, 1, 'sendMessage', 1.9, { params: { chat_id: 101, text: 'Hello, Alice! Where shall I book a table?' } }),
  update(5, 24, 'message', { update_id: 5, message: MESSAGES[2] }),
  ...handedOut(6, 24, 5),
  call(8, 25, 'sendPhoto', 6.3, { params: { chat_id: 101, caption: 'The Harbour has a table' } }),
  update(9, 40, 'callback_query', { update_id: 9, callback_query: { data: 'book', from: ALICE } }),
  ...handedOut(10, 40, 9),
  call(12, 41, 'sendMessage', 1.6, { params: { chat_id: 101, text: 'Booked: The Harbour' } }),
  call(13, 41, 'sendMessage', 0.9, {
    params: { chat_id: TEAM.id, text: 'Alice dines at The Harbour tonight.' },
    status: 429,
    ok: false,
    why: 'Table for two used 20 of 20 messages this minute in Team; wait 7 s',
    rule: 'LIM-01',
    body: { ok: false, error_code: 429, description: 'Too Many Requests: retry after 7' },
  }),
]

/** The sun goes down behind the sea. */
const SUNSET = {
  width: 40,
  rows: Array.from({ length: 20 }, (_, y) => Array.from({ length: 40 }, (_, x) => colourAt(x, y))),
}

function colourAt(x: number, y: number): number {
  const rgb = (red: number, green: number, blue: number) => (Math.round(red) << 16) | (Math.round(green) << 8) | blue
  const isSun = Math.hypot(x - 26, y - 11) < 4.5
  if (y < 13) return isSun ? rgb(255, 226, 150) : rgb(70 + y * 14, 60 + y * 7, 120 - y * 3)
  const glitters = Math.abs(x - 26) < 1 + (y - 12) / 2 && (x + y) % 2 === 0
  return glitters ? rgb(240, 180, 110) : rgb(30 - (y - 13) * 2, 60 - (y - 13) * 4, 100 - (y - 13) * 6)
}

const CHAT: PersonChat = {
  ...WITH_GREETER,
  handle: 'tables',
  title: 'Table for two',
  pinned_message_id: null,
  last_message: MESSAGES.at(-1)!,
}

const BOB_ASKS = { ...said(9, { text: 'Who comes along?' }), author: { ...BOB, is_bot: false } }

const OTHERS = CHATS.flatMap((chat): PersonChat[] => {
  if (chat.handle === 'team') return [{ ...chat, last_message: BOB_ASKS }]
  return chat.handle === 'news' ? [chat] : []
})

export const evening = (columns: number, rows: number, theme: Look['theme']): State =>
  sceneOf(columns, rows, {
    look: { ...PLAIN, colours: 'full', theme },
    now: EIGHT + 45,
    isFrozen: false,
    bot: BOT,
    sharedChats: [TEAM, NEWS],
    chats: [CHAT, ...OTHERS],
    messages: MESSAGES,
    events: EVENTS,
    photos: { sunset: SUNSET },
  })
