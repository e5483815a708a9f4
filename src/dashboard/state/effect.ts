// What is to be done outside of the state.

import type { HeldFile, Kept } from './model.ts'

export type Params = Readonly<Record<string, unknown>>

export type Effect =
  | { do: 'perform'; action: string; params: Params; from: 'key' | 'form'; said?: string | undefined }
  | { do: 'load'; what: 'all' | 'chats' | 'talk' | 'directory' | 'panel' | 'steps' }
  | { do: 'look-at-clock' }
  | { do: 'travel'; to: number; keep: string | null; restore: Kept; says: string }
  | { do: 'preview'; files: readonly string[] }
  | { do: 'paths'; path: string }
  | { do: 'members'; chat: string }
  | { do: 'copy'; text: string; what: string }
  | { do: 'record' | 'replay' }
  | { do: 'save'; path: string; isOver: boolean; file?: HeldFile }
  | { do: 'view-file'; file: HeldFile }
  | { do: 'remember' }
  | { do: 'mouse'; isOn: boolean }
  | { do: 'redraw' | 'suspend' | 'quit' }
