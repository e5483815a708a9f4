// One line of the traffic: a call, an update, or a note.

import type { Update } from '../../contract/shapes.ts'
import type { CallView } from '../../contract/traffic.ts'

export type Entry =
  | {
      id: number
      at: number
      kind: 'call'
      bot: string
      call: CallView
      /** The update that it answers, by the number of its entry. */
      cause: number | null
    }
  | {
      id: number
      at: number
      kind: 'update'
      bot: string
      updateId: number
      updateType: string
      update: Update
      state: string
    }
  | { id: number; at: number; kind: 'note'; bot: string; text: string; bad: boolean }
