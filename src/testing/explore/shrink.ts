// Removes moves and shortens texts as long as the failure still happens.

import { type Move, withoutArgument } from './moves.ts'

/** Plays moves. Returns true if the last move shows the failure that is being shrunk. */
export type StillFails = (moves: readonly Move[]) => Promise<boolean>

/** The numbers of characters that are tried of a long text. */
const LENGTHS = [24, 100, 300, 1000]

/**
 * Returns the fewest moves that show the failure, with the shortest texts, or undefined if it does not happen again.
 * `timer` is the move that follows if the failure needs a timer of the bot.
 */
export async function shrinkMoves(moves: readonly Move[], stillFails: StillFails, timer: Move) {
  const failing = await findFirst([...shortestMoves(moves), moves, [...moves, timer]], stillFails)
  return failing && shortenTexts(await removeMoves(failing, stillFails), stillFails)
}

async function findFirst(lists: readonly (readonly Move[])[], stillFails: StillFails) {
  for (const some of lists) if (await stillFails(some)) return some
  return undefined
}

/** Returns short lists of moves to try first: most failures need only the last moves, or the last after /start. */
function shortestMoves(moves: readonly Move[]): (readonly Move[])[] {
  const last = moves.at(-1) as Move
  const start = moves.find(({ action, params }) => action === 'start' && params.as === last.params.as)
  const newest = [2, 4, 8, 16].map((count) => moves.slice(-count))
  return [[last], ...(start ? [[start, last]] : []), ...newest].filter((few) => few.length < moves.length)
}

async function removeMoves(moves: readonly Move[], stillFails: StillFails): Promise<readonly Move[]> {
  const withoutLast = moves.slice(0, -1)
  // The last move may be unnecessary: a failure caused by a timer of the bot is seen only after a later move.
  let current = withoutLast.length && (await stillFails(withoutLast)) ? withoutLast : moves
  for (let size = Math.ceil(current.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = current.length - 1 - size; from >= 0; from -= size) {
      const fewer = current.toSpliced(from, size)
      if (await stillFails(fewer)) current = fewer
    }
  return current
}

/** Sends commands without arguments, and only the beginning of long texts, if the failure remains. */
async function shortenTexts(moves: readonly Move[], stillFails: StillFails): Promise<readonly Move[]> {
  let current = moves
  for (const [i, move] of moves.entries()) {
    const characters = [...String(move.params.text ?? '')]
    const beginnings = LENGTHS.filter((length) => length < characters.length)
    const isWithArgument = /^command .* with /.test(move.label)
    const label = isWithArgument ? withoutArgument(move.label) : move.label
    const texts = isWithArgument
      ? [label.replace('command ', '')]
      : beginnings.map((length) => characters.slice(0, length).join(''))
    const shorter = texts.map((text) => current.with(i, { ...move, label, params: { ...move.params, text } }))
    current = (await findFirst(shorter, stillFails)) ?? current
  }
  return current
}
