// A file's text as values, each of which knows its line and column.

import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml'
import type { Place } from '../place-in-file.ts'
import type { Mistake } from './mistake.ts'

export type Path = readonly PropertyKey[]

export interface Source {
  file: string
  value: unknown
  /** The place of a value, or of the nearest thing around it. */
  placeOf(path: Path): Place
  /** The place of a key itself. */
  placeOfKey(path: Path): Place
}

export function readSource(file: string, text: string): Source | Mistake[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false })
  const placed = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  if (document.errors.length) {
    // Where there is no end of brackets, one error follows from the other.
    const endless = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
    const errors = endless ? [endless] : document.errors
    return errors.map(({ pos, code, message }) => ({
      at: placed(pos[0]),
      ...(EXPLAINED[code] ?? { message: `${message}.`, hint: 'This is no valid YAML.' }),
    }))
  }

  const circle = circleIn(document)
  if (circle !== undefined) {
    return [{ at: placed(circle), message: 'An alias stands in what it stands for.', hint: 'Break the circle.' }]
  }

  const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)

  function pairIn(node: unknown, key: PropertyKey): Pair | undefined {
    return isMap(node) ? node.items.find((pair) => String((pair.key as { value?: unknown })?.value) === key) : undefined
  }

  function offsetOf(path: Path, ofKey: boolean): number {
    let node: unknown = document.contents
    let offset = start(node) ?? 0
    for (const [i, key] of path.entries()) {
      const pair = pairIn(node, String(key))
      if (ofKey && i === path.length - 1 && pair) return start(pair.key) ?? offset
      const next = pair ? pair.value : isSeq(node) ? node.items[Number(key)] : undefined
      if (!isNode(next)) return (pair && start(pair.key)) ?? offset
      offset = start(next) ?? offset
      node = resolved(next)
    }
    return offset
  }

  try {
    return {
      file,
      value: document.toJS({ maxAliasCount: 100 }) ?? {},
      placeOf: (path) => placed(offsetOf(path, false)),
      placeOfKey: (path) => placed(offsetOf(path, true)),
    }
  } catch (error) {
    return [{ at: placed(0), message: `${(error as Error).message}.`, hint: 'Use fewer aliases.' }]
  }
}

/** Where an alias stands inside of its own anchor: what it stands for would have no end. */
function circleIn(document: Document): number | undefined {
  let place: number | undefined
  visit(document, {
    Alias(_, alias) {
      const [from, , to] = alias.resolve(document)?.range ?? []
      const at = alias.range?.[0]
      if (at === undefined || from === undefined || to === undefined || at < from || at >= to) return undefined
      place = at
      return visit.BREAK
    },
  })
  return place
}

/** What the library says in words for programmers. */
const EXPLAINED: Partial<Record<ErrorCode, Pick<Mistake, 'message' | 'hint'>>> = {
  MULTIPLE_DOCS: { message: 'The file holds several documents.', hint: 'Write each into a file of its own.' },
  RESOURCE_EXHAUSTION: {
    message: 'It is nested too deeply.',
    hint: 'Write it with fewer lists and maps inside one another.',
  },
}

const start = (node: unknown): number | undefined => (isNode(node) ? (node as Node).range?.[0] : undefined)
