// Removes moves and shortens texts as long as the failure still happens.

import type { Move } from './moves.ts'
import { shrinkText } from './texts.ts'

/** Plays moves with a restarted bot. Returns true if the last move shows the failure that is being shrunk. */
export type StillFails = (moves: readonly Move[]) => Promise<boolean>

const MAX_TEXT_TRIES = 12
const SHORT_TEXT = 24
/** Each of at most this many moves is tried alone before the last one: most failures need no more than two. */
const MOST_FOR_PAIRS = 16

/** Removes moves, then shortens texts, as long as the last move still shows the failure. */
export async function shrinkMoves(moves: readonly Move[], stillFails: StillFails): Promise<Move[]> {
  const withoutLast = moves.slice(0, -1)
  // The last move may be unnecessary: a failure caused by a timer of the bot is seen only after a later move.
  const start = withoutLast.length && (await stillFails(withoutLast)) ? withoutLast : moves
  return shortenTexts(await removeArguments(await removeMoves([...start], stillFails), stillFails), stillFails)
}

/** Returns the shortest lists of moves to try: most failures need only the last move, or a `start` before it. */
export function shortestMoves(moves: readonly Move[]): Move[][] {
  const last = moves.at(-1) as Move
  const start = moves.find(({ action, params }) => action === 'start' && params.as === last.params.as)
  return [[last], ...(start && start !== last ? [[start, last]] : [])]
}

async function removeMoves(moves: Move[], stillFails: StillFails): Promise<Move[]> {
  let current = moves
  const last = moves.at(-1) as Move
  const pairs = moves.length <= MOST_FOR_PAIRS ? moves.slice(0, -1).map((move) => [move, last]) : []
  for (const few of [...shortestMoves(moves), ...pairs]) {
    if (few.length < current.length && (await stillFails(few))) return few
  }
  let size = Math.max(1, Math.floor((current.length - 1) / 2))
  for (;;) {
    let hasRemoved = false
    for (let from = current.length - 1 - size; from > -size; from -= size) {
      const begin = Math.max(0, from)
      const fewer = current.toSpliced(begin, Math.min(size, current.length - 1 - begin))
      if (fewer.length < current.length && (await stillFails(fewer))) {
        current = fewer
        hasRemoved = true
      }
    }
    if (size === 1 && !hasRemoved) return current
    size = Math.max(1, Math.floor(size / 2))
  }
}

async function removeArguments(moves: Move[], stillFails: StillFails): Promise<Move[]> {
  let current = moves
  for (const [i, move] of moves.entries()) {
    const [command] = String(move.params.text).split(' ')
    const bare = current.with(i, { ...move, params: { ...move.params, text: command }, label: `command ${command}` })
    if (/^command .* with /.test(move.label) && (await stillFails(bare))) current = bare
  }
  return current
}

async function shortenTexts(moves: Move[], stillFails: StillFails): Promise<Move[]> {
  let current = moves
  for (const [i, { params, label }] of moves.entries()) {
    const { text } = params
    if (typeof text !== 'string' || text.length <= SHORT_TEXT || label.startsWith('command')) continue
    const withText = (shorter: string) =>
      current.with(i, { ...(current[i] as Move), params: { ...params, text: shorter } })
    current = withText(await shrinkText(text, (shorter) => stillFails(withText(shorter)), MAX_TEXT_TRIES))
  }
  return current
}
