// Everything that can happen to the dashboard.

import type { EventView } from '../../contract/events.ts'
import type { MemberView } from '../../contract/people.ts'
import type { Kept, Photo } from '../state/model.ts'
import type { Composer, Expiring, Pointed, State } from '../state/state.ts'
import type { Stroke } from '../terminal/keyboard.ts'
import type { Loaded } from './loaded.ts'

/** Which message it replies to, or edits. */
type Writing = Partial<Pick<Composer, 'replyTo' | 'editing'>>

export type Happened =
  | { type: 'stroke'; stroke: Stroke }
  | { type: 'resized'; columns: number; rows: number }
  | { type: 'pointed'; how: 'click' | 'up' | 'down'; at: Pointed }
  | { type: 'background'; theme: State['look']['theme'] }
  | { type: 'tick'; nowMs: number }
  | { type: 'events'; events: readonly EventView[]; nowMs: number }
  | { type: 'loaded'; loaded: Loaded; nowMs: number }
  | { type: 'connected'; url: string }
  | { type: 'link'; link: State['link'] }
  | { type: 'performed'; action: string; from: 'key' | 'form'; result: unknown; said?: string | undefined }
  | { type: 'refused'; from: 'key' | 'form'; message: string; hint: string; unsent?: string; about?: Writing }
  | { type: 'paths'; path: string; paths: readonly string[]; fileKind: string | null }
  | { type: 'members'; chat: string; list: readonly MemberView[] }
  | { type: 'kept'; action: string; before: Kept }
  | { type: 'went'; at: number; says: string; latest: Kept | null }
  | { type: 'expiring'; expiring: readonly Expiring[] }
  | { type: 'previewed'; photos: Readonly<Record<string, Photo | null>> }
  | { type: 'recording' }
  | { type: 'replayed'; failures: Readonly<Record<number, string>> }
  | { type: 'saved'; path: string; isRecording: boolean }
  | { type: 'pictured'; photo: Photo | null }
  | { type: 'said'; text: string; bad: boolean }
