// The operations of the service by name, to be looked up without loading them.

export const OWN_NAMES = [
  'getMe',
  'getUpdates',
  'setWebhook',
  'deleteWebhook',
  'getWebhookInfo',
  'sendMessage',
  'sendPhoto',
  'sendVideo',
  'sendAudio',
  'sendDocument',
  'editMessageText',
  'editMessageReplyMarkup',
  'getChat',
  'getChatAdministrators',
  'getChatMemberCount',
  'getChatMember',
  'restrictChatMember',
  'unbanChatMember',
  'pinChatMessage',
  'unpinChatMessage',
  'setMyCommands',
  'setMyName',
  'setMyDescription',
  'setMyShortDescription',
] as const

/** Every name that works, and the operation's own. */
export const OPERATION_NAMES: ReadonlyMap<string, string> = new Map<string, string>([
  ...OWN_NAMES.map((name) => [name, name] as const),
  ['getChatMembersCount', 'getChatMemberCount'],
])
