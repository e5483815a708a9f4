// Items that only say something, and the items of a view.

import type { Item } from '../components/item.ts'
import { dim, strong } from '../components/words.tsx'

export const saying = (text: string, id = 'text'): Item => ({ id, parts: [dim(text)], isWrapped: true })
export const heading = (text: string): Item => ({ id: `heading ${text}`, parts: [strong(text)], isHeading: true })

/** The items of all that a view of the control API lists; without any, says `none`. */
export function listed<One>(all: readonly One[] | undefined, none: string, itemsOf: (one: One) => Item[]): Item[] {
  if (!all) return [saying('Loading')]
  return all.length ? all.flatMap(itemsOf) : [saying(none)]
}
