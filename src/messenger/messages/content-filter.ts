// The content filter of channels: the same for posts of bots and of people.

import { refuse } from '../../spec/refusals.ts'
import type { Chat } from '../chats/chat.ts'
import { matches } from '../service/matches.ts'
import type { World } from '../world.ts'

export function filterHit(world: World, chat: Chat, text: string | undefined) {
  if (chat.kind !== 'channel' || !text) return undefined
  return world.service.content_filter.find(({ match }) => matches(match, text))
}

export function requirePassesFilter(world: World, chat: Chat, text: string | undefined) {
  const hit = filterHit(world, chat, text)
  if (hit) refuse('filtered', 'filter', { match: hit.match, reason: hit.reason })
}
