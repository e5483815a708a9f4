// Writes what a bot answered in place of what was expected, and leaves the rest of the file as it was.

import { type Document, isAlias, isNode, parseDocument } from 'yaml'

export interface Correction {
  /** Where the expectation stands in its file, as keys. */
  path: readonly (string | number)[]
  /** Where in it the difference is, as keys joined by dots. */
  at: string
  /** As it is to stand in the file; of a list that is longer or shorter, the list. */
  written: unknown
}

export const corrected = (text: string, corrections: readonly Correction[]): string => corrections.reduce(correct, text)

function correct(text: string, { path, at, written }: Correction): string {
  const document = parseDocument(text, { merge: true })
  const keys = [...path, ...keysOf(at)]
  const node = document.getIn(keys, true)
  if (!isNode(node) || isAlias(node) || !node.range) {
    copyAliases(document, keys)
    document.setIn(keys, written)
    return document.toString({ lineWidth: 0, ...(isJson(text) && { defaultStringType: 'QUOTE_DOUBLE' }) })
  }
  const [from, to] = node.range
  const whole = text.slice(from, to)
  const after = whole.slice(whole.trimEnd().length)
  const value = JSON.stringify(written)
  // What was left empty may stand right between its colon and a comment.
  return text.slice(0, from) + (whole ? value + after : ` ${value} `) + text.slice(to)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whatever else an anchor stands for stays as it is: on the way to this place each alias becomes a copy. */
function copyAliases(document: Document, keys: readonly (string | number)[]) {
  for (const i of keys.keys()) {
    const node = document.getIn(keys.slice(0, i), true)
    if (isAlias(node)) document.setIn(keys.slice(0, i), document.createNode(node.resolve(document)?.toJS(document)))
  }
}

const keysOf = (at: string): (string | number)[] => at.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
