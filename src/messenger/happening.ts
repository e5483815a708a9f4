// What the world tells after a commit: delivery wakes by it, and listeners see the messenger move.

import type { UpdateType } from '../spec/update-types.ts'

export type Happening =
  | { type: 'message' | 'edit' | 'delete'; chat: number; message_id: number; author: number }
  | { type: 'member'; chat: number; user: number; status: string }
  | { type: 'update'; bot: number; update_id: number; update_type: UpdateType; body: string }
  | { type: 'handed-out'; bot: number; update_ids: number[] }
  | { type: 'acknowledged'; bot: number; below: number }
  | { type: 'webhook' | 'bot'; bot: number }
  | { type: 'delivery'; bot: number; delivery: number }
  | { type: 'fault'; bot: number; fault: number; why: string }
  | { type: 'user'; user: number }
  | { type: 'chat'; chat: number }
  | { type: 'file-deleted'; unique_id: string }
  /** Another world stands in its place. */
  | { type: 'world'; how: 'restored' | 'imported' | 'reset' }
  | { type: 'reset'; layer: string; bot?: number }
  | { type: 'service' | 'clock' }
  | { type: 'cleared'; clock_moved: boolean }
