// Finds the first text that matches one of several patterns, under one deadline.

import { Script } from 'node:vm'
import { regexIn, rememberSlow, runUnderDeadline, runWithin, slowLength } from './regex.ts'

interface Position {
  text: number
  pattern: number
}

export interface Match extends Position {
  /** True if the pattern takes too long on the text, so that it is unknown whether it matches. */
  slow: boolean
}

/**
 * Tests each expression on each text, up to the position `end`. If one matches, stores the indexes of the first match
 * in `at` and returns false. Returns null if nothing matches, and true if an expression is known to be too slow for a
 * text.
 */
const finder = new Script(`(() => {
  const tests = expressions.map(({ source, flags }) => new RegExp(source, flags))
  for (at.text = 0; at.text < texts.length; at.text++) {
    for (at.expression = 0; at.expression < tests.length; at.expression++) {
      const { pattern, from } = expressions[at.expression]
      if (at.text === end.text && pattern > end.pattern) break
      if (texts[at.text].length >= from) return true
      tests[at.expression].lastIndex = 0
      if (tests[at.expression].test(texts[at.text])) return false
    }
  }
  return null
})()`)

/** Finds the first match. A pattern between slashes is a regular expression; any other pattern ignores letter case. */
export function firstMatch(patterns: readonly string[], texts: readonly string[]): Match | undefined {
  const plain = firstPlain(patterns, texts)
  // If a plain pattern matches a text, the first match is in this text or an earlier one. Later texts are not tested.
  const before = plain ? texts.slice(0, plain.text + 1) : texts
  return firstExpression(patterns, before, plain) ?? plain
}

function firstExpression(
  patterns: readonly string[],
  texts: readonly string[],
  end: Position = { text: texts.length, pattern: 0 },
): Match | undefined {
  const expressions = patterns.flatMap((text, pattern) => {
    const regex = regexIn(text)
    return regex ? [{ ...regex, pattern, from: slowLength(regex) }] : []
  })
  if (!expressions.length || !texts.length) return undefined
  const at = { text: 0, expression: 0 }
  const names = { expressions, texts, end, at }
  const slow: boolean | null | undefined = runUnderDeadline((ms) => runWithin(ms, finder, names))
  const regex = expressions[at.expression]
  if (slow === null || !regex) return undefined
  if (slow === undefined) rememberSlow(regex, texts[at.text]?.length ?? 0)
  return { text: at.text, pattern: regex.pattern, slow: slow ?? true }
}

function firstPlain(patterns: readonly string[], texts: readonly string[]): Match | undefined {
  const parts = patterns.map((pattern) => (regexIn(pattern) ? undefined : pattern.toLowerCase()))
  for (const [text, whole] of texts.entries()) {
    const lower = whole.toLowerCase()
    const pattern = parts.findIndex((part) => part !== undefined && lower.includes(part))
    if (pattern >= 0) return { text, pattern, slow: false }
  }
  return undefined
}
