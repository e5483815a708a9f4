// Items that only say something.

import type { Item } from '../components/item.ts'
import { dim, strong } from '../components/words.tsx'

export const saying = (text: string, id = 'text'): Item => ({ id, parts: [dim(text)], isWrapped: true })
export const heading = (text: string): Item => ({ id: `heading ${text}`, parts: [strong(text)], isHeading: true })
