// JSON as items of a list: short values on one row, deep values folded.

import { escapeInvisible } from '../../../lib/safe-text.ts'
import { dim, type Item, type Part } from '../screen/items.ts'
import { inspectorColumns } from '../screen/panes.ts'
import { type Screen, setInspector } from '../screen/screen.ts'
import { width } from '../text/cells.ts'

export const isUnfolded = ({ inspector }: Screen, id: string) => inspector.value.unfolded.includes(id)

export const fold = (screen: Screen, id: string) => () => {
  const { unfolded } = screen.inspector.peek()
  setInspector(screen, { unfolded: unfolded.includes(id) ? unfolded.filter((one) => one !== id) : [...unfolded, id] })
}

type Entries = readonly (readonly [name: string, value: unknown])[]

const entriesOf = (value: object): Entries =>
  Array.isArray(value) ? value.map((one) => ['', one]) : Object.entries(value).filter(([, one]) => one !== undefined)

function inline(value: unknown): string {
  if (typeof value === 'string') return escapeInvisible(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const inner = entriesOf(value).map(([name, one]) => `${name && `${name}: `}${inline(one)}`)
  return `${open}${inner.join(', ')}${close}`
}

const OPEN_DEPTH = 2

/** Values up to a depth of two are unfolded, unless they were toggled. */
export function jsonItems(screen: Screen, value: unknown, root: string): Item[] {
  const { signs } = screen.look
  const room = inspectorColumns(screen)
  function itemsOf(name: string, one: unknown, id: string, depth: number): Item[] {
    const label: Part[] = name ? [dim(`${name}: `)] : []
    const text = inline(one)
    const base = { id, indent: depth * 2, value: one }
    if (width(`${name}: ${text}`) <= room - base.indent - 1) return [{ ...base, parts: [...label, text] }]
    const isToggled = isUnfolded(screen, id)
    const run = fold(screen, id)
    if (typeof one !== 'object' || one === null)
      return [{ ...base, parts: [`${name && `${name}: `}${text}`], isWrapped: true, isUnfolded: isToggled, run }]
    const isFolded = depth >= OPEN_DEPTH !== isToggled
    const entries = entriesOf(one)
    const count = Array.isArray(one) ? `[${entries.length}]` : `{ ${entries.map(([key]) => key).join(', ')} }`
    if (isFolded) return [{ ...base, parts: [`${signs.folded} `, ...label, dim(count)], run }]
    return [
      { ...base, parts: [`${signs.unfolded} `, dim(name || (Array.isArray(one) ? '[]' : '{}'))], run },
      ...entries.flatMap(([key, inner], i) => itemsOf(key, inner, `${id}.${key || i}`, depth + 1)),
    ]
  }
  if (typeof value !== 'object' || value === null) return itemsOf('', value, root, 0)
  return entriesOf(value).flatMap(([key, one], i) => itemsOf(key, one, `${root}.${key || i}`, 0))
}
