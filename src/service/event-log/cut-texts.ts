// Cuts long texts of entries before they are recorded, and estimates the size of entries.

import { copyText } from '../../lib/text.ts'
import type { NewEntry } from './entry.ts'

/** The estimated size of an entry without its texts. */
const ENTRY_BYTES = 512

/** The maximum length of a text. The log keeps only the beginning and the length of a longer text. */
const MAX_TEXT = 64 * 1024
const BEGINNING = 1000

export function withCutTexts(entry: NewEntry): { entry: NewEntry; bytes: number } {
  switch (entry.type) {
    case 'call': {
      const { method, why, params, body } = entry.call
      const { value, characters } = cutTexts({ method, why, params })
      const call = { ...entry.call, ...value }
      return { entry: { type: 'call', call }, bytes: ENTRY_BYTES + characters + body.length }
    }
    case 'action': {
      const { value, characters } = cutTexts({ params: entry.params, result: entry.result })
      return { entry: { ...entry, ...value }, bytes: ENTRY_BYTES + characters }
    }
    case 'program': {
      const { value, characters } = cutTexts(entry)
      return { entry: value, bytes: ENTRY_BYTES + characters }
    }
    case 'delivery':
      return { entry, bytes: ENTRY_BYTES + entry.delivery.update.body.length }
    case 'update':
      return { entry, bytes: ENTRY_BYTES + entry.body.length }
    case 'handed-out':
      return { entry, bytes: ENTRY_BYTES + 8 * entry.update_ids.length }
    default:
      return { entry, bytes: ENTRY_BYTES }
  }
}

/** Returns the value itself if it is so short that no text in it can be too long. */
function cutTexts<Value>(value: Value): { value: Value; characters: number } {
  const json = JSON.stringify(value)
  if (json.length <= MAX_TEXT) return { value, characters: json.length }
  const cut = JSON.parse(json, (_, each) => (typeof each === 'string' ? cutText(each) : each))
  return { value: cut, characters: JSON.stringify(cut).length }
}

function cutText(text: string): string {
  if (text.length <= MAX_TEXT) return text
  return `${copyText(text.slice(0, BEGINNING).toWellFormed())}… (${text.length} characters)`
}
