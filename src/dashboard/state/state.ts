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
/** The part of the screen that receives the keys while no overlay is open. */
export type Focus = Pane | 'compose' | 'keyboard'

/** The area of the screen under the mouse, and the clickable target at that position. */
export interface MouseTarget {
  area: Pane | 'header' | 'compose' | 'bottom' | 'top' | 'behind'
  target: Target
}

export interface Conversation {
  chat: PersonChat | null
  messages: readonly Message[]
  /** True if all messages of the chat are loaded; false if the chat may have older messages. */
  isWhole: boolean
  problem: string | null
  selected: number | null
  /** The number of messages that have arrived while the user was at an older message. */
  unseen: number
  button: number
  /**
   * The first visible row of a message that is taller than the pane. The row can be too high, and is limited when it
   * is used.
   */
  scroll: { messageId: number | null; firstRow: number }
}

export interface Composer extends Input {
  replyTo: number | null
  editing: number | null
  history: readonly string[]
  /** The number of steps that the user has gone back in the history of sent texts; 0 is the text being written. */
  stepsBack: number
  draft: string
  suggestion: number
}

/** The data loaded for the inspector. Lists that the current view of the inspector does not show are empty. */
export interface Panel {
  limits: readonly LimitUse[]
  updates: readonly Update[]
  deliveries: readonly DeliveryView[]
  faults: readonly FaultView[]
  /** The members of the open group or channel; empty for a private chat. */
  members: readonly MemberView[]
  snapshots: readonly SnapshotView[]
}

export const VIEWS = [
  'chosen',
  'limits',
  'queue',
  'webhook',
  'faults',
  'members',
  'snapshots',
  'steps',
  'replay',
] as const

/** An update that is given to the bot again, and the id with which the bot got it last. */
export interface Replay {
  bot: string
  updateId: number
  /** The id of the update's entry in the traffic. */
  of: number
  repeatedAs: number | null
  isAfterRestart: boolean
  /** True after a restart, until the new process asks for updates. */
  isDue: boolean
}

export interface Recording {
  lines: readonly string[]
  /** The user's changes to recorded steps, by step index: the new text, or null if the step is left out. */
  edits: Readonly<Record<number, string | null>>
  /**
   * The errors of the steps that failed in the last replay, by step index; null if the steps were not replayed since
   * the last edit.
   */
  failures: Readonly<Record<number, string>> | null
}

export interface Inspector {
  view: (typeof VIEWS)[number]
  /** The handle of the bot that the user has chosen in the inspector; null for the current bot. */
  bot: string | null
  /** The data loaded for the inspector. `dataKey` identifies the view, the bot and the chat for which it was loaded. */
  panel: Panel | null
  dataKey: string | null
  /** The index of the selected line. It can exceed the number of lines, and is limited when it is used. */
  line: number
  toggledFolds: readonly string[]
  /** The part of the screen that gets the focus again when the user leaves the inspector. */
  previousFocus: Focus
}

export interface Find {
  pane: Pane
  input: Input
}

export type Overlay =
  /**
   * `scroll` is the number of rows from the beginning of the section `from`. If `from` is 'end', it is counted from
   * the last page of the help.
   */
  | { kind: 'help'; from: 'past' | Focus | Overlay['kind'] | 'find' | 'first' | 'browse' | 'end'; scroll: number }
  | { kind: 'palette'; filter: Input; selected: number }
  | { kind: 'form'; form: Form }
  | { kind: 'menu'; title: string; items: readonly MenuItem[]; selected: number }
  /**
   * Asks for the path to which a recording or the file of a message is saved. If `step` is not null, asks for the new
   * text of that recorded step instead.
   */
  | { kind: 'save'; input: Input; error: string | null; step: number | null; file?: MessageFile }
  /** `photo` is null if the picture is not loaded yet, or if the terminal itself draws it. */
  | { kind: 'picture'; title: string; file: MessageFile; photo: Photo | null }
  | { kind: 'clock'; input: Input; selected: number; error: string | null; deadlines: readonly Deadline[] }

/**
 * A moment at which a restriction ends or something expires, to which the clock overlay can jump. `at` is in Unix
 * seconds.
 */
export interface Deadline {
  label: string
  at: number
}

export interface MenuItem {
  label: string
  /** The name of the action that the item performs, or whose form it opens. */
  action: string
  params: Readonly<Record<string, unknown>>
  opensForm?: boolean
}

export interface Undo {
  /** The actions that the user can undo or redo, each with the snapshot and the dashboard's state before it. */
  steps: readonly { action: string; before: UndoSnapshot; screen: State }[]
  /** The snapshot taken before the first of several undos. It is restored when the user has redone all of them. */
  latest: UndoSnapshot | null
  /** The number of steps that are not undone. It is lower than the number of all steps after an undo. */
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
  /** True while a getUpdates call of the bot's program is waiting for its answer. */
  isPolling?: boolean
  /** The time at which the program's last getUpdates call was answered, in ms of this machine's clock. */
  polledMs?: number
  /**
   * True if the program's last getUpdates call was answered without updates before its timeout, because it was
   * interrupted.
   */
  isHungUp?: boolean
  hasCalled?: boolean
  isWebhookFailing?: boolean
  /** True if the emulator runs the program, so that it can be restarted. */
  isRun?: boolean
  startedMs?: number
  /** How the program has ended, such as `exit code 1`; null while it runs. */
  exit?: string | null
  exitMs?: number
}

export interface State {
  size: { columns: number; rows: number }
  look: Look
  /** True if the dashboard receives the clicks; false if the terminal uses the mouse to select text. */
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
  /**
   * The number of times that the world was replaced. It identifies data loaded from an earlier world, which is
   * dropped.
   */
  worldVersion: number
  chats: readonly PersonChat[]
  selection: { chats: number; keyboard: number; traffic: number | null }
  /** The handle of the open chat; a bot's handle means the private chat with that bot. */
  open: string | null
  conversation: Conversation
  photos: Readonly<Record<string, Photo | null>>
  composer: Composer
  /** The unsent texts of the composer, by person and chat, for chats that are not open. */
  drafts: Readonly<Record<string, string>>
  traffic: readonly Entry[]
  worlds: Worlds
  /**
   * The unfolded exchanges of the traffic, each an update with the calls that answer it, by the id of the first entry.
   */
  unfolded: readonly number[]
  /** The id of the last entry shown while the traffic is paused; null while it is not paused. */
  pausedAt: number | null
  filters: Readonly<Record<Pane, string>>
  find: Find | null
  /**
   * The numbers of calls in recent intervals, for the chart in the header. `at` is the number of the newest interval.
   */
  chart: { at: number; calls: readonly number[] }
  programs: Readonly<Record<string, Program>>
  /** The total numbers of calls and refused calls that the dashboard has received or loaded. */
  counts: { calls: number; refused: number }
  /** True if the world is stored, so that it outlives the emulator. */
  isPersistent: boolean
  focus: Focus
  inspector: Inspector
  /** True if the focused pane fills the whole screen. */
  isZoomed: boolean
  overlays: readonly Overlay[]
  toast: Toast | null
  recording: Recording | null
  replay: Replay | null
  /** The index of the step of undo before which the session is shown, read-only; null while the present is shown. */
  shownStep: number | null
  /** The effects that the current event requests. The reducer returns them to the session and empties this list. */
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
