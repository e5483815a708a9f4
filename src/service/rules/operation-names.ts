// The names of the service's operations, without the code that runs them.

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

/** Maps each name that a bot may call, including the old getChatMembersCount, to the operation's current name. */
export const OPERATION_NAMES: ReadonlyMap<string, OwnName> = new Map<string, OwnName>([
  ...OWN_NAMES.map((name) => [name, name] as const),
  ['getChatMembersCount', 'getChatMemberCount'],
])

/** Finds the operation if only the letter case of a name is wrong: returns sendMessage for sendmessage. */
export function otherCaseOf(name: string): string | undefined {
  if (OPERATION_NAMES.has(name)) return undefined
  const lowered = name.toLowerCase()
  return [...OPERATION_NAMES.keys()].find((own) => own.toLowerCase() === lowered)
}
