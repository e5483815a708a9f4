// Shortens very long entries of the event log, and estimates their memory.

import { copyText } from '../lib/text.ts'
import type { NewEntry } from './entry.ts'

/** The estimated size of an entry without its texts. */
const ENTRY_BYTES = 512

/** The length from which a text is reduced to its beginning and its length. Normal calls of bots stay far below. */
const MAX_TEXT = 64 * 1024
const BEGINNING = 1000

/** The size limit of an entry. After it, long texts are shortened, and lists and objects are truncated. */
const MAX_ENTRY_BYTES = 256 * 1024

/** The estimated size of a number, a key or an object, without its text. */
const VALUE_BYTES = 32

export interface LimitedEntry {
  entry: NewEntry
  bytes: number
}

export function limitEntry(entry: NewEntry): LimitedEntry {
  switch (entry.type) {
    case 'call': {
      const { call } = entry
      const params = shorten(call.params)
      const body = shortenJson(call.body)
      const method = shortenText(call.method)
      const why = call.why && shortenText(call.why)
      return {
        entry: { type: 'call', call: { ...call, params: params.value, body: body.value, method, why } },
        bytes: ENTRY_BYTES + params.bytes + body.bytes + bytesOf(method) + bytesOf(why ?? ''),
      }
    }
    case 'delivery':
      return { entry, bytes: ENTRY_BYTES + bytesOf(entry.delivery.update.body) + bytesOf(entry.delivery.error ?? '') }
    case 'update':
      return { entry, bytes: ENTRY_BYTES + bytesOf(entry.body) }
    case 'action': {
      const params = shorten(entry.params)
      const result = shorten(entry.result)
      return {
        entry: { ...entry, params: params.value, result: result.value },
        bytes: ENTRY_BYTES + params.bytes + result.bytes,
      }
    }
    case 'handed-out':
      return { entry, bytes: ENTRY_BYTES + 8 * entry.update_ids.length }
    default:
      return { entry, bytes: ENTRY_BYTES }
  }
}

interface Shortened<Value> {
  value: Value
  bytes: number
}

function shorten<Value>(value: Value): Shortened<Value> {
  const bytes = bytesIn(value)
  return bytes > MAX_ENTRY_BYTES ? truncate(value) : { value, bytes }
}

/** Returns the estimated size of a value. Stops counting when the limit of an entry is exceeded. */
function bytesIn(value: unknown): number {
  if (typeof value === 'string')
    return value.length > MAX_TEXT ? Number.POSITIVE_INFINITY : VALUE_BYTES + bytesOf(value)
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  let bytes = VALUE_BYTES
  const isList = Array.isArray(value)
  for (const [name, each] of Object.entries(value)) {
    bytes += (isList ? 0 : bytesIn(name)) + bytesIn(each)
    if (bytes > MAX_ENTRY_BYTES) break
  }
  return bytes
}

function truncate<Value>(value: Value): Shortened<Value> {
  let bytes = 0

  function keepText(text: string): string {
    const kept = shortenText(text, bytes > MAX_ENTRY_BYTES ? BEGINNING : MAX_TEXT)
    bytes += VALUE_BYTES + bytesOf(kept)
    return kept
  }

  function keep(inner: unknown): unknown {
    if (typeof inner === 'string') return keepText(inner)
    bytes += VALUE_BYTES
    if (typeof inner !== 'object' || inner === null) return inner
    return Array.isArray(inner) ? keepList(inner) : keepFields(inner)
  }

  function keepList(list: readonly unknown[]): readonly unknown[] {
    const kept: unknown[] = []
    for (const each of list) {
      if (bytes > MAX_ENTRY_BYTES) return [...kept, `… ${list.length - kept.length} more`]
      kept.push(keep(each))
    }
    return kept
  }

  function keepFields(fields: object): object {
    const entries = Object.entries(fields)
    const kept: [string, unknown][] = []
    for (const [name, each] of entries) {
      if (bytes > MAX_ENTRY_BYTES) {
        kept.push(['…', `${entries.length - kept.length} more`])
        break
      }
      kept.push([keepText(name), keep(each)])
    }
    return Object.fromEntries(kept)
  }

  return { value: keep(value) as Value, bytes }
}

/** Shortens a value that is serialized as JSON. */
function shortenJson(json: string): Shortened<string> {
  const bytes = bytesOf(json)
  if (bytes <= MAX_ENTRY_BYTES) return { value: json, bytes }
  const value = JSON.stringify(shorten(JSON.parse(json)).value)
  return { value, bytes: bytesOf(value) }
}

function shortenText(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return text
  return `${copyText(text.slice(0, BEGINNING).toWellFormed())}… (${text.length} characters)`
}

/** Returns the memory of a string: one byte per unit for ASCII, otherwise up to two. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length
}
