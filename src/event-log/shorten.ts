// What is kept of a value in the record of what happened: all of it, unless it is very long.

/** Of a longer text its beginning is kept, and its length. No text, keyboard or command list of a bot comes near. */
const MAX_TEXT = 64 * 1024
const BEGINNING = 1000

/** What one entry may hold; of what comes beyond, long texts are shortened, and lists and objects end. */
const MAX_ENTRY_BYTES = 256 * 1024

/** A number, a key, an object: what each costs beside its text. */
const VALUE_BYTES = 32

export interface Shortened<Value> {
  value: Value
  bytes: number
}

export function shorten<Value>(value: Value): Shortened<Value> {
  let bytes = 0

  function spend(text: string): string {
    const kept = shortenText(text, bytes > MAX_ENTRY_BYTES ? BEGINNING : MAX_TEXT)
    bytes += VALUE_BYTES + bytesOf(kept)
    return kept
  }

  function keep(inner: unknown): unknown {
    if (typeof inner === 'string') return spend(inner)
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
    return kept.every((each, i) => each === list[i]) ? list : kept
  }

  function keepFields(fields: object): object {
    const entries = Object.entries(fields)
    const kept: [string, unknown][] = []
    for (const [name, each] of entries) {
      if (bytes > MAX_ENTRY_BYTES) {
        kept.push(['…', `${entries.length - kept.length} more`])
        return Object.fromEntries(kept)
      }
      kept.push([spend(name), keep(each)])
    }
    // A value that is kept as it is costs no copy.
    return kept.every(([name, each], i) => name === entries[i]?.[0] && each === entries[i]?.[1])
      ? fields
      : Object.fromEntries(kept)
  }

  return { value: keep(value) as Value, bytes }
}

/** The same for JSON that is text already. */
export function shortenJson(json: string): Shortened<string> {
  const bytes = bytesOf(json)
  if (bytes <= MAX_ENTRY_BYTES) return { value: json, bytes }
  const value = JSON.stringify(shorten(JSON.parse(json)).value)
  return { value, bytes: bytesOf(value) }
}

/** A copy: a part of a text would keep the whole in memory. */
export function shortenText(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return text
  const beginning = text.slice(0, BEGINNING).toWellFormed()
  return `${Buffer.from(beginning).toString()}… (${text.length} characters)`
}

/** A text outside ASCII takes up to two bytes for each unit. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length
}
