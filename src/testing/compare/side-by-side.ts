// Puts both conversations side by side, around their first difference.

import { isDeepStrictEqual } from 'node:util'
import { alignMessages } from '../seen/align-messages.ts'
import { seenLine } from './differences.ts'
import type { Group } from './groups.ts'
import type { ToldLine } from './told.ts'

export interface ChatRow {
  before?: ToldLine | undefined
  after?: ToldLine | undefined
  differs: boolean
}

const AROUND = 3

/** Returns the rows of the chat in which the group's first difference is. */
export function chatRows({ places: [place], before, after }: Group): ChatRow[] {
  const { chat, before: was, after: is } = place?.difference ?? {}
  const inChat = ({ lines }: Group['before']) => lines.filter((line) => line.chat === chat)
  const [old, now] = [inChat(before), inChat(after)]
  const rows = alignMessages(old.map(seenLine), now.map(seenLine)).map(({ first, second }): ChatRow => {
    const [one, other] = [old[first ?? -1], now[second ?? -1]]
    const differs = !one || !other || !isDeepStrictEqual(seenLine(one), seenLine(other))
    return { before: one, after: other, differs }
  })
  const at = rows.findIndex((row) => (was && row.before === was) || (is && row.after === is))
  return at === -1 ? [] : rows.slice(Math.max(0, at - AROUND), at + AROUND + 1)
}
