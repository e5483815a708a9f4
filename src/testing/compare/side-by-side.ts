// Puts both conversations side by side, around their first difference.

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
export function chatRows({ places, before, after }: Group, around = AROUND): ChatRow[] {
  const [first] = places
  const inChat = ({ lines }: Group['before']) => lines.filter(({ chat }) => chat === first?.difference.chat)
  const [old, now] = [inChat(before), inChat(after)]
  const differing = new Set(places.flatMap(({ difference }) => [difference.before, difference.after]))
  const isDiffering = (line: ToldLine | undefined) => line !== undefined && differing.has(line)
  const rows = alignMessages(old.map(seenLine), now.map(seenLine)).map((pair): ChatRow => {
    const [one, other] = [old[pair.first ?? -1], now[pair.second ?? -1]]
    return { before: one, after: other, differs: isDiffering(one) || isDiffering(other) }
  })
  const at = rows.findIndex(({ differs }) => differs)
  return at === -1 ? [] : rows.slice(Math.max(0, at - around), at + around + 1)
}
