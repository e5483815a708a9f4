// What the log keeps of an entry, and how much memory that takes.

import type { NewEntry } from './entry.ts'
import { bytesOf, shorten, shortenJson, shortenText } from './shorten.ts'

/** Numbers, names and times, which every entry has, and its places in the lists. */
const ENTRY_BYTES = 512

export interface Weighed {
  entry: NewEntry
  bytes: number
}

export function weigh(entry: NewEntry): Weighed {
  switch (entry.type) {
    case 'call': {
      const { call } = entry
      const params = shorten(call.params)
      const body = shortenJson(call.body)
      const method = shortenText(call.method)
      const why = call.why === undefined ? {} : { why: shortenText(call.why) }
      return {
        entry: { type: 'call', call: { ...call, params: params.value, body: body.value, method, ...why } },
        bytes: ENTRY_BYTES + params.bytes + body.bytes + bytesOf(method) + bytesOf(why.why ?? ''),
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
