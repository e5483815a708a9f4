// Parses a YAML or JSON file, and locates each value in it.

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
import type { Location } from '../location.ts'
import type { Mistake } from './mistake.ts'

export type Path = readonly PropertyKey[]

export interface Source {
  file: string
  value: unknown
  /** Returns the location of a value, or of its nearest parent that exists. */
  locationOf(path: Path): Location
  /** Returns the location of a key instead of its value. */
  keyLocationOf(path: Path): Location
}

export function readSource(file: string, text: string): Source | Mistake[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false })
  const locationAt = (offset: number): Location => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  if (document.errors.length) {
    // Too deep nesting causes many follow-up errors; report only the first.
    const tooDeep = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
    const errors = tooDeep ? [tooDeep] : document.errors
    return errors.map(({ pos, code, message }) => ({
      at: locationAt(pos[0]),
      ...(EXPLANATIONS[code] ?? { message: `${message}.`, hint: 'This is no valid YAML.' }),
    }))
  }

  const cycleOffset = findAliasCycle(document)
  if (cycleOffset !== undefined) {
    return [
      { at: locationAt(cycleOffset), message: 'An alias stands in what it stands for.', hint: 'Break the circle.' },
    ]
  }

  const resolveAlias = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)

  function findPair(node: unknown, key: PropertyKey): Pair | undefined {
    return isMap(node) ? node.items.find((pair) => String((pair.key as { value?: unknown })?.value) === key) : undefined
  }

  function offsetOf(path: Path, isKey: boolean): number {
    let node: unknown = document.contents
    let offset = startOffset(node) ?? 0
    for (const [i, key] of path.entries()) {
      const pair = findPair(node, String(key))
      if (isKey && i === path.length - 1 && pair) return startOffset(pair.key) ?? offset
      const next = pair ? pair.value : isSeq(node) ? node.items[Number(key)] : undefined
      if (!isNode(next)) return (pair && startOffset(pair.key)) ?? offset
      offset = startOffset(next) ?? offset
      node = resolveAlias(next)
    }
    return offset
  }

  try {
    return {
      file,
      value: document.toJS({ maxAliasCount: 100 }) ?? {},
      locationOf: (path) => locationAt(offsetOf(path, false)),
      keyLocationOf: (path) => locationAt(offsetOf(path, true)),
    }
  } catch (error) {
    return [{ at: locationAt(0), message: `${(error as Error).message}.`, hint: 'Use fewer aliases.' }]
  }
}

/** Returns the offset of an alias inside its own anchor, which would expand without end. */
function findAliasCycle(document: Document): number | undefined {
  let offset: number | undefined
  visit(document, {
    Alias(_, alias) {
      const [from, , to] = alias.resolve(document)?.range ?? []
      const at = alias.range?.[0]
      if (at === undefined || from === undefined || to === undefined || at < from || at >= to) return undefined
      offset = at
      return visit.BREAK
    },
  })
  return offset
}

/** Messages for errors that the YAML parser describes in technical terms. */
const EXPLANATIONS: Partial<Record<ErrorCode, Pick<Mistake, 'message' | 'hint'>>> = {
  MULTIPLE_DOCS: { message: 'The file holds several documents.', hint: 'Write each into a file of its own.' },
  RESOURCE_EXHAUSTION: {
    message: 'It is nested too deeply.',
    hint: 'Write it with fewer lists and maps inside one another.',
  },
}

const startOffset = (node: unknown): number | undefined => (isNode(node) ? (node as Node).range?.[0] : undefined)
