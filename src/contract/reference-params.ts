// The names of the parameters that refer to people, bots or chats.

export const CONTROL_REFERENCE_PARAMS: ReadonlySet<string> = new Set([
  'as',
  'to',
  'bot',
  'chat',
  'who',
  'owner',
  'user',
  'members',
  'subscribers',
  'keep',
])
