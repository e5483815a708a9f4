// Parses a YAML or JSON file, and locates each value in it.

import { type Document, type ErrorCode, isAlias, isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Location } from '../location.ts'
import type { Mistake } from './mistake.ts'

export type Path = readonly PropertyKey[]

export interface Source {
  file: string
  value: unknown
  /** Returns the location of the value at a path, or of the last key in the path, or of what exists of the path. */
  locationOf(path: Path, part?: 'value' | 'key'): Location
}

type Located = (source: Pick<Source, 'locationOf'>, path: Path, message: string, hint: string) => Mistake

export const mistakeAt: Located = (source, path, message, hint) => ({ at: source.locationOf(path), message, hint })

export const mistakeAtKey: Located = (source, path, message, hint) => ({
  at: source.locationOf(path, 'key'),
  message,
  hint,
})

export function readSource(file: string, text: string): Source | Mistake[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false })
  const locationAt = (offset: number): Location => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  if (document.errors.length) {
    return document.errors.map(({ pos: [start], code, message }) => ({
      at: locationAt(start),
      ...(EXPLANATIONS[code]?.(text.slice(start)) ?? { message: `${message}.`, hint: 'Correct the YAML syntax.' }),
    }))
  }
  try {
    return {
      file,
      value: valueIn(document),
      locationOf: (path, part) => locationAt(offsetOf(document, path, part === 'key')),
    }
  } catch (error) {
    return [{ at: locationAt(0), message: `${(error as Error).message.split('\n')[0]}.`, hint: 'Correct the aliases.' }]
  }
}

/** Throws for an alias without an anchor, and for an alias inside the value that it refers to. */
function valueIn(document: Document): unknown {
  const value = document.toJS({ maxAliasCount: 100 }) ?? {}
  JSON.stringify(value)
  return value
}

function offsetOf(document: Document, path: Path, isKey: boolean): number {
  let node: unknown = document.contents
  let offset = startOf(node) ?? 0
  for (const [i, key] of path.entries()) {
    const pair = isMap(node) ? node.items.find((each) => keyText(each.key) === String(key)) : undefined
    const next = pair ? pair.value : isSeq(node) ? node.items[Number(key)] : undefined
    const isKeyWanted = !isNode(next) || (isKey && i === path.length - 1)
    if (isKeyWanted) return startOf(pair?.key) ?? startOf(next) ?? offset
    offset = startOf(next) ?? offset
    node = isAlias(next) ? next.resolve(document) : next
  }
  return offset
}

const keyText = (key: unknown) => String((key as { value?: unknown } | null)?.value)

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)

const EXPLANATIONS: Partial<Record<ErrorCode, (text: string) => Pick<Mistake, 'message' | 'hint'>>> = {
  MULTIPLE_DOCS: () => ({
    message: 'The file contains several YAML documents.',
    hint: 'Put each document into its own file.',
  }),
  DUPLICATE_KEY: (text) => ({
    message: `The key "${/^["']?([^"':\n]*)/.exec(text)?.[1]}" is repeated.`,
    hint: 'Write each key of a map only once.',
  }),
}
