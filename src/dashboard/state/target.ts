// What the mouse can point at.

import type { Pane } from './state.ts'

/** By its number in its list, or by its own. */
export interface Target {
  chat?: number
  message?: number
  button?: number
  entry?: number
  /** A word of the filter. */
  chip?: number
  /** Of the reply keyboard. */
  key?: number
  /** Of a list that lies on top. */
  item?: number
  field?: number
  suggestion?: number
  /** Of the inspector. */
  line?: number
  /** A key that is named in the last line. */
  stroke?: string
}

export interface Pointed {
  place: Pane | 'header' | 'compose' | 'bottom' | 'top' | 'behind'
  on: Target
}
