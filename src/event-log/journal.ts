// What bots have called and what they were answered: the last calls, in memory.

import type { Input } from '../bot-api/operations/operation.ts'
import { createRing } from './ring.ts'

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
  const calls = createRing<Omit<Call, 'id'>>(KEPT_CALLS)
  const listeners = new Set<(call: Call) => void>()
  return {
    add(call: Omit<Call, 'id'>) {
      const entry = calls.add(call)
      for (const listener of listeners) listener(entry)
    },
    since: calls.since,
    lastId: calls.lastId,
    clear: calls.clear,
    onCall(listener: (call: Call) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
