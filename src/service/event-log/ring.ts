// A ring of numbered entries, limited in number and bytes.

type Numbered<Entry> = Entry & { id: number }

export interface Ring<Entry> {
  /** Adds an entry and sets the id in the same object. The caller must not change the object afterwards. */
  add(entry: Entry, bytes: number): Numbered<Entry>
  /** Returns the entries after an id, with the oldest first. */
  since(id?: number, max?: number): Numbered<Entry>[]
  /** Returns undefined if the entry was dropped. */
  get(id: number): Numbered<Entry> | undefined
  lastId(): number
  bytes(): number
  /** Deletes all entries. The ids of later entries continue after the deleted ones. */
  clear(): void
}

export interface Capacity {
  entries: number
  bytes: number
}

export function createRing<Entry extends object>({ entries: capacity, bytes: maxBytes }: Capacity): Ring<Entry> {
  const slots: ({ entry: Numbered<Entry>; bytes: number } | undefined)[] = []
  let last = 0
  let lastDropped = 0
  let used = 0

  const at = (id: number) => (id > lastDropped && id <= last ? slots[(id - 1) % capacity]?.entry : undefined)

  function dropOldest() {
    const index = lastDropped++ % capacity
    used -= slots[index]?.bytes ?? 0
    slots[index] = undefined
  }

  return {
    add(entry, bytes) {
      while (lastDropped < last && (last - lastDropped === capacity || used + bytes > maxBytes)) dropOldest()
      const index = last % capacity
      const numbered = entry as Numbered<Entry>
      numbered.id = ++last
      slots[index] = { entry: numbered, bytes }
      used += bytes
      return numbered
    },
    since(id = 0, max = capacity) {
      const found: Numbered<Entry>[] = []
      const first = Math.max(id, lastDropped) + 1
      for (let each = at(first); each && found.length < max; each = at(first + found.length)) found.push(each)
      return found
    },
    get: at,
    lastId: () => last,
    bytes: () => used,
    clear() {
      while (lastDropped < last) dropOldest()
    },
  }
}
