// The state of the dashboard, and the effects that it requests.

import type { MemberView, UserView } from '../../contract/people.ts'
import type { ActionDescription, ServiceView, SnapshotView } from '../../contract/service.ts'
import type { Update } from '../../contract/shapes.ts'
import type { DeliveryView, FaultView, LimitUse } from '../../contract/traffic.ts'
import type { Form } from '../forms/form.ts'
import type { Input } from '../forms/input.ts'
import type { Look } from '../terminal/look.ts'
import type { Target } from '../text/line.ts'
import type { Worlds } from '../traffic/worlds.ts'
import type { Bot, Entry, Message, MessageFile, PersonChat, Photo, SharedChat, UndoSnapshot } from './model.ts'

export type Pane = 'chats' | 'conversation' | 'traffic' | 'inspector'
/** The part of the screen that gets the keys if no overlay is open. */
export type Focus = Pane | 'compose' | 'keyboard'

/** The area of the screen and the target in it that a mouse event hits. */
export interface MouseTarget {
  area: Pane | 'header' | 'compose' | 'bottom' | 'top' | 'behind'
  target: Target
}

export interface Conversation {
  chat: PersonChat | null
  messages: readonly Message[]
  /** False if the chat may have older messages. */
  isWhole: boolean
  problem: string | null
  selected: number | null
  /** The number of messages that have arrived since one was selected. */
  unseen: number
  button: number
  /** The scroll position in a message taller than the pane; clamped when it is used. */
  scroll: { messageId: number | null; firstRow: number }
}

export interface Composer extends Input {
  replyTo: number | null
  editing: number | null
  history: readonly string[]
  /** The number of steps back in the history; 0 is the current text. */
  stepsBack: number
  draft: string
  suggestion: number
}

/** The data loaded for the inspector; only the lists that its view needs are filled. */
export interface Panel {
  limits: readonly LimitUse[]
  updates: readonly Update[]
  deliveries: readonly DeliveryView[]
  faults: readonly FaultView[]
  /** The members of the open chat; empty for a private chat. */
  members: readonly MemberView[]
  snapshots: readonly SnapshotView[]
}

export const VIEWS = ['chosen', 'limits', 'queue', 'webhook', 'faults', 'members', 'snapshots', 'steps'] as const

export interface Recording {
  lines: readonly string[]
  /** The replacement of each edited step, by step index; null leaves the step out. */
  edits: Readonly<Record<number, string | null>>
  /** The failures of the last replay, by step index; null before a replay. */
  failures: Readonly<Record<number, string>> | null
}

export interface Inspector {
  view: (typeof VIEWS)[number]
  /** The handle of the inspected bot; null for the current bot. */
  bot: string | null
  /** The loaded data, and the key that it was loaded for. */
  panel: Panel | null
  dataKey: string | null
  /** The index of the selected line; clamped when it is used. */
  line: number
  toggledFolds: readonly string[]
  /** The focus to restore when the inspector is left. */
  previousFocus: Focus
}

export interface Find {
  pane: Pane
  input: Input
}

export type Overlay =
  /** `scroll` counts rows from the beginning of a section, or from the last page. */
  | { kind: 'help'; from: Focus | 'browse' | 'end'; scroll: number }
  | { kind: 'palette'; filter: Input; selected: number }
  | { kind: 'form'; form: Form }
  | { kind: 'menu'; title: string; items: readonly MenuItem[]; selected: number }
  /** Asks for the path to save a recording or a message's file, or for the new text of a recorded step. */
  | { kind: 'save'; input: Input; error: string | null; step: number | null; file?: MessageFile }
  /** `photo` is null if the terminal itself draws the picture. */
  | { kind: 'picture'; title: string; file: MessageFile; photo: Photo | null }
  | { kind: 'clock'; input: Input; selected: number; error: string | null; deadlines: readonly Deadline[] }

/** A moment, in Unix seconds, at which the service lifts a restriction or something expires. */
export interface Deadline {
  label: string
  at: number
}

export interface MenuItem {
  label: string
  /** The action to perform, or to open the form of. */
  action: string
  params: Readonly<Record<string, unknown>>
  opensForm?: boolean
}

export interface Undo {
  /** The performed actions, each with the snapshot taken before it. */
  steps: readonly { action: string; before: UndoSnapshot }[]
  /** The snapshot taken at the first undo, which the last redo restores. */
  latest: UndoSnapshot | null
  /** The number of steps in effect; lower than the number of steps after an undo. */
  inEffect: number
  snapshotCount: number
}

export interface Toast {
  text: string
  isError: boolean
  untilMs: number
}

export interface Clock {
  now: number
  frozen: boolean
  seenMs: number
}

export interface Program {
  /** True while a getUpdates of the program is open. */
  isPolling?: boolean
  /** The time of this machine, in ms, at which the last getUpdates was answered. */
  polledMs?: number
  /** True if the last getUpdates ended empty and early, because its connection was closed. */
  isHungUp?: boolean
  hasCalled?: boolean
  isWebhookFailing?: boolean
}

export interface State {
  size: { columns: number; rows: number }
  look: Look
  /** True if the dashboard gets the clicks; false if the terminal selects text with them. */
  hasMouse: boolean
  link: 'opening' | 'open' | 'lost'
  url: string
  nowMs: number
  clock: Clock
  actions: readonly ActionDescription[]
  people: readonly UserView[]
  bots: readonly Bot[]
  sharedChats: readonly SharedChat[]
  service: Pick<ServiceView, 'allow_local_webhooks'>
  snapshots: readonly string[]
  me: string | null
  recent: readonly string[]
  undo: Undo
  /** Counts the replacements of the world, so that data loaded from an earlier world is dropped. */
  worldVersion: number
  chats: readonly PersonChat[]
  selection: { chats: number; keyboard: number; traffic: number | null }
  /** The handle of the open chat; a bot's handle means the private chat with that bot. */
  open: string | null
  conversation: Conversation
  photos: Readonly<Record<string, Photo | null>>
  composer: Composer
  /** The unsent texts of other chats, by person and chat. */
  drafts: Readonly<Record<string, string>>
  traffic: readonly Entry[]
  worlds: Worlds
  /** The unfolded exchanges, by the id of their first entry. */
  unfolded: readonly number[]
  /** The id of the newest visible entry while the traffic is paused, else null. */
  pausedAt: number | null
  filters: Readonly<Record<Pane, string>>
  find: Find | null
  /** The number of calls in each of the last intervals; `at` is the index of the newest interval. */
  chart: { at: number; calls: readonly number[] }
  programs: Readonly<Record<string, Program>>
  /** The numbers of calls and refusals that the dashboard knows of. */
  counts: { calls: number; refused: number }
  /** True if the world outlives the emulator. */
  isPersistent: boolean
  focus: Focus
  inspector: Inspector
  /** True if the focused pane fills the screen. */
  isZoomed: boolean
  overlays: readonly Overlay[]
  toast: Toast | null
  recording: Recording | null
  /** The effects requested by the last event, until the session runs them. */
  effects: readonly Effect[]
}

export type Params = Readonly<Record<string, unknown>>

export type Effect =
  | { do: 'perform'; action: string; params: Params; from: 'key' | 'form'; successText?: string | undefined }
  | { do: 'load'; what: 'all' | 'chats' | 'conversation' | 'directory' | 'panel' | 'steps' }
  | { do: 'load-deadlines' }
  | { do: 'load-older' }
  | { do: 'restore'; to: number; keep: string | null; restore: UndoSnapshot; toast: string }
  | { do: 'preview'; files: readonly string[] }
  | { do: 'paths'; path: string }
  | { do: 'members'; chat: string }
  | { do: 'copy'; text: string; what: string }
  | { do: 'record' | 'replay' }
  | { do: 'save'; path: string; isOver: boolean; file?: MessageFile }
  | { do: 'view-file'; file: MessageFile }
  | { do: 'remember' }
  | { do: 'mouse'; isOn: boolean }
  | { do: 'redraw' | 'suspend' | 'quit' }
