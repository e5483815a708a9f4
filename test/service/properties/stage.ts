// A small messenger with some of everything, and the steps that bots and people may take in it, sensible or not.

import fc from 'fast-check'
import { createEmulator, type Emulator } from '../../../src/emulator.ts'
import { Problem } from '../../../src/lib/problem.ts'
import { furnish, type Json } from '../../helpers/furnish.ts'

export type { Json }

export const PEOPLE = ['anna', 'ben', 'cleo', 'dan', 'eve']
export const BOTS = ['open', 'closed', 'third']
export const CHATS = ['team', 'club', 'news', 'mag', 'news-comments']

/** Who has written where, and which bot has asked something where, before the steps begin. */
const TALKS = [
  ['ben', 'team'],
  ['anna', 'team'],
  ['cleo', 'club'],
  ['anna', 'news'],
  ['ben', 'mag'],
  ['ben', 'news-comments'],
] as const
const QUESTIONS = [
  ['open', 'team'],
  ['closed', 'team'],
  ['third', 'club'],
  ['open', 'anna'],
  ['closed', 'ben'],
] as const

export interface SomeBot {
  handle: string
  id: number
  token: string
}

export interface Stage {
  emulator: Emulator
  bots: SomeBot[]
  /** Ids by handle. */
  ids: Record<string, number>
}

export async function setStage(file?: string): Promise<Stage> {
  const emulator = createEmulator(file === undefined ? {} : { file })
  const act = (name: string, body: object): Json => emulator.perform(name, body)
  act('freezeClock', {})
  act('setClock', { at: 1_800_000_000 })
  const rights = { can_post_messages: true, can_restrict_members: true, can_pin_messages: true }
  const { people, bots, groups, channels } = await furnish(act, {
    people: PEOPLE.map((handle, n) => ({ handle, first_name: handle, devices: n * 4 })),
    bots: BOTS.map((handle) => ({
      handle,
      first_name: handle,
      username: `${handle}_bot`,
      can_read_all_group_messages: handle !== 'closed',
    })),
    groups: [
      { handle: 'team', title: 'T', owner: 'anna', members: ['ben', 'cleo', 'open', 'closed'] },
      { handle: 'club', title: 'C', owner: 'ben', members: ['cleo', 'third', 'open'] },
    ],
    channels: [
      { handle: 'news', title: 'N', owner: 'anna', subscribers: ['ben', 'cleo', 'anna'], comments: true },
      { handle: 'mag', title: 'M', owner: 'ben', subscribers: ['cleo'] },
    ],
    started: [
      ['anna', 'open'],
      ['ben', 'closed'],
    ],
    promoted: [
      { as: 'anna', chat: 'team', who: 'open', rights },
      { as: 'anna', chat: 'news', who: 'open', rights },
      { as: 'anna', chat: 'news', who: 'closed', rights },
      { as: 'ben', chat: 'mag', who: 'third', rights },
    ],
    written: TALKS.flatMap(([as, to]) => ['one', 'two'].map((text) => [as, to, text] as const)),
  })
  const all = [...people, ...bots, ...groups, ...channels]
  const ids: Record<string, number> = Object.fromEntries(all.map(({ handle, id }) => [handle, id]))
  ids['news-comments'] = channels[0].linked_chat_id
  const stage = { emulator, bots: bots as SomeBot[], ids }
  const yes = { text: 'sure?', reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] } }
  for (const [bot, to] of QUESTIONS) {
    await take(stage, { bot, operation: 'sendMessage', params: { chat_id: ids[to], ...yes } })
  }
  return stage
}

export type Step =
  | { person: string; action: string; params: Record<string, unknown> }
  | { bot: string; operation: string; params: Record<string, unknown> }

export type Outcome = { ok: true; result: Json } | { ok: false }

/** Takes a step. A refusal is an outcome; anything else that goes wrong is thrown. */
export async function take({ emulator, bots }: Stage, step: Step): Promise<Outcome> {
  if ('action' in step) {
    try {
      return { ok: true, result: emulator.perform(step.action, step.params) }
    } catch (error) {
      if (error instanceof Problem) return { ok: false }
      throw error
    }
  }
  const { token } = bots.find(({ handle }) => handle === step.bot)!
  const { status, body } = await emulator.call({ token, method: step.operation, input: { ...step.params } })
  if (status >= 500) throw new Error(body)
  const { ok, result } = JSON.parse(body)
  return ok ? { ok, result } : { ok: false }
}

// The owners most often, as they may do most.
const person = fc.constantFrom('anna', 'anna', 'ben', 'ben', ...PEOPLE)
const bot = fc.constantFrom(...BOTS)
const chat = fc.constantFrom(...CHATS)
const anyone = fc.constantFrom(...PEOPLE, ...BOTS)
const place = fc.constantFrom(...BOTS, ...CHATS)
const message_id = fc.integer({ min: 1, max: 5 })
const text = fc.constantFrom('hello', 'hello again', '/start', '/help@closed_bot', '/help@nobody', 'a /command', ' ')
const rarely = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { freq: 2, nil: undefined })
const flags = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, fc.boolean()])), { requiredKeys: [] })

const rights = flags(
  'can_restrict_members',
  'can_pin_messages',
  'can_post_messages',
  'can_edit_messages',
  'can_promote_members',
  'can_delete_messages',
)

type Params = Record<string, fc.Arbitrary<unknown>>

const acts = (action: string, params: Params): fc.Arbitrary<Step> =>
  fc.record({ as: person, ...params }).map((body) => ({ person: body.as as string, action, params: strip(body) }))

const service = (action: string, params: Params): fc.Arbitrary<Step> =>
  fc.record(params).map((body) => ({ person: '', action, params: strip(body) }))

/** As many tickets in the draw. */
const often = (tickets: number, step: fc.Arbitrary<Step>): fc.Arbitrary<Step>[] => Array(tickets).fill(step)

const strip = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

const moderating = ['add', 'ban', 'unban', 'mute', 'unmute', 'demote'].map((name) => acts(name, { chat, who: anyone }))

const actions: fc.Arbitrary<Step>[] = [
  acts('start', { bot }),
  acts('block', { bot }),
  acts('unblock', { bot }),
  ...often(8, acts('send', { to: place, text, reply_to: rarely(message_id) })),
  ...often(3, acts('edit', { chat: place, message_id, text })),
  acts('delete', { chat: place, message_id }),
  ...often(3, acts('press', { chat: place, button: fc.constant('Yes') })),
  acts('join', { chat }),
  acts('leave', { chat }),
  ...moderating,
  ...often(2, acts('promote', { chat, who: anyone, rights })),
  ...often(4, acts('pin', { chat: place, message_id })),
  acts('unpin', { chat: place }),
  service('updateUser', { user: person, devices: rarely(fc.nat(14)), deleted: rarely(fc.boolean()) }),
  service('updateBot', { bot, can_read_all_group_messages: fc.boolean() }),
  service('updateChat', {
    chat,
    owner: rarely(person),
    permissions: rarely(flags('can_send_messages', 'can_pin_messages')),
  }),
  service('advanceClock', { seconds: fc.constantFrom(1, 31, 3_600, 90_000) }),
]

const TYPES = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'chat_member',
  'channel_post',
  'nonsense',
]
const reply_markup = fc.constantFrom(
  { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] },
  { keyboard: [['Yes']] },
  { inline_keyboard: [[{ text: '', callback_data: 'y' }]] },
)

function operations(ids: Record<string, number>): fc.Arbitrary<Step>[] {
  const chat_id = fc.constantFrom(...[...PEOPLE, ...CHATS].map((handle) => ids[handle]!), 12, '@nobody')
  const user_id = fc.constantFrom(...[...PEOPLE, ...BOTS].map((handle) => ids[handle]!), 12)
  const calls = (operation: string, params: Params): fc.Arbitrary<Step> =>
    fc.record({ bot, params: fc.record(params) }).map((call) => ({ ...call, operation, params: strip(call.params) }))
  const reply_to_message_id = rarely(message_id)
  const sending = calls('sendMessage', { chat_id, text, reply_markup: rarely(reply_markup), reply_to_message_id })
  return [
    ...often(4, sending),
    calls('editMessageText', { chat_id, message_id, text, reply_markup: rarely(reply_markup) }),
    calls('editMessageReplyMarkup', { chat_id, message_id, reply_markup: rarely(reply_markup) }),
    calls('getUpdates', {
      offset: rarely(fc.integer({ min: -3, max: 12 })),
      limit: rarely(fc.constantFrom(1, 100, 101)),
      allowed_updates: rarely(fc.subarray(TYPES)),
    }),
    calls('getChat', { chat_id }),
    calls('getChatAdministrators', { chat_id }),
    calls('getChatMember', { chat_id, user_id }),
    calls('restrictChatMember', {
      chat_id,
      user_id,
      permissions: fc.constantFrom({}, { can_send_messages: true }, 'nonsense'),
      until_date: rarely(fc.constantFrom(0, 1_800_000_100)),
    }),
    calls('unbanChatMember', { chat_id, user_id, only_if_banned: rarely(fc.boolean()) }),
    ...often(4, calls('pinChatMessage', { chat_id, message_id })),
    calls('unpinChatMessage', { chat_id }),
    calls('setMyName', { name: fc.constantFrom('Other', '', 'Service') }),
    calls('setMyCommands', { commands: fc.constantFrom([], [{ command: 'UP', description: 'x' }], 'nonsense') }),
    calls('noSuchOperation', { chat_id }),
  ]
}

/** Ids are given out in order, so that every stage has the same. */
export async function someSteps(): Promise<fc.Arbitrary<Step[]>> {
  const { emulator, ids } = await setStage()
  emulator.close()
  return fc.array(fc.oneof(...actions, ...operations(ids)), { minLength: 5, maxLength: 40, size: 'max' })
}
