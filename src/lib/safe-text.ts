// Sanitizes, escapes, quotes and truncates untrusted text.

import { firstPoints, longerThan } from './text.ts'

/** Control characters, marks that change the text direction, and invisible characters that no script or emoji needs. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const EACH_UNSAFE = new RegExp(UNSAFE, 'g')
/**
 * Matches the characters of UNSAFE except U+0000 to U+001F, which `JSON.stringify` escapes itself. The line breaks that
 * `JSON.stringify` writes between its lines must remain.
 */
const EACH_UNSAFE_IN_JSON = new RegExp(`(?![\\u0000-\\u001f])${UNSAFE.source}`, 'g')

/**
 * Matches any invisible character, including the joiners in emoji. A message that compares two values must show these
 * characters, because they can be the only difference.
 */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|[^\S ]/u
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu')

const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const XML_ESCAPES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }

const MAX_VALUE_CHARACTERS = 300

function escapeChar(char: string): string {
  const digits = hexOf(char)
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`
}

/** Returns the code point of a character in hexadecimal, with at least four digits. */
export const hexOf = (char: string) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')

export const isInvisible = (char: string) => INVISIBLE.test(char)

export const escapeInvisible = (text: string) => text.replace(EACH_INVISIBLE, escapeChar)

/** Puts the text on one line and escapes unsafe characters, which a terminal could read as commands. */
export function sanitize(text: string): string {
  if (!UNSAFE.test(text)) return text
  return text.replace(/\r?\n/g, '⏎').replaceAll('\t', '  ').replace(EACH_UNSAFE, escapeChar)
}

/**
 * Escapes the commands that a CI service would execute when it reads its log, such as `::stop-commands::` at the start
 * of a line, or `##[…]` anywhere in a line.
 */
export const disarm = (line: string) => line.replace(/^(\s*):(?=:)/, '$1\\u003a').replace(/##(?=\w*\[)/g, '\\u0023#')

export const sanitizeLine = (text: string) => disarm(sanitize(text))

/** Sanitizes each line of a text separately, so that its line breaks remain. */
export const sanitizeLines = (text: string) => text.split('\n').map(sanitizeLine).join('\n')

/** Returns JSON that is safe to print on a terminal, on one line by default. */
export const safeJson = (value: unknown, replacer?: (key: string, value: unknown) => unknown, indent = 0) =>
  JSON.stringify(value, replacer, indent).replace(EACH_UNSAFE_IN_JSON, escapeChar)

export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (char) => `&${XML_ESCAPES[char]};`)

export const excerpt = (text: string, max: number) => (longerThan(text, max) ? `${firstPoints(text, max)}…` : text)

/** Truncates a text between two words. */
export const excerptWords = (text: string, max: number) =>
  longerThan(text, max) ? `${firstPoints(text, max + 1).replace(/\s+\S*$/, '')}…` : text

/** Returns a value as JSON on one line, with invisible characters escaped, and truncated to `max` characters. */
export const quote = (value: unknown, max = MAX_VALUE_CHARACTERS) =>
  excerpt(escapeInvisible(JSON.stringify(value) ?? String(value)), max)

/**
 * Formats a value for a message that compares two values. A number is followed by "(a number)", so that 5 and "5" are
 * easy to tell apart.
 */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing'
  return typeof value === 'number' ? `${quote(value)} (a number)` : quote(value)
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export const formatSize = (bytes: number) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
