// The events that change the dashboard's state.

import type { EventView } from '../../contract/events.ts'
import type { MemberView } from '../../contract/people.ts'
import type { Photo, UndoSnapshot } from '../state/model.ts'
import type { Composer, Deadline, MouseTarget, State } from '../state/state.ts'
import type { Stroke } from '../terminal/keyboard.ts'
import type { Loaded, OlderMessages } from './loaded-views.ts'

type ReplyOrEdit = Partial<Pick<Composer, 'replyTo' | 'editing'>>

export type DashboardEvent =
  | { type: 'stroke'; stroke: Stroke }
  | { type: 'resized'; columns: number; rows: number }
  | { type: 'mouse'; how: 'click' | 'up' | 'down'; at: MouseTarget }
  | { type: 'background'; theme: State['look']['theme'] }
  | { type: 'tick'; nowMs: number }
  | { type: 'events'; events: readonly EventView[]; nowMs: number; arrivedMs?: readonly number[] }
  | { type: 'loaded'; loaded: Loaded; nowMs: number }
  | ({ type: 'older' } & OlderMessages)
  | { type: 'connected'; url: string }
  | { type: 'link'; link: State['link'] }
  | { type: 'performed'; action: string; from: 'key' | 'form'; result: unknown; successText?: string | undefined }
  | { type: 'refused'; from: 'key' | 'form'; message: string; hint: string; unsent?: string; about?: ReplyOrEdit }
  | { type: 'paths'; path: string; paths: readonly string[]; fileKind: string | null }
  | { type: 'members'; chat: string; list: readonly MemberView[] }
  | { type: 'snapshot'; action: string; before: UndoSnapshot; screen: State }
  | { type: 'restored'; at: number; toast: string; latest: UndoSnapshot | null }
  | { type: 'deadlines'; deadlines: readonly Deadline[] }
  | { type: 'previewed'; photos: Readonly<Record<string, Photo | null>> }
  | { type: 'recording' }
  | { type: 'replayed'; failures: Readonly<Record<number, string>> }
  | { type: 'saved'; path: string; isRecording: boolean }
  | { type: 'picture'; photo: Photo | null }
  | { type: 'notice'; text: string; isError: boolean }
