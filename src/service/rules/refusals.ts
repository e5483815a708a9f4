// Every refusal of the service: status, error text, and causes with their rules.
//
// The bot receives the error text; only the developer sees the cause. Words in braces, such as {chat}, are slots that
// are replaced by values.

import { fillPlaceholders } from '../../lib/text.ts'
import { LIMITS } from './limits.ts'

type Cause = readonly [rule: string, why: string]

interface RefusalTexts {
  status: number
  description: string
  causes: Readonly<Record<string, Cause>>
}

const entry = <const Causes extends RefusalTexts['causes']>(status: number, description: string, causes: Causes) => ({
  status,
  description,
  causes,
})

const PORTS = LIMITS.webhookPorts.join(', ').replace(/, (?=\d+$)/, ' or ')

const MANY_UPDATE_TYPES = `Too big: expected array to have <=${LIMITS.updateTypesPerFilter} items`

/** The cause that the developer sees if `allowed_updates` has too many names, as the lists of some libraries do. */
const WHY_MANY_UPDATE_TYPES =
  `allowed_updates has more than ${LIMITS.updateTypesPerFilter} names; Update.ALL_TYPES of python-telegram-bot and ` +
  'update_types of pyTelegramBotAPI are too long; list the types that the bot handles, or omit the parameter'

export const REFUSALS = {
  unauthorized: entry(401, 'Unauthorized', {
    token: ['AUTH-02', 'no bot has this token'],
    missing: ['AUTH-03', 'the path contains no token'],
  }),
  suspended: entry(403, 'Forbidden: bot is suspended', { suspended: ['AUTH-05', '{bot} is suspended'] }),
  notFound: entry(404, 'Not Found', {
    operation: ['GAP-02', 'the service does not have the operation "{operation}"'],
    mistyped: ['GAP-02', 'the service does not have the operation "{operation}"; the nearest is {near}'],
    spelling: [
      'GAP-02',
      'the service does not have the operation "{operation}"; the nearest is {near} (names are case-sensitive); --lenient {operation} accepts this spelling too',
    ],
    telegram: [
      'GAP-03',
      '"{operation}" exists in Telegram, not in this service; --lenient {operation} answers it with true',
    ],
    path: ['GAP-02', 'bot calls have the path /bot<token>/<operation>'],
  }),
  methodNotAllowed: entry(405, 'Method Not Allowed', {
    method: ['GAP-04', 'operations take GET and POST, not {method}'],
  }),
  tooManyRequests: entry(429, 'Too Many Requests', {
    fault: ['LIM-31', 'a fault that was injected through the control API'],
  }),
  badParameter: entry(400, 'Bad Request: {field}: {reason}', {
    invalid: ['ENV-10', 'the parameter {field} is invalid: {reason}'],
  }),
  manyUpdateTypes: entry(400, `Bad Request: allowed_updates: ${MANY_UPDATE_TYPES}`, {
    getUpdates: ['UPD-21', WHY_MANY_UPDATE_TYPES],
    setWebhook: ['HOOK-37', WHY_MANY_UPDATE_TYPES],
  }),
  badBody: entry(400, 'Bad Request: body: {reason}', { unreadable: ['GAP-06', 'the body cannot be read: {reason}'] }),

  chatNotFound: entry(400, 'Bad Request: chat not found', {
    malformed: ['CID-16', `{chat_id} is neither an id of at most ${LIMITS.chatIdDigits} digits nor an @username`],
    tooLong: ['CID-04', `{chat_id} has more than ${LIMITS.chatIdDigits} digits`],
    neverStarted: ['CID-09', '{person} has never started {bot}'],
    blocked: ['CID-10', '{person} has blocked {bot}'],
    deleted: ['CID-11', '{person} has deleted the account'],
    bot: ['GAP-28', '{chat_id} is a bot, and bots cannot write to each other'],
    missing: ['CID-12', 'the chat {chat_id} does not exist'],
    notInGroup: ['CID-13', '{bot} is not a member of {chat}'],
    notInChannel: ['CID-14', '{bot} is not an administrator of {chat}'],
    notInPublic: ['CID-15', '{bot} is not in the public chat {chat}'],
    privateChat: ['CID-17', '{chat_id} is a private chat; this operation takes groups and channels'],
  }),
  commentsChat: entry(400, 'Bad Request: method is not available for this chat', {
    comments: ['SEND-30', '{chat} is the comments chat of a channel, where bots only read'],
  }),
  channelChat: entry(400, 'Bad Request: method is not available for channel chats', {
    channel: ['RST-05', '{chat} is a channel; this operation takes groups'],
  }),
  channelButtons: entry(400, "Bad Request: channel posts can't have buttons", {
    send: ['SEND-27', 'reply_markup was passed for a post in {chat}'],
    edit: ['EMK-17', '{chat} is a channel, and channel posts never have a keyboard'],
  }),
  inlineOnly: entry(400, 'Bad Request: only inline keyboards are supported in groups', {
    reply: ['SEND-12', '{chat} is a group, and reply_markup is not an inline keyboard'],
  }),
  replyNotFound: entry(400, 'Bad Request: message to be replied not found', {
    missing: ['SEND-05', '{chat} never had a message {message_id}'],
    deleted: ['SEND-06', 'message {message_id} of {chat} was deleted'],
    beforeJoining: ['SEND-08', 'message {message_id} of {chat} was sent before {bot} joined'],
  }),
  noTextRight: entry(400, 'Bad Request: not enough rights to send text messages to the chat', {
    permission: ['SEND-14', 'members of {chat} may not write, and {bot} is not an administrator'],
    muted: ['GAP-45', '{bot} is muted in {chat}'],
  }),
  noMediaRight: entry(400, 'Bad Request: not enough rights to send media messages to the chat', {
    permission: ['SEND-15', 'members of {chat} may not send files, and {bot} is not an administrator'],
    muted: ['GAP-45', '{bot} is muted in {chat}'],
  }),
  noPostRight: entry(400, 'Bad Request: not enough rights to send messages to the chat', {
    right: ['SEND-20', '{bot} lacks can_post_messages in {chat}'],
    official: ['SEND-21', '{chat} is an official channel'],
  }),
  termsNotAccepted: entry(403, "Forbidden: the bot's owner must accept {service}'s terms of use first", {
    terms: ['SEND-22', 'the owner of {bot} has not accepted the terms of use'],
  }),
  filtered: entry(400, 'Bad Request: {reason}', { filter: ['SEND-23', 'the content filter matches "{match}"'] }),

  retryAfter: entry(429, 'Too Many Requests: retry after {retry_after}', {
    perChat: ['LIM-01', '{bot} used {used} of {allowed} messages this minute in {chat}; wait {retry_after} s'],
    perBot: ['LIM-06', '{bot} sent {used} of {allowed} messages this second; wait {retry_after} s'],
    devicesPerBot: ['LIM-09', '{bot} wrote to {used} of {allowed} devices this second; {chat} has {cost} devices'],
    devicesPerOwner: [
      'LIM-10',
      "all bots of {bot}'s owner wrote to {used} of {allowed} devices this second; {chat} has {cost} devices",
    ],
    devicesOverall: ['LIM-11', 'all bots wrote to {used} of {allowed} devices this second; {chat} has {cost} devices'],
    transfersPerBot: ['LIM-14', '{bot} has {used} file transfers under way, {allowed} are allowed'],
    transfersOverall: ['LIM-15', 'all bots have {used} file transfers under way, {allowed} are allowed'],
  }),
  dailyChats: entry(429, 'Too Many Requests: daily limit of chats reached', {
    chats: ['LIM-22', '{bot} is unverified and has addressed {allowed} distinct chats today (UTC)'],
  }),

  noFile: entry(400, 'Bad Request: there is no {kind} in the request', {
    missing: ['FILE-14', 'the parameter {kind} is missing or empty'],
    otherField: ['FILE-15', 'a file arrived in the field "{field}", not in "{kind}"'],
  }),
  fileByUrl: entry(400, 'Bad Request: sending files by URL is not supported', {
    url: ['FILE-16', 'the value of the file parameter is a URL, not a file'],
  }),
  wrongFileId: entry(400, 'Bad Request: wrong file identifier/HTTP URL specified', {
    tooLong: ['FILE-07', `the file identifier has more than ${LIMITS.fileIdCharacters} characters`],
    unknown: ['GAP-53', 'the service never issued this file identifier'],
    otherBot: ['FILE-09', 'the file identifier belongs to another bot'],
    deleted: ['FILE-10', 'the file was deleted'],
    groupToPrivate: [
      'FILE-13',
      'the file identifier was issued in a group or channel and cannot be used in a private chat',
    ],
  }),
  typeMismatch: entry(400, 'Bad Request: type of file mismatch (expected {kind})', {
    content: ['FILE-17', 'the content of the file is {examined}'],
    otherKind: ['GAP-55', 'the file identifier refers to {examined}'],
  }),
  emptyFile: entry(400, 'Bad Request: empty_file', { empty: ['FILE-18', 'the file is empty'] }),
  invalidImage: entry(400, 'Bad Request: invalid_image', {
    image: ['FILE-19', `the image cannot be read, or has more than ${LIMITS.imagePixels / 1_000_000} megapixels`],
  }),
  fileTooLarge: entry(413, 'Bad Request: file_too_large', {
    image: ['FILE-21', 'the image has {bytes} bytes, {allowed} are allowed'],
    other: ['FILE-22', 'the file has {bytes} bytes, {allowed} are allowed'],
  }),
  requestTooLarge: entry(413, 'Request Entity Too Large', {
    multipart: ['FILE-23', 'the request has more than {allowed} bytes'],
  }),

  inlineMessage: entry(400, 'Bad Request: inline messages are not supported', {
    inline: ['EDT-28', 'inline_message_id was given'],
  }),
  editNotFound: entry(400, 'Bad Request: message to edit not found', {
    missing: ['EDT-16', '{chat} never had a message {message_id}'],
    deleted: ['EDT-17', 'message {message_id} of {chat} was deleted'],
  }),
  cannotEdit: entry(400, "Bad Request: message can't be edited", {
    notOwn: ['EDT-12', 'message {message_id} of {chat} was written by {author}'],
    service: ['EDT-12', 'message {message_id} of {chat} is a membership message'],
    tooOld: [
      'EDT-15',
      `message {message_id} of {chat} was sent {hours} hours ago, ${LIMITS.editWindowSeconds / 3600} are allowed`,
    ],
  }),
  noTextToEdit: entry(400, 'Bad Request: there is no text in the message to edit', {
    file: [
      'EDT-18',
      'message {message_id} contains a file, and only groups and channels allow a change of its caption',
    ],
  }),
  notModified: entry(400, 'Bad Request: message is not modified', {
    text: ['EDT-29', 'text and keyboard are the same as before'],
    keyboard: ['EMK-18', 'the keyboard is the same as before'],
  }),
  noEditRight: entry(400, 'Bad Request: not enough rights to edit messages in the chat', {
    right: ['EDT-23', '{bot} did not write the post and lacks can_edit_messages in {chat}'],
  }),

  pollAgainstWebhook: entry(
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    { webhook: ['UPD-25', '{bot} has a webhook'] },
  ),
  pollTakenOver: entry(
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    { takeover: ['UPD-22', 'another getUpdates of {bot} arrived'] },
  ),

  webhookHttps: entry(400, 'Bad Request: bad webhook: HTTPS url must be provided for webhook', {
    scheme: ['HOOK-07', 'the url does not start with https://'],
  }),
  webhookPort: entry(400, `Bad Request: bad webhook: Webhook can be set up only on ports ${PORTS}`, {
    port: ['HOOK-12', 'port {port} is not allowed'],
  }),
  webhookAddress: entry(400, 'Bad Request: bad webhook: IP address is not allowed', {
    notPublic: ['HOOK-14', '{host} resolves to {address}, which is not a public address'],
    own: ['HOOK-17', "{host} resolves to {address}, the service's own address"],
  }),
  webhookHost: entry(400, 'Bad Request: bad webhook: host is not allowed', {
    local: ['HOOK-18', '{host} is a local name'],
    own: ['HOOK-21', "{host} is in the service's own domain"],
  }),
  webhookUnresolved: entry(400, 'Bad Request: bad webhook: Failed to resolve host', {
    dns: [
      'HOOK-23',
      '{host} does not have a DNS record; --webhook-route {host}=http://127.0.0.1:<port> sends its deliveries to this machine',
    ],
  }),
  webhookMalformed: entry(400, 'Bad Request: bad webhook: invalid URL / invalid host', {
    malformed: ['HOOK-24', 'the url is not a valid URL'],
  }),
  webhookCredentials: entry(400, 'Bad Request: bad webhook: credentials in URL are not allowed', {
    credentials: ['HOOK-25', 'the url contains a login or a password'],
  }),
  webhookUnsupported: entry(400, 'Bad Request: certificate and ip_address are not supported', {
    parameter: ['HOOK-26', '{parameter} was given'],
  }),

  noRestrictRight: entry(400, 'Bad Request: not enough rights to restrict/unrestrict chat member', {
    notAdmin: ['RST-19', '{bot} is not an administrator of {chat}'],
    right: ['RST-20', '{bot} lacks can_restrict_members in {chat}'],
  }),
  userNotFound: entry(400, 'Bad Request: user not found', {
    unseen: ['GET-32', '{bot} has never seen {user_id} in an update or an answer'],
    notInGroup: ['RST-25', '{person} is not in {chat}'],
    subscriber: ['GET-40', '{person} is not an administrator of {chat}, and the service does not reveal subscribers'],
  }),
  ownerTarget: entry(400, "Bad Request: can't remove chat owner", { owner: ['RST-21', '{person} owns {chat}'] }),
  adminTarget: entry(400, 'Bad Request: user is an administrator of the chat', {
    admin: ['RST-22', '{person} is an administrator of {chat}'],
  }),
  selfTarget: entry(400, "Bad Request: can't restrict self", { self: ['RST-23', '{user_id} is {bot} itself'] }),
  noPinRight: entry(400, 'Bad Request: not enough rights to manage pinned messages in the chat', {
    notAdmin: ['PIN-09', '{bot} is not an administrator of {chat}'],
    right: ['PIN-10', '{bot} lacks can_pin_messages in {chat}'],
  }),
  pinNotFound: entry(400, 'Bad Request: message to pin not found', {
    missing: ['GAP-121', '{chat} has no message {message_id}'],
  }),
  reservedName: entry(400, 'Bad Request: this name is reserved', {
    service: ['PROF-25', '{bot} is unverified, and the new name looks like the name of the service, {service}'],
  }),
} satisfies Record<string, RefusalTexts>

/** Reasons that replace the error texts of zod. The bot gets them after "Bad Request: <field>: ". */
export const FIELD_TEXTS = {
  textEmpty: 'message text is empty',
  textTooLong: 'message is too long',
  captionTooLong: 'message caption is too long',
  secretToken: 'secret token contains unallowed characters',
  command: `command must be 1-${LIMITS.commandCharacters} characters: a-z, 0-9, _`,
  url: 'URL is not allowed',
  manyUpdateTypes: MANY_UPDATE_TYPES,
} as const

export type RefusalName = keyof typeof REFUSALS
type CauseOf<Name extends RefusalName> = keyof (typeof REFUSALS)[Name]['causes'] & string
type Slots = Readonly<Record<string, string | number>>

/** The bot receives only `status`, `description` and `retryAfter`; the developer also sees `rule` and `why`. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly description: string,
    readonly rule: string,
    readonly why: string,
    readonly retryAfter?: number,
  ) {}
}

export function refusal<Name extends RefusalName>(name: Name, cause: CauseOf<Name>, slots: Slots = {}): Refusal {
  const entry: RefusalTexts = REFUSALS[name]
  const [rule, why] = entry.causes[cause]!
  const retryAfter = entry.status === 429 ? Number(slots.retry_after) : undefined
  return new Refusal(
    entry.status,
    fillPlaceholders(entry.description, slots),
    rule,
    fillPlaceholders(why, slots),
    retryAfter,
  )
}

export function refuse<Name extends RefusalName>(name: Name, cause: CauseOf<Name>, slots: Slots = {}): never {
  throw refusal(name, cause, slots)
}
