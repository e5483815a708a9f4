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
  type YAMLMap,
} from 'yaml'
import type { Location } from '../location.ts'
import type { Mistake } from './mistake.ts'

export type Path = readonly PropertyKey[]

export interface Source {
  file: string
  value: unknown
  /** Returns the location of the value at a path of keys, or of its nearest parent that exists. */
  locationOf(path: Path): Location
  /** Returns the location of the last key in a path, instead of the location of its value. */
  keyLocationOf(path: Path): Location
}

/** The maximum length of a file's text. Longer texts can take minutes to parse, and real files are far shorter. */
const MAX_CHARACTERS = 2 * 1024 * 1024
const MAX_REPORTED_SYNTAX_ERRORS = 1000
/** The maximum number of keys in a map. Larger maps are slow to check, and real files have far fewer keys. */
const MAX_KEYS = 10_000
/** The maximum number of aliases. The YAML parser takes longer for each alias than for the previous one. */
const MAX_ALIASES = 2000

export function readSource(file: string, text: string): Source | Mistake[] {
  if (text.length > MAX_CHARACTERS) {
    const message = `The file has ${text.length} characters. At most ${MAX_CHARACTERS} are allowed.`
    return [{ at: { file, line: 1, column: 1 }, message, hint: 'Split the file into several files.' }]
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, uniqueKeys: false })
  const locationAt = (offset: number): Location => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  if (document.errors.length) {
    // Nesting that is too deep causes many follow-up errors, so only the error about the nesting is reported.
    const tooDeep = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
    const errors = tooDeep ? [tooDeep] : document.errors.slice(0, MAX_REPORTED_SYNTAX_ERRORS)
    return errors.map(({ pos, code, message }) => ({
      at: locationAt(pos[0]),
      ...(EXPLANATIONS[code] ?? { message: `${message}.`, hint: 'Correct the YAML syntax.' }),
    }))
  }

  const keyMistakes = checkKeys(document, locationAt)
  if (keyMistakes.length) return keyMistakes

  const wrongAlias = findWrongAlias(document)
  if (wrongAlias) {
    const { offset, ...mistake } = wrongAlias
    return [{ at: locationAt(offset), ...mistake }]
  }

  const resolveAlias = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)

  const pairs = new WeakMap<YAMLMap, Map<string, Pair>>()

  function findPair(node: unknown, key: string): Pair | undefined {
    if (!isMap(node)) return undefined
    const pairsByKey = pairs.get(node) ?? new Map(node.items.map((pair) => [keyText(pair), pair]))
    pairs.set(node, pairsByKey)
    return pairsByKey.get(key)
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

const keyText = ({ key }: Pair) => String((key as { value?: unknown } | null)?.value)

/** Reports maps with too many keys, and repeated keys, which the YAML parser can find only in quadratic time. */
function checkKeys(document: Document, locationAt: (offset: number) => Location): Mistake[] {
  const mistakes: Mistake[] = []
  visit(document, {
    Map(_, { items, range }) {
      if (items.length > MAX_KEYS) {
        const message = `This map has ${items.length} keys. At most ${MAX_KEYS} are allowed.`
        mistakes.push({ at: locationAt(range?.[0] ?? 0), message, hint: 'Split the file into several files.' })
        return visit.BREAK
      }
      const keys = new Set<string>()
      for (const pair of items) {
        const key = keyText(pair)
        const at = locationAt(startOffset(pair.key) ?? 0)
        if (keys.has(key) && key !== '<<')
          mistakes.push({ at, message: `The key "${key}" is repeated.`, hint: 'Write each key of a map only once.' })
        keys.add(key)
      }
      return undefined
    },
  })
  return mistakes
}

/** Finds an alias inside the value that the alias refers to, or the first alias beyond MAX_ALIASES. */
function findWrongAlias(document: Document): { offset: number; message: string; hint: string } | undefined {
  let wrong: ReturnType<typeof findWrongAlias>
  let aliases = 0
  const anchored = new Map<string, unknown>()
  visit(document, {
    Node(_, node, path) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchored.set(node.anchor, node)
        return undefined
      }
      const offset = startOffset(node) ?? 0
      if (path.some((parent) => parent === anchored.get(node.source))) {
        const message = 'This alias refers to a value that contains the alias.'
        wrong = { offset, message, hint: 'Remove the alias.' }
      } else if (++aliases > MAX_ALIASES) {
        const message = `The file has more than ${MAX_ALIASES} aliases.`
        wrong = { offset, message, hint: 'Split the file into several files.' }
      }
      return wrong && visit.BREAK
    },
  })
  return wrong
}

const EXPLANATIONS: Partial<Record<ErrorCode, Pick<Mistake, 'message' | 'hint'>>> = {
  MULTIPLE_DOCS: { message: 'The file contains several YAML documents.', hint: 'Put each document into its own file.' },
  RESOURCE_EXHAUSTION: { message: 'The file is nested too deeply.', hint: 'Use fewer levels of lists and maps.' },
}

const startOffset = (node: unknown): number | undefined => (isNode(node) ? (node as Node).range?.[0] : undefined)
