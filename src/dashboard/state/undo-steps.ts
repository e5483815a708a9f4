// What has been done, and what of it is in effect.

export interface Undo {
  /** What was done, and the snapshot of the world before it. */
  steps: readonly { action: string; before: string }[]
  /** How many of them are in effect; all of them where nothing is undone. */
  at: number
  /** How many snapshots have been kept. */
  kept: number
}

export const NOTHING_TO_UNDO: Undo = { steps: [], at: 0, kept: 0 }
