// What bots have called and what they were answered: the last calls, in memory.

import type { Input } from './operations/operation.ts'

export interface Call {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
  bot: number | null
  method: string
  params: Input
  status: number
  /** The answer as it went out. */
  body: string
  /** Why a call was refused, and the rule that asks for it. */
  why?: string
  rule?: string
  duration_ms: number
}

const KEPT_CALLS = 10_000

export type Journal = ReturnType<typeof createJournal>

export function createJournal() {
  // A ring, so that a long day costs no more memory than a short one.
  const calls: Call[] = []
  let last = 0
  const listeners = new Set<(call: Call) => void>()
  return {
    onCall(listener: (call: Call) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(call: Omit<Call, 'id'>): Call {
      const entry = { id: ++last, ...call }
      calls[(entry.id - 1) % KEPT_CALLS] = entry
      for (const listener of listeners) listener(entry)
      return entry
    },
    /** Calls after an id, oldest first. */
    since(after = 0): Call[] {
      const first = Math.max(after + 1, last - calls.length + 1)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => calls[(first + i - 1) % KEPT_CALLS]!)
    },
    lastId: () => last,
  }
}
