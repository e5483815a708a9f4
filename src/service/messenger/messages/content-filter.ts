// Refuses channel posts and edits that match the service's content filter.

import { matchesPattern } from '../../../lib/compare/regex.ts'
import { Problem } from '../../../lib/problem.ts'
import { refuse } from '../../rules/refusals.ts'
import type { Chat } from '../chats/chat.ts'
import type { Read } from '../world.ts'

function filterHit(read: Read, chat: Chat, text: string | undefined) {
  if (chat.kind !== 'channel' || !text) return undefined
  return read.service.content_filter.find(({ match }) => matchesPattern(match, text))
}

export function requirePassesFilter(read: Read, chat: Chat, text: string | undefined) {
  const hit = filterHit(read, chat, text)
  if (hit) refuse('filtered', 'filter', { match: hit.match, reason: hit.reason })
}

export function requirePersonPassesFilter(read: Read, chat: Chat, text: string | undefined) {
  const hit = filterHit(read, chat, text)
  if (!hit) return
  const hint = `The text matches "${hit.match}". Change the text, or change content_filter with updateService.`
  throw new Problem('filtered', `The content filter of channels refuses this text: ${hit.reason}.`, hint)
}
