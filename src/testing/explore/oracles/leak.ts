// The oracle `leak`: what one person wrote to the bot appears in another person's chat.

import { escapeRegex } from '../../../lib/compare/regex.ts'
import { nameFromHandle } from '../../worlds/world-file.ts'
import { deedText } from '../deed.ts'
import type { Observation } from '../observation.ts'
import { OWN_WORDS } from '../texts.ts'
import { type Oracle, textsOf, withoutArgument } from './oracle.ts'

export const leak: Oracle = ({ observation, history, memory }) => {
  const { calls, late, handles, isFaulty, move } = observation
  const conversation = [...history, observation]
  const authors = authorsOfWords(conversation)
  for (const { ok, method, params, body } of [...late, ...calls]) {
    const reader = handles.get(Number(params.chat_id))
    const text = textsOf({ params, body }).join('\n')
    const words = [...text.matchAll(OWN_WORDS)]
      .map(([found]) => found)
      .find((found) => {
        const wrote = authors.get(found)
        return wrote !== undefined && reader !== undefined && !wrote.has(reader)
      })
    if (!ok || !reader || Number(params.chat_id) < 0) continue
    if (!words) continue
    const [author] = [...(authors.get(words) ?? [])]
    // If a bot shows a text to another person right after the author sent it, the bot forwards texts on purpose.
    const isPassedOn = move.params.as === author
    if (isPassedOn) memory.relays.add(`${author} ${reader}`)
    if (isFaulty || isPassedOn || memory.relays.size) continue
    return leakOf(observation, words, nameFromHandle(String(author)), reader, method)
  }
  return undefined
}

function leakOf(observation: Observation, words: string, author: string, reader: string, method: string) {
  return {
    kind: 'leak',
    summary: `${deedText(observation)}, the bot shows ${nameFromHandle(reader)} words that ${author} had written to it in private: ${words}`,
    cause: `leak after ${withoutArgument(observation.move.label)}`,
    check: [{ expect: { call: method, with: { chat_id: reader, text: `/${escapeRegex(words)}/` }, times: 0 } }],
  }
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
