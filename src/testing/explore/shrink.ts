// Removes moves and shortens texts as long as the failure still happens.

import type { Move } from './moves.ts'

/** Plays moves. Returns true if the last move shows the failure that is being shrunk. */
export type StillFails = (moves: readonly Move[]) => Promise<boolean>

const MAX_TEXT_TRIES = 12
const SHORT_TEXT = 24
/** Each of at most this many moves is tried alone before the last one: most failures need no more than two. */
const MOST_FOR_PAIRS = 16

/** Removes moves, then arguments and ends of texts, as long as the last move still shows the failure. */
export async function shrinkMoves(moves: readonly Move[], stillFails: StillFails): Promise<readonly Move[]> {
  const withoutLast = moves.slice(0, -1)
  // The last move may be unnecessary: a failure caused by a timer of the bot is seen only after a later move.
  const start = withoutLast.length && (await stillFails(withoutLast)) ? withoutLast : moves
  let current = await removeMoves(start, stillFails)
  for (const [i, move] of current.entries()) {
    const replaceText = (text: string, label = move.label) =>
      current.with(i, { ...move, label, params: { ...move.params, text } })
    const text = String(move.params.text ?? '')
    const [command = ''] = text.split(' ')
    if (/^command .* with /.test(move.label)) {
      const bare = replaceText(command, `command ${command}`)
      if (await stillFails(bare)) current = bare
    } else if (text.length > SHORT_TEXT && !move.label.startsWith('command'))
      current = replaceText(await shrinkText(text, (shorter) => stillFails(replaceText(shorter))))
  }
  return current
}

/** Returns short lists of moves to try first: most failures need only the last move, or one or two before it. */
export function shortestMoves(moves: readonly Move[]): (readonly Move[])[] {
  const last = moves.at(-1) as Move
  const start = moves.find(({ action, params }) => action === 'start' && params.as === last.params.as)
  const withStart = (some: readonly Move[]) => (start && !some.includes(start) ? [[start, ...some]] : [])
  const two = moves.slice(-2)
  return [[last], ...withStart([last]), two, ...withStart(two)].filter((few) => few.length < moves.length)
}

async function removeMoves(moves: readonly Move[], stillFails: StillFails): Promise<readonly Move[]> {
  let current = moves
  const last = moves.at(-1) as Move
  const pairs = moves.length <= MOST_FOR_PAIRS ? moves.slice(0, -2).map((move) => [move, last]) : []
  for (const few of [...shortestMoves(moves), ...pairs])
    if (few.length < moves.length && (await stillFails(few))) return few
  for (let size = Math.max(1, Math.floor((current.length - 1) / 2)); ; size = Math.max(1, Math.floor(size / 2))) {
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
  }
}

/** Removes the start and the end of a text while `stillFails` returns true. */
async function shrinkText(text: string, stillFails: (text: string) => Promise<boolean>) {
  let characters = [...text]
  let tries = 0
  for (let size = Math.ceil(characters.length / 2); size >= 1; size = Math.floor(size / 2))
    for (const range of [[0, -size], [size]]) {
      const fewer = characters.slice(...range)
      if (tries++ < MAX_TEXT_TRIES && fewer.join('').trim() && (await stillFails(fewer.join('')))) characters = fewer
    }
  return characters.join('')
}
