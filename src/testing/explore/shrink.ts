// Removes moves and shortens texts as long as the failure still happens.

import type { Move } from './moves.ts'

/** Plays moves. Returns true if the last move shows the failure that is being shrunk. */
export type StillFails = (moves: readonly Move[]) => Promise<boolean>

const MAX_TEXT_TRIES = 12
const SHORT_TEXT = 24

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

/** Sends commands without arguments, and removes the start and the end of long texts, while the failure remains. */
async function shortenTexts(moves: readonly Move[], stillFails: StillFails): Promise<readonly Move[]> {
  let current = moves
  for (const [i, move] of moves.entries()) {
    const { length } = String(move.params.text ?? '')
    const replaceText = async (text: string, label = move.label) => {
      const shorter = current.with(i, { ...move, label, params: { ...move.params, text } })
      if (text.trim() && (await stillFails(shorter))) current = shorter
    }
    const [command = ''] = String(move.params.text).split(' ')
    if (/^command .* with /.test(move.label)) await replaceText(command, `command ${command}`)
    else if (length > SHORT_TEXT && !move.label.startsWith('command'))
      for (let size = Math.ceil(length / 2), tries = 0; tries < MAX_TEXT_TRIES; size = Math.ceil(size / 2), tries += 2)
        for (const range of [[0, -size], [size]])
          await replaceText([...String(current[i]?.params.text)].slice(...range).join(''))
  }
  return current
}
