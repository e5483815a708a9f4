// The kinds of update, and which of them a stored filter lets through.

export const UPDATE_TYPES = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'chat_member',
  'channel_post',
  'edited_channel_post',
] as const
export type UpdateType = (typeof UPDATE_TYPES)[number]

/** Reaches a bot only when its list names it. */
const ONLY_WHEN_LISTED: UpdateType = 'chat_member'

/** What is stored of a list: the known names; null, every type but `chat_member`, where none is left. */
export function storedFilter(list: readonly string[]): UpdateType[] | null {
  const known = UPDATE_TYPES.filter((type) => list.includes(type))
  return known.length ? known : null
}

export function letsThrough(filter: readonly UpdateType[] | null, type: UpdateType): boolean {
  return filter ? filter.includes(type) : type !== ONLY_WHEN_LISTED
}
