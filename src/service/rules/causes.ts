// Finds the causes of a refusal by its error text or by a rule id.

import { escapeRegex } from '../../lib/compare/regex.ts'
import { REFUSALS } from './refusals.ts'

export interface Explained {
  status: number
  description: string
  causes: { rule: string; why: string }[]
}

interface RefusalTexts {
  status: number
  description: string
  causes: Readonly<Record<string, readonly [rule: string, why: string]>>
}

const ENTRIES: readonly RefusalTexts[] = Object.values(REFUSALS)

export function causesByRule(rule: string): Explained[] {
  const ruleId = rule.toUpperCase()
  return ENTRIES.map((entry) => explained(entry, ([id]) => id === ruleId)).filter(({ causes }) => causes.length)
}

/** Finds refusals by error text. If several texts with placeholders match, keeps those with the most fixed text. */
export function causesByText(text: string, isParameter = (_field: string) => true): Explained[] {
  const matches = ENTRIES.flatMap((entry) => {
    const slots = slotsIn(entry.description, text)
    return slots && (slots.field === undefined || isParameter(slots.field))
      ? [{ entry, slots, open: openShare(entry.description) }]
      : []
  })
  const least = Math.min(...matches.map(({ open }) => open))
  return matches.filter(({ open }) => open === least).map(({ entry, slots }) => explained(entry, undefined, slots))
}

/** The path of a parameter, such as `commands.0.command`. */
const FIELD = '[a-z_]+(?:\\.\\w+)*'

const PREFIX = /^(Bad Request|Forbidden|Conflict): /

/** Returns all error texts, each with and without its prefix, such as "Bad Request: ". */
export const knownTexts = () => {
  const whole = ENTRIES.map(({ description }) => fillSlots(description))
  return [...new Set([...whole, ...whole.map((text) => text.replace(PREFIX, ''))])]
}

/** Returns the values of the slots, such as {field}, if the error text matches, with or without its prefix. */
function slotsIn(description: string, text: string): Record<string, string> | undefined {
  for (const form of [description, description.replace(PREFIX, '')]) {
    // Skips a text that consists of a single slot, such as {reason}, because it would match any error text.
    if (/^\{\w+\}$/.test(form)) continue
    const pattern = form
      .split(/\{(\w+)\}/)
      .map((part, i) => (i % 2 ? `(?<${part}>${part === 'field' ? FIELD : '.+'})` : escapeRegex(part)))
    const match = new RegExp(`^${pattern.join('')}$`, 'is').exec(text)
    if (match) return { ...match.groups }
  }
  return undefined
}

/**
 * Rates how general a description is, by the share of placeholders in it. Without any fixed text, `{field}` counts as
 * less general than another placeholder.
 */
function openShare(description: string): number {
  const fixed = description.replace(PREFIX, '').replace(/\{\w+\}/g, '')
  if (fixed === description.replace(PREFIX, '')) return 0
  if (/\w/.test(fixed)) return 1 + 1 / fixed.length
  return description.includes('{field}') ? 2.5 : 3
}

function explained(
  { status, description, causes }: RefusalTexts,
  keep: (cause: readonly [string, string]) => boolean = () => true,
  slots: Readonly<Record<string, string>> = {},
): Explained {
  return {
    status,
    description: fillSlots(description, slots),
    causes: Object.values(causes)
      .filter(keep)
      .map(([rule, why]) => ({ rule, why: fillSlots(why, slots) })),
  }
}

/** Replaces each slot, such as {chat}, by its value, or by <chat> if it has no value. */
const fillSlots = (text: string, slots: Readonly<Record<string, string>> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? `<${slot}>`)
