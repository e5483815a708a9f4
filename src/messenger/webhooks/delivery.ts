// What became of one attempt to deliver an update to a webhook.

import type { UpdateRow } from '../../store/tables/updates.ts'

export interface Delivery {
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
  bot: number
  update: UpdateRow
  url: string
  attempt: number
  /** The receiver's status; null when no answer came. */
  status: number | null
  /** What went wrong; null when it is delivered. */
  error: string | null
  /** The injected fault that struck. */
  why?: string
  duration_ms: number
}

/** A delivery under its number. */
export type Made = Delivery & { id: number }

export const KEPT_DELIVERIES = 1000
