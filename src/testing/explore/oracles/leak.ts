// The oracle `leak`: what one person wrote to the bot appears in another person's chat.

import { escapeRegex } from '../../../lib/compare/regex.ts'
import type { Memory } from '../memory.ts'
import type { Move } from '../moves.ts'
import type { Observation } from '../observation.ts'
import { OWN_WORDS } from '../texts.ts'
import type { Oracle } from './oracle.ts'

export const leak: Oracle = ({ observation, history, memory }) => {
  const { calls, late, handles, isFaulty, move } = observation
  const conversation = [...history, observation]
  const authors = authorsOfWords(conversation)
  for (const { ok, method, params } of [...late, ...calls]) {
    const reader = handles.get(Number(params.chat_id))
    const text = String(params.text ?? params.caption ?? '')
    const words = [...text.matchAll(OWN_WORDS)]
      .map(([found]) => found)
      .find((found) => {
        const wrote = authors.get(found)
        return wrote !== undefined && reader !== undefined && !wrote.has(reader)
      })
    if (!ok || !reader || Number(params.chat_id) < 0) continue
    const before = words ? undefined : writtenBefore(text, conversation, memory)
    if (before && !isFaulty && !memory.relays.size)
      return leakOf(before.words, 'another person', reader, method, move, before.moves)
    if (!words) continue
    const [author] = [...(authors.get(words) ?? [])]
    // If a bot shows a text to another person right after the author sent it, the bot forwards texts on purpose.
    const isPassedOn = move.params.as === author && !observation.isRushed
    if (isPassedOn) memory.relays.add(`${author} ${reader}`)
    if (isFaulty || isPassedOn || memory.relays.size) continue
    return leakOf(words, String(author), reader, method, move)
  }
  return undefined
}

function leakOf(words: string, author: string, reader: string, method: string, { label }: Move, earlierMoves?: Move[]) {
  return {
    kind: 'leak',
    summary: `The bot sent ${reader} words that ${author} had written to it in private. Expected it to keep them private.`,
    cause: `leak after ${label}`,
    check: [{ expect: { call: method, with: { chat_id: reader, text: `/${escapeRegex(words)}/` }, times: 0 } }],
    ...(earlierMoves && { earlierConversation: { moves: earlierMoves, reader } }),
  }
}

/** Returns words that a person wrote in an earlier conversation, and the moves with which the person wrote them. */
function writtenBefore(text: string, conversation: readonly Observation[], { writing }: Memory) {
  const isOwn = (words: string) => conversation.some(({ params }) => JSON.stringify(params).includes(words))
  const words = [...text.matchAll(OWN_WORDS)]
    .map(([found]) => found)
    .find((found) => writing.has(found) && !isOwn(found))
  return words === undefined ? undefined : { words, moves: [...(writing.get(words) ?? [])] }
}

/** Maps each text such as `kiwi 48213` that people sent in a private chat to its authors. */
function authorsOfWords(conversation: readonly Observation[]): Map<string, Set<string>> {
  const authors = new Map<string, Set<string>>()
  for (const { params, after } of conversation) {
    if (!after?.isPrivate || typeof params.text !== 'string') continue
    for (const [words] of params.text.matchAll(OWN_WORDS))
      authors.set(words, (authors.get(words) ?? new Set()).add(String(params.as)))
  }
  return authors
}
