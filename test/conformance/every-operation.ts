// Every operation with parameters that pass on the stage, its whole result there, and a parameter that does not fit.

import { FILE_OPERATIONS, media } from '../helpers/files.ts'
import { NOON } from '../helpers/service.ts'
import { ALICE, ALL_RIGHTS, BOB, CAROL, GREETER, KEYBOARD, NO_RIGHTS, TEAM, WITH_ALICE } from '../helpers/stage.ts'

export interface Example {
  name: string
  params: Record<string, unknown>
  result: unknown
  /** A parameter of the wrong type or size; none where an operation takes whatever it is given. */
  wrong?: Record<string, unknown>
}

const team = { chat_id: TEAM.id }
const carol = { ...team, user_id: CAROL.id }
const own = { chat_id: ALICE.id, message_id: 2 }
const sent = { message_id: 2, from: GREETER, chat: WITH_ALICE, date: NOON, text: 'sure?', reply_markup: KEYBOARD }

export const EVERY_OPERATION: readonly Example[] = [
  {
    name: 'getMe',
    params: {},
    result: {
      ...GREETER,
      can_join_groups: true,
      can_read_all_group_messages: true,
      supports_inline_queries: false,
    },
  },
  {
    name: 'getUpdates',
    params: { offset: -1 },
    result: [{ update_id: 8, message: { message_id: 3, from: ALICE, chat: WITH_ALICE, date: NOON, text: 'hello' } }],
    wrong: { limit: 101 },
  },
  { name: 'setWebhook', params: { url: '' }, result: true, wrong: { max_connections: 101 } },
  { name: 'deleteWebhook', params: {}, result: true },
  {
    name: 'getWebhookInfo',
    params: {},
    result: { url: '', has_custom_certificate: false, pending_update_count: 8 },
  },
  {
    name: 'sendMessage',
    params: { chat_id: ALICE.id, text: 'Good day' },
    result: { message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, text: 'Good day' },
    wrong: { reply_to_message_id: 'first' },
  },
  ...FILE_OPERATIONS.map(({ kind, method, sample, sent }) => ({
    name: method,
    params: { chat_id: ALICE.id, [kind]: media(sample), caption: 'Look' },
    result: { message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, [kind]: sent, caption: 'Look' },
    wrong: { reply_to_message_id: 'first' },
  })),
  {
    name: 'editMessageText',
    params: { ...own, text: 'really?' },
    result: { message_id: 2, from: GREETER, chat: WITH_ALICE, date: NOON, edit_date: NOON, text: 'really?' },
    wrong: { message_id: 'two' },
  },
  {
    name: 'editMessageReplyMarkup',
    params: { ...own, reply_markup: { inline_keyboard: [[{ text: 'No', callback_data: 'n' }]] } },
    result: {
      ...sent,
      edit_date: NOON,
      reply_markup: { inline_keyboard: [[{ text: 'No', callback_data: 'n' }]] },
    },
    wrong: { message_id: 2.5 },
  },
  {
    name: 'getChat',
    params: team,
    result: {
      ...TEAM,
      permissions: {
        can_send_messages: true,
        can_send_media_messages: true,
        can_pin_messages: false,
        can_change_info: false,
        can_invite_users: true,
      },
    },
    wrong: { chat_id: undefined },
  },
  {
    name: 'getChatAdministrators',
    params: team,
    result: [
      { user: ALICE, status: 'creator' },
      { user: GREETER, status: 'administrator', ...ALL_RIGHTS, can_read_all_group_messages: true },
      { user: BOB, status: 'administrator', ...NO_RIGHTS },
    ],
    wrong: { chat_id: undefined },
  },
  { name: 'getChatMemberCount', params: team, result: 4, wrong: { chat_id: undefined } },
  { name: 'getChatMember', params: carol, result: { user: CAROL, status: 'member' }, wrong: { user_id: 'carol' } },
  {
    name: 'restrictChatMember',
    params: { ...carol, permissions: { can_send_messages: false }, until_date: NOON + 3600 },
    result: true,
    wrong: { until_date: 'tomorrow' },
  },
  { name: 'unbanChatMember', params: { ...carol, only_if_banned: true }, result: true, wrong: { user_id: [203] } },
  { name: 'pinChatMessage', params: { ...team, message_id: 2 }, result: true, wrong: { message_id: 'newest' } },
  { name: 'unpinChatMessage', params: team, result: true, wrong: { chat_id: undefined } },
  {
    name: 'setMyCommands',
    params: { commands: [{ command: 'help', description: 'What I can do' }] },
    result: true,
    wrong: { commands: 'help' },
  },
  { name: 'setMyName', params: { name: 'Host' }, result: true, wrong: { name: '' } },
  {
    name: 'setMyDescription',
    params: { description: 'I greet.' },
    result: true,
    wrong: { description: 'x'.repeat(513) },
  },
  {
    name: 'setMyShortDescription',
    params: { short_description: 'I greet.' },
    result: true,
    wrong: { short_description: 'x'.repeat(121) },
  },
]

/** The operations that take a chat. */
export const WITH_CHAT = EVERY_OPERATION.filter(({ params }) => 'chat_id' in params)

/** Those of them that take groups and channels only. */
export const OF_SHARED_CHATS = WITH_CHAT.filter(({ params, name }) => params.chat_id === TEAM.id && name !== 'getChat')

export const ALIAS = 'getChatMembersCount'

/** A file travels by multipart alone, whatever carries the other parameters. */
export const withoutFile = ({ params }: Example) => !Object.values(params).some((value) => value instanceof Blob)
