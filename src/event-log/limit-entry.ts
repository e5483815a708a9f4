// Shortens very long entries of the event log, and estimates their memory usage.

import { copyText } from '../lib/text.ts'
import type { NewEntry } from './entry.ts'

/** The estimated memory usage of an entry without its texts. */
const ENTRY_BYTES = 512

/** The maximum length of a text. The log keeps only the beginning and the length of a longer text. */
const MAX_TEXT = 64 * 1024
const BEGINNING = 1000

/** The maximum size of a value. Texts beyond it are cut to their beginnings, and lists and objects are truncated. */
const MAX_ENTRY_BYTES = 256 * 1024

/** The estimated memory usage of a value or key, without the characters of its text. */
const VALUE_BYTES = 32

export interface LimitedEntry {
  entry: NewEntry
  bytes: number
}

/** Shortens an entry and estimates its size. */
export function limitEntry(entry: NewEntry): LimitedEntry {
  switch (entry.type) {
    case 'call': {
      const { call } = entry
      const { method, why, params } = call
      const texts = shorten({ method, why, params })
      const body = shortenJson(call.body)
      return {
        entry: { type: 'call', call: { ...call, ...texts.value, body: body.value } },
        bytes: ENTRY_BYTES + texts.bytes + body.bytes,
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
    case 'program': {
      const lines = shorten(entry.lines ?? [])
      return { entry: { ...entry, ...(entry.lines && { lines: lines.value }) }, bytes: ENTRY_BYTES + lines.bytes }
    }
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

/** Stops counting above `MAX_ENTRY_BYTES`, because the value is then truncated. */
function bytesIn(value: unknown): number {
  if (typeof value === 'string')
    return value.length > MAX_TEXT ? Number.POSITIVE_INFINITY : VALUE_BYTES + bytesOf(value)
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  let bytes = VALUE_BYTES
  const isList = Array.isArray(value)
  for (const name in value) {
    bytes += (isList ? 0 : bytesIn(name)) + bytesIn(value[name as keyof typeof value])
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

function shortenJson(json: string): Shortened<string> {
  const bytes = bytesOf(json)
  if (bytes <= MAX_ENTRY_BYTES) return { value: json, bytes }
  const value = JSON.stringify(shorten(JSON.parse(json)).value)
  return { value, bytes: bytesOf(value) }
}

function shortenText(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return text
  const beginning = text.slice(0, BEGINNING).toWellFormed()
  return `${copyText(beginning)}… (${text.length} characters)`
}

/** Strings use one byte for each character if all are ASCII, otherwise two. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length
}
