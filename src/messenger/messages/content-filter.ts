// The content filter of channels: the same for posts of bots and of people.

import { refuse } from '../../spec/refusals.ts'
import type { Chat } from '../chats/chat.ts'
import { matches } from '../service/matches.ts'
import type { Read } from '../world.ts'

export function filterHit(read: Read, chat: Chat, text: string | undefined) {
  if (chat.kind !== 'channel' || !text) return undefined
  return read.service.content_filter.find(({ match }) => matches(match, text))
}

export function requirePassesFilter(read: Read, chat: Chat, text: string | undefined) {
  const hit = filterHit(read, chat, text)
  if (hit) refuse('filtered', 'filter', { match: hit.match, reason: hit.reason })
}
