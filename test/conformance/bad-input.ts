// Calls that are refused for what stands in their parameters, over whichever transport, with the text of each refusal.

import { ALICE, BOB, CAROL, KEYBOARD, NEWS, TEAM } from '../helpers/stage.ts'

const text = 'Good day'
const toAlice = { chat_id: ALICE.id, text }
const toTeam = { chat_id: TEAM.id, text }
const toNews = { chat_id: NEWS.id, text }
const carol = { chat_id: TEAM.id, user_id: CAROL.id }
const rows = (count: number) => Array(count).fill([{ text: 'b', callback_data: 'd' }])
const inline = (button: object) => ({ inline_keyboard: [[button]] })
const hook = (url: string) => ({ url, drop_pending_updates: true, allowed_updates: ['message'] })

const NOT_FOUND = 'chat not found'
const INLINE_ONLY = 'only inline keyboards are supported in groups'
const NO_BUTTONS = "channel posts can't have buttons"
const WRONG_ID = 'wrong file identifier/HTTP URL specified'
const EMPTY = 'text: message text is empty'
const TOKEN = 'secret_token: secret token contains unallowed characters'
const NO_BOOLEAN = 'Invalid input: expected boolean, received string'
const NO_NUMBER = 'Invalid input: expected number, received string'
const longerThan = (characters: number) => `Too big: expected string to have <=${characters} characters`

type BadInput = readonly [method: string, params: Readonly<Record<string, unknown>>, reason: string]

export const BAD_INPUT: readonly BadInput[] = [
  ...['1e400', '2.01e2', '0201', '+201', ' 201', '201.0', '٢٠١', '', '-', '@', '0', 'null', '2'.repeat(400)].map(
    (chat_id): BadInput => ['sendMessage', { chat_id, text }, NOT_FOUND],
  ),
  ...[{ keyboard: [] }, { keyboard: false }, { remove_keyboard: false }, { ...KEYBOARD, keyboard: [['k']] }].map(
    (reply_markup): BadInput => ['sendMessage', { ...toTeam, reply_markup }, INLINE_ONLY],
  ),
  ...[{}, { foo: 1 }, { inline_keyboard: [] }, { keyboard: [] }, { remove_keyboard: false }, KEYBOARD].map(
    (reply_markup): BadInput => ['sendMessage', { ...toNews, reply_markup }, NO_BUTTONS],
  ),
  ...['x', ' !x?? ', 'AgAD\n', '====', 'attach://', 'attach://chat_id', 'x'.repeat(129)].map(
    (photo): BadInput => ['sendPhoto', { chat_id: ALICE.id, photo }, WRONG_ID],
  ),
  ['sendPhoto', { chat_id: ALICE.id, photo: '' }, 'there is no photo in the request'],
  ['sendAudio', { chat_id: ALICE.id, audio: 'HTTP://a' }, 'sending files by URL is not supported'],
  ['sendVideo', { chat_id: ALICE.id, video: 'x', caption: 'x'.repeat(1025) }, 'caption: message caption is too long'],
  ['sendMessage', { ...toAlice, text: ' \n\t\u2003' }, EMPTY],
  ['sendMessage', { ...toAlice, reply_markup: 'yes' }, 'reply_markup: Invalid input: expected object, received string'],
  [
    'sendMessage',
    { ...toAlice, reply_markup: { inline_keyboard: rows(13) } },
    'reply_markup.inline_keyboard: Too big: expected array to have <=12 items',
  ],
  [
    'sendMessage',
    { ...toAlice, reply_markup: inline({ text: 'b', callback_data: 'é'.repeat(33) }) },
    'reply_markup.inline_keyboard.0.0.callback_data: Too big: expected string to have <=64 bytes',
  ],
  [
    'sendMessage',
    { ...toAlice, reply_markup: inline({ text: 'b', url: 'http://127.1/' }) },
    'reply_markup.inline_keyboard.0.0.url: URL is not allowed',
  ],
  ['sendMessage', { ...toAlice, reply_to_message_id: 'x' }, `reply_to_message_id: ${NO_NUMBER}`],
  ['sendMessage', { ...toAlice, reply_to_message_id: -1 }, 'message to be replied not found'],
  ['editMessageText', { ...toAlice, message_id: '2.0' }, `message_id: ${NO_NUMBER}`],
  ['editMessageText', { ...toAlice, message_id: -2 }, 'message to edit not found'],
  [
    'editMessageText',
    { ...toAlice, message_id: 2, reply_markup: { remove_keyboard: false } },
    'reply_markup: Invalid input: expected an inline keyboard',
  ],
  ['editMessageReplyMarkup', { chat_id: NEWS.id, message_id: 2 }, NO_BUTTONS],
  ['editMessageReplyMarkup', { inline_message_id: '0' }, 'inline messages are not supported'],
  ['getChat', { chat_id: BOB.id }, NOT_FOUND],
  ['getChatMember', { ...carol, user_id: 'carol' }, `user_id: ${NO_NUMBER}`],
  ['getChatMember', { ...carol, chat_id: ALICE.id }, NOT_FOUND],
  ['unbanChatMember', { ...carol, only_if_banned: 'maybe' }, `only_if_banned: ${NO_BOOLEAN}`],
  ['restrictChatMember', { ...carol, permissions: {}, until_date: 'soon' }, `until_date: ${NO_NUMBER}`],
  [
    'restrictChatMember',
    { ...carol, permissions: { can_send_messages: 'no' } },
    'permissions: Invalid input: expected boolean, received string',
  ],
  [
    'restrictChatMember',
    { ...carol, permissions: '' },
    'permissions: Invalid input: expected object, received undefined',
  ],
  ['pinChatMessage', { chat_id: TEAM.id, message_id: 99 }, 'message to pin not found'],
  ['getUpdates', { offset: 'x', limit: 1 }, `offset: ${NO_NUMBER}`],
  ['getUpdates', { offset: 1000, limit: 0 }, 'limit: Too small: expected number to be >=1'],
  ['getUpdates', { offset: -1, timeout: -1 }, 'timeout: Too small: expected number to be >=0'],
  [
    'getUpdates',
    { offset: 1000, allowed_updates: Array(21).fill('message') },
    'allowed_updates: Too big: expected array to have <=20 items',
  ],
  ['setWebhook', { ...hook(''), secret_token: '' }, TOKEN],
  ['setWebhook', { ...hook(''), max_connections: 101 }, 'max_connections: Too big: expected number to be <=100'],
  ['setWebhook', { ...hook(''), drop_pending_updates: 'maybe' }, `drop_pending_updates: ${NO_BOOLEAN}`],
  ['setWebhook', { ...hook(''), certificate: ' ' }, 'certificate and ip_address are not supported'],
  ['setWebhook', hook(`https://a.example/${'x'.repeat(2048)}`), `url: ${longerThan(2048)}`],
  ['setWebhook', hook('https://'), 'bad webhook: invalid URL / invalid host'],
  ['setWebhook', hook('https://a:b@a.example/'), 'bad webhook: credentials in URL are not allowed'],
  [
    'setWebhook',
    hook('https://a.example:8080/'),
    'bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443',
  ],
  ['setWebhook', hook('https://a.internal/'), 'bad webhook: host is not allowed'],
  ['setWebhook', hook('https://a.example/'), 'bad webhook: Failed to resolve host'],
  ['setWebhook', hook('https://10.0.0.1/'), 'bad webhook: IP address is not allowed'],
  ['deleteWebhook', { drop_pending_updates: 'maybe' }, `drop_pending_updates: ${NO_BOOLEAN}`],
  ['setMyName', { name: ' ' }, 'name: Too small: expected string to have >=1 characters'],
  ['setMyName', { name: '5erv!ce' }, 'this name is reserved'],
  ['setMyDescription', { description: 'x'.repeat(513) }, `description: ${longerThan(512)}`],
  ['setMyShortDescription', { short_description: 'x'.repeat(121) }, `short_description: ${longerThan(120)}`],
  ['setMyCommands', { commands: '' }, 'commands: Invalid input: expected array, received undefined'],
  [
    'setMyCommands',
    { commands: [{ command: 'ok', description: '' }] },
    'commands.0.description: Too small: expected string to have >=1 characters',
  ],
]
