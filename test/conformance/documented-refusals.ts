// One call for each documented error that the stage can bring about, with the answer it has to get.

import { fileOf, MEBIBYTE, media, mediaBytes, padded } from '../helpers/files.ts'
import { type Answer, NOON, refused } from '../helpers/service.ts'
import { ALICE, BOB, CAROL, CLUB, DAVE, GAZETTE, GREETER, KEYBOARD, NEWS, type Stage, TEAM } from '../helpers/stage.ts'

interface Refused {
  title: string
  /** What has to come before. */
  arrange?(stage: Stage): Promise<unknown>
  method: string
  params: Record<string, unknown> | ((stage: Stage) => Record<string, unknown>)
  answer: Answer
}

const HOURS = 3600
const REPLY_KEYBOARD = { keyboard: [['Yes']] }

const text = 'Good day'
const toTeam = { chat_id: TEAM.id, text }
const carolOf = (chat: { id: number }) => ({ chat_id: chat.id, user_id: CAROL.id })
const bad = (reason: string) => refused(400, `Bad Request: ${reason}`)

const sending: Refused[] = [
  { title: 'chat', method: 'sendMessage', params: { chat_id: DAVE.id, text }, answer: bad('chat not found') },
  {
    title: 'reply target',
    method: 'sendMessage',
    params: { ...toTeam, reply_to_message_id: 77 },
    answer: bad('message to be replied not found'),
  },
  {
    title: 'comments',
    method: 'sendMessage',
    params: ({ comments }) => ({ chat_id: comments, text }),
    answer: bad('method is not available for this chat'),
  },
  {
    title: 'filter',
    arrange: ({ s }) => s.act('updateService', { content_filter: [{ match: 'spam', reason: 'no advertising' }] }),
    method: 'sendMessage',
    params: { chat_id: NEWS.id, text: 'spam' },
    answer: bad('no advertising'),
  },
  {
    title: 'buttons on a post',
    method: 'sendMessage',
    params: { chat_id: NEWS.id, text, reply_markup: KEYBOARD },
    answer: bad("channel posts can't have buttons"),
  },
  {
    title: 'reply keyboard in a group',
    method: 'sendMessage',
    params: { ...toTeam, reply_markup: REPLY_KEYBOARD },
    answer: bad('only inline keyboards are supported in groups'),
  },
  {
    title: 'text permission',
    arrange: ({ s }) => s.act('updateChat', { chat: CLUB.id, permissions: { can_send_messages: false } }),
    method: 'sendMessage',
    params: { chat_id: CLUB.id, text },
    answer: bad('not enough rights to send text messages to the chat'),
  },
  {
    title: 'posting right',
    method: 'sendMessage',
    params: { chat_id: GAZETTE.id, text },
    answer: bad('not enough rights to send messages to the chat'),
  },
  {
    title: 'official channel',
    arrange: ({ s }) => s.act('updateChat', { chat: NEWS.id, official: true }),
    method: 'sendMessage',
    params: { chat_id: NEWS.id, text },
    answer: bad('not enough rights to send messages to the chat'),
  },
  {
    title: 'terms of use',
    arrange: ({ s }) => s.act('updateBot', { bot: 'greeter', accepted_terms: false }),
    method: 'sendMessage',
    params: { chat_id: NEWS.id, text },
    answer: refused(403, "Forbidden: the bot's owner must accept Service's terms of use first"),
  },
  {
    title: 'full minute',
    async arrange({ bot }) {
      for (let n = 0; n < 19; n++) await bot.ok('sendMessage', toTeam)
    },
    method: 'sendMessage',
    params: toTeam,
    answer: refused(429, 'Too Many Requests: retry after 60', { retry_after: 60 }),
  },
  {
    title: 'full day',
    arrange: ({ s }) => s.act('seedDailyChats', { bot: 'greeter', count: 10_000 }),
    method: 'sendMessage',
    params: { chat_id: CAROL.id, text },
    answer: refused(429, 'Too Many Requests: daily limit of chats reached', { retry_after: 3600 }),
  },
  {
    title: 'empty text',
    method: 'sendMessage',
    params: { ...toTeam, text: '' },
    answer: bad('text: message text is empty'),
  },
  {
    title: 'long text',
    method: 'sendMessage',
    params: { ...toTeam, text: 'x'.repeat(4097) },
    answer: bad('text: message is too long'),
  },
]

const toAlice = { chat_id: ALICE.id }

const files: Refused[] = [
  { title: 'no file', method: 'sendVideo', params: toAlice, answer: bad('there is no video in the request') },
  {
    title: 'file in another field',
    method: 'sendAudio',
    params: { ...toAlice, file: media('bare.mp3') },
    answer: bad('there is no audio in the request'),
  },
  {
    title: 'URL',
    method: 'sendDocument',
    params: { ...toAlice, document: 'https://example.org/a.pdf' },
    answer: bad('sending files by URL is not supported'),
  },
  {
    title: 'identifier',
    method: 'sendPhoto',
    params: { ...toAlice, photo: 'AgACAgIAAxkBAAI' },
    answer: bad('wrong file identifier/HTTP URL specified'),
  },
  {
    title: 'type',
    method: 'sendPhoto',
    params: { ...toAlice, photo: media('note.txt', 'a.jpg', 'image/jpeg') },
    answer: bad('type of file mismatch (expected photo)'),
  },
  {
    title: 'caption',
    method: 'sendVideo',
    params: { ...toAlice, video: media('moov-first.mp4'), caption: 'x'.repeat(1025) },
    answer: bad('caption: message caption is too long'),
  },
  { title: 'empty file', method: 'sendAudio', params: { ...toAlice, audio: fileOf('') }, answer: bad('empty_file') },
  {
    title: 'unreadable image',
    method: 'sendDocument',
    params: { ...toAlice, document: fileOf(mediaBytes('plain.jpg').subarray(0, 99)) },
    answer: bad('invalid_image'),
  },
  {
    title: 'large image',
    method: 'sendDocument',
    params: { ...toAlice, document: fileOf(padded(mediaBytes('plain.jpg'), 20 * MEBIBYTE + 1)) },
    answer: refused(413, 'Bad Request: file_too_large'),
  },
  {
    title: 'large file',
    method: 'sendDocument',
    params: { ...toAlice, document: fileOf(Buffer.alloc(50 * MEBIBYTE + 1)) },
    answer: refused(413, 'Bad Request: file_too_large'),
  },
  {
    title: 'large request',
    method: 'sendDocument',
    params: { ...toAlice, document: fileOf(Buffer.alloc(52 * MEBIBYTE)) },
    answer: refused(413, 'Request Entity Too Large'),
  },
  {
    title: 'file permission',
    arrange: ({ s }) => s.act('updateChat', { chat: CLUB.id, permissions: { can_send_media_messages: false } }),
    method: 'sendDocument',
    params: { chat_id: CLUB.id, document: media('page.pdf') },
    answer: bad('not enough rights to send media messages to the chat'),
  },
  {
    title: 'filter',
    arrange: ({ s }) => s.act('updateService', { content_filter: [{ match: 'spam', reason: 'no advertising' }] }),
    method: 'sendPhoto',
    params: { chat_id: NEWS.id, photo: media('plain.jpg'), caption: 'spam' },
    answer: bad('no advertising'),
  },
]

const editing: Refused[] = [
  {
    title: 'caption of a private file',
    arrange: ({ bot }) => bot.ok('sendPhoto', { ...toAlice, photo: media('plain.jpg'), caption: 'before' }),
    method: 'editMessageText',
    params: { ...toAlice, message_id: 4, text },
    answer: bad('there is no text in the message to edit'),
  },
  {
    title: 'message',
    method: 'editMessageText',
    params: { ...toTeam, message_id: 77 },
    answer: bad('message to edit not found'),
  },
  {
    title: 'own message',
    method: 'editMessageText',
    params: { ...toTeam, message_id: 1 },
    answer: bad("message can't be edited"),
  },
  {
    title: '48 hours',
    arrange: ({ s }) => s.act('advanceClock', { seconds: 48 * HOURS + 1 }),
    method: 'editMessageReplyMarkup',
    params: { chat_id: TEAM.id, message_id: 2 },
    answer: bad("message can't be edited"),
  },
  {
    title: 'change',
    method: 'editMessageText',
    params: { chat_id: TEAM.id, message_id: 2, text: 'sure?', reply_markup: KEYBOARD },
    answer: bad('message is not modified'),
  },
  {
    title: 'inline message',
    method: 'editMessageText',
    params: { inline_message_id: '1', text },
    answer: bad('inline messages are not supported'),
  },
  {
    title: 'comments',
    method: 'editMessageText',
    params: ({ comments }) => ({ chat_id: comments, message_id: 1, text }),
    answer: bad('method is not available for this chat'),
  },
  {
    title: "another's post",
    arrange: ({ s }) => s.act('send', { as: 'alice', to: GAZETTE.id, text: 'weather' }),
    method: 'editMessageText',
    params: { chat_id: GAZETTE.id, message_id: 1, text },
    answer: bad('not enough rights to edit messages in the chat'),
  },
  {
    title: 'buttons of a post',
    method: 'editMessageReplyMarkup',
    params: { chat_id: NEWS.id, message_id: 2, reply_markup: KEYBOARD },
    answer: bad("channel posts can't have buttons"),
  },
  {
    title: 'filter',
    arrange: ({ s }) => s.act('updateService', { content_filter: [{ match: 'spam', reason: 'no advertising' }] }),
    method: 'editMessageText',
    params: { chat_id: NEWS.id, message_id: 2, text: 'spam' },
    answer: bad('no advertising'),
  },
]

const NO_RIGHT = bad('not enough rights to restrict/unrestrict chat member')

const moderation: Refused[] = ['restrictChatMember', 'unbanChatMember'].flatMap((method) => {
  const permissions = method === 'restrictChatMember' ? { permissions: {} } : {}
  const about = (chat: { id: number }, user: { id: number }) => ({ chat_id: chat.id, user_id: user.id, ...permissions })
  const reason = 'method is not available for channel chats'
  return [
    { title: 'channel', method, params: about(NEWS, CAROL), answer: bad(reason) },
    { title: 'plain member', method, params: about(CLUB, CAROL), answer: NO_RIGHT },
    { title: 'unseen', method, params: about(TEAM, DAVE), answer: bad('user not found') },
    { title: 'owner', method, params: about(TEAM, ALICE), answer: bad("can't remove chat owner") },
    {
      title: 'administrator',
      arrange: ({ bot }: Stage) => bot.ok('getChatAdministrators', { chat_id: TEAM.id }),
      method,
      params: about(TEAM, BOB),
      answer: bad('user is an administrator of the chat'),
    },
    { title: 'self', method, params: about(TEAM, GREETER), answer: bad("can't restrict self") },
  ]
})

const group: Refused[] = [
  ...moderation,
  {
    title: 'right withheld',
    arrange: ({ s }) => s.act('promote', { as: 'alice', chat: TEAM.id, who: 'greeter', rights: {} }),
    method: 'restrictChatMember',
    params: { ...carolOf(TEAM), permissions: {}, until_date: NOON + HOURS },
    answer: NO_RIGHT,
  },
  {
    title: 'permissions',
    method: 'restrictChatMember',
    params: { ...carolOf(TEAM), permissions: 'none' },
    answer: bad('permissions: Invalid input: expected object, received string'),
  },
  { title: 'subscriber', method: 'getChatMember', params: carolOf(NEWS), answer: bad('user not found') },
  { title: 'private chat', method: 'getChatMember', params: carolOf(ALICE), answer: bad('chat not found') },
  {
    title: 'plain member',
    method: 'unpinChatMessage',
    params: { chat_id: CLUB.id },
    answer: bad('not enough rights to manage pinned messages in the chat'),
  },
  {
    title: 'right withheld',
    arrange: ({ s }) => s.act('promote', { as: 'alice', chat: TEAM.id, who: 'greeter', rights: {} }),
    method: 'unpinChatMessage',
    params: { chat_id: TEAM.id },
    answer: bad('not enough rights to manage pinned messages in the chat'),
  },
  {
    title: 'comments',
    method: 'unpinChatMessage',
    params: ({ comments }) => ({ chat_id: comments }),
    answer: bad('method is not available for this chat'),
  },
]

const profile: Refused[] = [
  {
    title: 'command name',
    method: 'setMyCommands',
    params: { commands: [{ command: '/help', description: 'Help' }] },
    answer: bad('commands.0.command: command must be 1-32 characters: a-z, 0-9, _'),
  },
  { title: 'reserved name', method: 'setMyName', params: { name: 'Service' }, answer: bad('this name is reserved') },
]

const anywhere: Refused[] = [
  {
    title: 'suspension',
    arrange: ({ s }) => s.act('updateBot', { bot: 'greeter', suspended: true }),
    method: 'sendMessage',
    params: toTeam,
    answer: refused(403, 'Forbidden: bot is suspended'),
  },
  {
    title: 'https',
    method: 'setWebhook',
    params: { url: 'http://hooks.example.org/', drop_pending_updates: true },
    answer: bad('bad webhook: HTTPS url must be provided for webhook'),
  },
  {
    title: 'secret token',
    method: 'setWebhook',
    params: { url: '', secret_token: 'no spaces', drop_pending_updates: true },
    answer: bad('secret_token: secret token contains unallowed characters'),
  },
  {
    title: 'limit',
    method: 'getUpdates',
    params: { offset: 100, limit: 101 },
    answer: bad('limit: Too big: expected number to be <=100'),
  },
]

export const DOCUMENTED_REFUSALS: readonly Refused[] = [
  ...sending,
  ...files,
  ...editing,
  ...group,
  ...profile,
  ...anywhere,
]
