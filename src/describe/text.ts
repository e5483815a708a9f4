// Makes text that others wrote safe to print, quotes it and shortens it.

import { firstPoints, longerThan } from '../lib/text.ts'

/** Control characters, marks that turn the direction of writing, and invisible ones that neither scripts nor emoji need. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const EACH_UNSAFE = new RegExp(UNSAFE, 'g')

/** Also the joiners inside emoji: in a value that is compared, every character counts. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|[^\S ]/u
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu')

/** XML 1.0 cannot hold these characters, not even escaped. */
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const XML_ESCAPES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }

const MAX_VALUE = 300

function escaped(char: string): string {
  const digits = hexOf(char)
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`
}

/** Returns the code point of a character in at least four digits. */
export const hexOf = (char: string) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')

export const isInvisible = (char: string) => INVISIBLE.test(char)

export const escapeInvisible = (text: string) => text.replace(EACH_INVISIBLE, escaped)

/** Puts the text on one line and escapes what would steer a terminal. */
export function sanitize(text: string): string {
  if (!UNSAFE.test(text)) return text
  return text.replace(/\r?\n/g, '⏎').replaceAll('\t', '  ').replace(EACH_UNSAFE, escaped)
}

/** Escapes commands to a CI in a whole line: `::stop-commands::` at its beginning, `##[…]` anywhere. */
export const disarm = (line: string) => line.replace(/^(\s*):(?=:)/, '$1\\u003a').replace(/##(?=\w*\[)/g, '\\u0023#')

export const sanitizeLine = (text: string) => disarm(sanitize(text))

/** Keeps the line ends of the text. */
export const sanitizeLines = (text: string) => text.split('\n').map(sanitizeLine).join('\n')

/** JSON that a terminal can show; on one line unless it is indented. */
export const safeJson = (value: unknown, replacer?: (key: string, value: unknown) => unknown, indent = 0) =>
  JSON.stringify(value, replacer, indent).replace(/[\u007f-\u009f]/g, escaped)

export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (char) => `&${XML_ESCAPES[char]};`)

/** Returns at most so many characters, with a mark where the text goes on. */
export const excerpt = (text: string, max: number) => (longerThan(text, max) ? `${firstPoints(text, max)}…` : text)

/** Returns a value as JSON on one line, with every invisible character escaped. */
export const quote = (value: unknown, max = MAX_VALUE) =>
  excerpt(escapeInvisible(JSON.stringify(value) ?? String(value)), max)

/** Returns a value for a sentence that compares it with another: a number is not mistaken for its text. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  return typeof value === 'number' ? `${quote(value)} (a number)` : quote(value)
}

/** Returns a count with its noun: `1 update`, `2 updates`. */
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export const formatSize = (bytes: number) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
