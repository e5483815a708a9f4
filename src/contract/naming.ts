// Parameters of actions and views that name people, bots or chats, one or several: by id, @username or handle.

export const NAMING: ReadonlySet<string> = new Set([
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
