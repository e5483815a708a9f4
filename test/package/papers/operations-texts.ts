// What docs/operations.md says about parameters, limits and Telegram, beyond the declarations.

import type { OperationName } from '../../../src/service/bot-api/operations/index.ts'
import type { LimitName } from '../../../src/service/messenger/limits/message-limits.ts'
import { LIMITS } from '../../../src/service/rules/limits.ts'

const count = (number: number) => number.toLocaleString('en').replaceAll(',', ' ')
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
const DAY = 24 * 3600

const SHARED_CHAT = ['integer or text', 'the id or `@username` of a group or channel'] as const
const GROUP = ['integer or text', 'the id or `@username` of a group'] as const

/** The type of each parameter, and what it may be. A name with a dot is of one operation. */
export const PARAMETERS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  chat_id: ['integer or text', 'the id of a chat or person, or the `@username` of a public group or channel'],
  'getChatAdministrators.chat_id': SHARED_CHAT,
  'getChatMemberCount.chat_id': SHARED_CHAT,
  'getChatMember.chat_id': SHARED_CHAT,
  'restrictChatMember.chat_id': GROUP,
  'unbanChatMember.chat_id': GROUP,
  'pinChatMessage.chat_id': SHARED_CHAT,
  'unpinChatMessage.chat_id': SHARED_CHAT,
  user_id: ['integer', 'the id of a person or bot that this bot has seen'],
  message_id: ['integer', 'the number of a message in the chat'],
  text: ['text', `1 to ${LIMITS.textPoints} characters, not only blanks`],
  'editMessageText.text': [
    'text',
    `1 to ${LIMITS.textPoints} characters; as the caption of a file at most ${LIMITS.captionPoints}`,
  ],
  caption: ['text', `at most ${LIMITS.captionPoints} characters`],
  reply_to_message_id: ['integer', 'the message that this one answers; ignored in channels'],
  reply_markup: ['object', 'a [keyboard](#keyboards)'],
  'editMessageText.reply_markup': ['object', 'an inline keyboard; without it, the old one is removed'],
  'editMessageReplyMarkup.reply_markup': ['object', 'an inline keyboard; without it, the old one is removed'],
  photo: [
    'file or text',
    `JPEG, PNG, WebP, GIF, HEIC or AVIF of at most ${megabytes(LIMITS.imageBytes)} and ${LIMITS.imagePixels / 1e6} megapixels, or a \`file_id\``,
  ],
  video: ['file or text', `MP4, MOV or WebM of at most ${megabytes(LIMITS.fileBytes)}, or a \`file_id\``],
  audio: [
    'file or text',
    `MP3, M4A, AAC, OGG, WAV, FLAC, AIFF, AMR, CAF or WebM of at most ${megabytes(LIMITS.fileBytes)}, or a \`file_id\``,
  ],
  document: [
    'file or text',
    `any file of at most ${megabytes(LIMITS.fileBytes)}, an image of at most ${megabytes(LIMITS.imageBytes)}, or a \`file_id\``,
  ],
  offset: ['integer', 'confirms all updates below it; a negative value counts from the end of the queue'],
  limit: ['integer', `1 to ${LIMITS.updatesPerCall}; ${LIMITS.updatesPerCall} by default`],
  timeout: ['integer', `seconds to wait for an update, at most ${LIMITS.pollSeconds}`],
  allowed_updates: ['list of texts', `the update types to get, at most ${LIMITS.updateTypesPerFilter} names`],
  url: [
    'text',
    `an https address with a public host on port ${LIMITS.webhookPorts.join(', ').replace(/, (?=\d+$)/, ' or ')}, of at most ${LIMITS.webhookUrlCharacters} characters; empty removes the webhook`,
  ],
  secret_token: ['text', `1 to ${LIMITS.secretTokenCharacters} of the characters \`A-Z a-z 0-9 _ -\``],
  max_connections: ['integer', `1 to ${LIMITS.webhookConnections}; ${LIMITS.webhookConnectionsDefault} by default`],
  drop_pending_updates: ['boolean', 'also drops the pending updates'],
  permissions: ['object', '`can_send_messages`: true ends the mute, false or nothing begins it'],
  until_date: [
    'integer',
    `when the mute ends, in Unix seconds; less than ${LIMITS.muteLeastSeconds} s or more than ${LIMITS.muteMostSeconds / DAY} days ahead means never`,
  ],
  only_if_banned: ['boolean', "leaves a member who isn't banned in the group"],
  commands: [
    'list of objects',
    `at most ${LIMITS.commands}; \`command\` of 1 to ${LIMITS.commandCharacters} of the characters \`a-z 0-9 _\`, \`description\` of 1 to ${LIMITS.commandDescriptionPoints} characters`,
  ],
  name: ['text', `1 to ${LIMITS.namePoints} characters`],
  description: ['text', `at most ${LIMITS.descriptionPoints} characters`],
  short_description: ['text', `at most ${LIMITS.shortDescriptionPoints} characters`],
}

export const KEYBOARDS = `\`inline_keyboard\` puts buttons below the message. Each has a \`text\` of 1 to ${LIMITS.buttonTextPoints} characters and either \`callback_data\` of at most ${LIMITS.callbackDataBytes} bytes or an http(s) \`url\`. In private chats, \`keyboard\` replaces the keyboard of the person and \`remove_keyboard\` removes it. A keyboard has at most ${LIMITS.keyboardRows} rows of ${LIMITS.keyboardButtonsPerRow} buttons, and ${LIMITS.keyboardButtons} in all. Other fields of buttons and layouts are ignored.`

/** Each limit, and its value. */
export const LIMIT_TEXTS: Readonly<Record<LimitName, string>> = {
  messages_per_minute: `${LIMITS.messagesPerChat} messages of a bot in a group or channel within ${LIMITS.messagesPerChatWindowSeconds} s; in groups, edits count too`,
  messages_per_second: `${LIMITS.messagesPerBot} messages of a bot within ${LIMITS.messagesPerBotWindowSeconds} s`,
  devices_per_second: `${count(LIMITS.devicesPerBot)} devices of group members for a bot within ${LIMITS.devicesWindowSeconds} s; a member has up to ${LIMITS.devicesPerPerson}`,
  devices_per_second_of_owner: `${count(LIMITS.devicesPerOwner)} devices for all bots of an owner within ${LIMITS.devicesWindowSeconds} s`,
  devices_per_second_overall: `${count(LIMITS.devicesOverall)} devices for all bots within ${LIMITS.devicesWindowSeconds} s`,
  transfers: `${LIMITS.transfersPerBot} transfers of files at once for a bot`,
  transfers_overall: `${LIMITS.transfersOverall} transfers of files at once for all bots`,
  chats_per_day: `${count(LIMITS.chatsPerDay)} chats a day (UTC), if the bot isn't verified`,
}

const FILES = 'no URLs, thumbnails and `parse_mode`'
const ONE_LANGUAGE = 'one value for all languages: `language_code` is ignored'

/** What a bot written for Telegram notices. Parameters that the service lacks are ignored everywhere. */
export const DIFFERENCES: Readonly<Record<OperationName, string>> = {
  getMe: 'fewer fields in the answer',
  getUpdates: `at most ${LIMITS.updateTypesPerFilter} names in \`allowed_updates\`; seven [update types](#update-types)`,
  setWebhook:
    "`certificate` and `ip_address` are refused; an operation in the webhook's answer is ignored; the header with the secret has the [service's name](webhooks.md)",
  deleteWebhook: 'forgets `allowed_updates` as well',
  getWebhookInfo: 'no `ip_address`, no `last_synchronization_error_date`',
  sendMessage:
    'no `parse_mode` or `entities`: texts are plain; replies only by `reply_to_message_id`; in groups only inline keyboards, in channels none',
  sendPhoto: `${FILES}; more formats, ${megabytes(LIMITS.imageBytes)} instead of 10 MB; one size in the answer`,
  sendVideo: `${FILES}; no \`width\`, \`height\` and \`duration\` in the answer`,
  sendAudio: `${FILES}; no \`title\`, \`performer\` and \`duration\`; more formats`,
  sendDocument: `${FILES}; images become JPEG and lose their names; other files than images, videos and audio are \`application/octet-stream\``,
  editMessageText: `only within ${LIMITS.editWindowSeconds / 3600} hours; no \`parse_mode\`; no inline messages; changes the caption of a file in groups and channels, because there is no editMessageCaption`,
  editMessageReplyMarkup: `only within ${LIMITS.editWindowSeconds / 3600} hours; not in channels; no inline messages`,
  getChat: 'fewer fields in the answer; only for a person who started the bot',
  getChatAdministrators: 'other bots are in the list',
  getChatMemberCount: 'bots count in groups, but not in channels',
  getChatMember: "only for users that the bot has seen; subscribers of a channel aren't shown",
  restrictChatMember: 'mutes and nothing else: only `can_send_messages` counts; works in every group',
  unbanChatMember: 'not in channels',
  pinChatMessage: 'one pinned message in a chat; not in private chats',
  unpinChatMessage: '`message_id` is ignored, because there is one pinned message; not in private chats',
  setMyCommands: 'one list for all people and languages: `scope` and `language_code` are ignored',
  setMyName: `${ONE_LANGUAGE}; a name that looks like the service's is refused`,
  setMyDescription: ONE_LANGUAGE,
  setMyShortDescription: ONE_LANGUAGE,
}

/** What bots of Telegram call most, and what to do about it here. */
export const LACKED: readonly (readonly string[])[] = [
  ['`answerCallbackQuery`, `sendChatAction`', '`--lenient` answers `true`, and nobody sees anything'],
  [
    '`sendMediaGroup`, `sendSticker`, `sendVoice`, `sendAnimation`, `sendLocation`, `sendPoll`',
    "Missing. `--lenient` isn't enough for a library that reads the message in the answer",
  ],
  ['`deleteMessage`, `forwardMessage`, `copyMessage`, `getFile`', 'Missing'],
  ['`editMessageCaption`', '`editMessageText` changes a caption, in groups and channels'],
  [
    '`banChatMember`',
    'Missing. `unbanChatMember` without `only_if_banned` removes a member, `restrictChatMember` mutes one',
  ],
  ['`getMyCommands`, `getMyName` and the like', 'Missing; what you set, people see'],
  ['inline mode, payments, games, stories, business accounts', 'Missing'],
]
