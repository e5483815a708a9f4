// The names of the service's operations, separate so that operations load lazily.

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

type OwnName = (typeof OWN_NAMES)[number]

/** Every accepted name, mapped to the operation's own name. */
export const OPERATION_NAMES: ReadonlyMap<string, OwnName> = new Map<string, OwnName>([
  ...OWN_NAMES.map((name) => [name, name] as const),
  ['getChatMembersCount', 'getChatMemberCount'],
])

/** Returns the name of an operation that differs from an unknown name only in the letter case. */
export function otherCaseOf(name: string): string | undefined {
  if (OPERATION_NAMES.has(name)) return undefined
  const lowered = name.toLowerCase()
  return [...OPERATION_NAMES.keys()].find((own) => own.toLowerCase() === lowered)
}
