// The update types, and the filter with which a bot selects them (allowed_updates).

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

/** The only update type that a bot without a filter does not receive. */
const ONLY_WHEN_LISTED: UpdateType = 'chat_member'

/** Returns the known types of a filter, or null if it has none. null accepts all types except `chat_member`. */
export function storedFilter(list: readonly string[]): UpdateType[] | null {
  const known = UPDATE_TYPES.filter((type) => list.includes(type))
  return known.length ? known : null
}

export function letsThrough(filter: readonly UpdateType[] | null, type: UpdateType): boolean {
  return filter ? filter.includes(type) : type !== ONLY_WHEN_LISTED
}
