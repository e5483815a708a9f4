// The first of some texts that one of some patterns matches, all of them under one deadline.

import { Script } from 'node:vm'
import { noteRunaway, regexIn, runsAwayFrom, runWithin, underDeadline } from './regex.ts'

export interface Match {
  text: number
  pattern: number
  /** The pattern takes too long on the text. */
  slow: boolean
}

const finder = new Script(`(() => {
  const regexes = patterns.map(({ source, flags }) => source === undefined ? undefined : new RegExp(source, flags))
  for (at.text = 0; at.text < texts.length; at.text++) {
    const text = texts[at.text]
    const lower = text.toLowerCase()
    for (at.pattern = 0; at.pattern < patterns.length; at.pattern++) {
      const { plain, from } = patterns[at.pattern]
      const regex = regexes[at.pattern]
      if (text.length >= from) return true
      if (regex) regex.lastIndex = 0
      if (regex ? regex.test(text) : lower.includes(plain)) return false
    }
  }
  return null
})()`)

/** A pattern is a part of the text in any case, or a regular expression between slashes. */
export function firstMatch(patterns: readonly string[], texts: readonly string[]): Match | undefined {
  if (!patterns.length || !texts.length) return undefined
  const at = { text: 0, pattern: 0 }
  const expressions = patterns.map(regexIn)
  if (!expressions.some(Boolean)) return firstPlain(patterns, texts)
  const tests = patterns.map((pattern, i) => {
    const regex = expressions[i]
    return regex ? { ...regex, from: runsAwayFrom(regex) } : { plain: pattern.toLowerCase() }
  })
  const slow: boolean | null | undefined = underDeadline((ms) => runWithin(ms, finder, { patterns: tests, texts, at }))
  if (slow === null) return undefined
  if (slow !== undefined) return { ...at, slow }
  const regex = expressions[at.pattern]
  if (regex) noteRunaway(regex, texts[at.text]?.length ?? 0)
  return { ...at, slow: true }
}

function firstPlain(patterns: readonly string[], texts: readonly string[]): Match | undefined {
  const parts = patterns.map((pattern) => pattern.toLowerCase())
  for (const [text, whole] of texts.entries()) {
    const lower = whole.toLowerCase()
    const pattern = parts.findIndex((part) => lower.includes(part))
    if (pattern >= 0) return { text, pattern, slow: false }
  }
  return undefined
}
