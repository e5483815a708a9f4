// The state of the dashboard, and the effects that it requests.

import type { MemberView, UserView } from '../../../control/contract/people.ts'
import type { ActionDescription, SnapshotView } from '../../../control/contract/service.ts'
import type { Update } from '../../../control/contract/shapes.ts'
import type { DeliveryView, FaultView, LimitUse } from '../../../control/contract/traffic.ts'
import type { ServiceView } from '../../../service/rules/settings.ts'
import type { Worlds } from '../../model/worlds.ts'
import type { Form } from '../forms/form.ts'
import type { Input } from '../forms/input.ts'
import type { Target } from '../text/line.ts'
import type { Look } from '../text/style.ts'
import type { Bot, Entry, Message, MessageFile, PersonChat, Photo, SharedChat, UndoSnapshot } from './model.ts'

export type Pane = 'chats' | 'conversation' | 'traffic' | 'inspector'
export type Focus = Pane | 'compose' | 'keyboard'

/** A second person and their chat, shown beside the open chat. Tab switches to this person and this chat. */
export interface Side {
  me: string
  open: string
  conversation: Conversation
  isLeft: boolean
}

export interface MouseTarget {
  area: Pane | 'side' | 'header' | 'compose' | 'bottom' | 'top' | 'behind'
  target: Target
}

export interface Conversation {
  chat: PersonChat | null
  messages: readonly Message[]
  isWhole: boolean
  problem: string | null
  selected: number | null
  unseen: number
  button: number
  /** The first visible row of a message taller than the pane. A number that is too high means the last possible row. */
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

/** The data loaded for the inspector. Only the lists of its current view are loaded. */
export type Panel = Partial<{
  limits: readonly LimitUse[]
  updates: readonly Update[]
  deliveries: readonly DeliveryView[]
  faults: readonly FaultView[]
  members: readonly MemberView[]
  snapshots: readonly SnapshotView[]
}>

/** An update to send again. `of` is the id of its traffic entry, `repeatedAs` the update id of the last copy. */
export interface Replay {
  bot: string
  updateId: number
  of: number
  repeatedAs: number | null
  isAfterRestart: boolean
  /** True after a restart of the bot, until its new process asks for updates and gets the repeated update. */
  isDue: boolean
}

export interface Recording {
  lines: readonly string[]
  /** The user's changes to recorded steps, by step index: the new text, or null if the step is left out. */
  edits: Readonly<Record<number, string | null>>
  /** The errors of the last replay by step index; null if the steps were edited since. */
  failures: Readonly<Record<number, string>> | null
  /** The calls of the bot after each step of the last replay, by step index. */
  calls?: Readonly<Record<number, readonly string[]>> | undefined
  /** The scenario file of a failure that an exploration has found. Undefined for a recording of the user's actions. */
  file?: string | undefined
}

export interface Finding {
  kind: string
  summary: string
  file: string
  steps: number
}

export interface Exploration {
  seconds: number
  startedMs: number
  isRunning: boolean
  /** The reason why the exploration could not start or was interrupted. */
  problem?: string | undefined
  findings: readonly Finding[]
}

export interface Inspector {
  view: 'chosen' | 'limits' | 'queue' | 'webhook' | 'faults' | 'members' | 'snapshots' | 'steps' | 'explore' | 'replay'
  /** The handle of the bot that the user has chosen in the inspector; null for the current bot. */
  bot: string | null
  /** The data loaded for the inspector. `dataKey` identifies the view, the bot and the chat for which it was loaded. */
  panel: Panel | null
  dataKey: string | null
  /** The index of the selected line. A number that is too high means the last line. */
  line: number
  toggledFolds: readonly string[]
  previousFocus: Focus
}

export type Overlay =
  /** The help begins at the heading `from`, or at its last page if `from` is `end`. `scroll` moves it down by rows. */
  | { kind: 'help'; from: 'past' | Focus | Overlay['kind'] | 'find' | 'first' | 'browse' | 'end'; scroll: number }
  | { kind: 'palette'; input: Input; selected: number }
  | { kind: 'form'; form: Form }
  | { kind: 'menu'; title: string; items: readonly MenuItem[]; selected: number }
  /** Asks for the path at which to save a recording or file; if `step` is not null, for the new text of that step. */
  | { kind: 'save'; input: Input; error: string | null; step: number | null; file?: MessageFile }
  /** `photo` is null if the picture is not loaded yet, or if the terminal itself draws it. */
  | { kind: 'picture'; title: string; file: MessageFile; photo: Photo | null }
  | { kind: 'clock'; input: Input; selected: number; error: string | null; deadlines: readonly Deadline[] }

/** A moment, in Unix seconds, to which the clock overlay can jump. */
export interface Deadline {
  label: string
  at: number
}

export interface MenuItem {
  label: string
  action: string
  params: Readonly<Record<string, unknown>>
  opensForm?: boolean
}

export interface UndoStep {
  action: string
  before: UndoSnapshot
  screen: State
}

export interface Undo {
  /** The actions that the user can undo or redo, each with the snapshot and the dashboard's state before it. */
  steps: readonly UndoStep[]
  /** The snapshot taken before the first undo. It is restored when the user has redone all undone steps. */
  latest: UndoSnapshot | null
  /** The number of steps that are not undone. After an undo, it is lower than the number of all steps. */
  inEffect: number
  snapshotCount: number
}

export interface Program {
  isPolling?: boolean
  /** The time at which the program's last getUpdates call was answered, in ms of this machine's clock. */
  polledMs?: number
  /** True if the last getUpdates call was interrupted: it had no updates and ended before its timeout. */
  isHungUp?: boolean
  hasCalled?: boolean
  isWebhookFailing?: boolean
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
  clock: { now: number; frozen: boolean; seenMs: number }
  actions: readonly ActionDescription[]
  people: readonly UserView[]
  bots: readonly Bot[]
  sharedChats: readonly SharedChat[]
  service: Pick<ServiceView, 'allow_local_webhooks'>
  snapshots: readonly string[]
  me: string | null
  recent: readonly string[]
  undo: Undo
  /** Counts replacements of the world, so that data loaded from an earlier world is dropped. */
  worldVersion: number
  chats: readonly PersonChat[]
  selection: { chats: number; keyboard: number; traffic: number | null }
  /** The handle of the open chat; a bot's handle means the private chat with that bot. */
  open: string | null
  conversation: Conversation
  side: Side | null
  photos: Readonly<Record<string, Photo | null>>
  composer: Composer
  drafts: Readonly<Record<string, string>>
  traffic: readonly Entry[]
  worlds: Worlds
  /** The unfolded exchanges, by the id of their first entry. */
  unfolded: readonly number[]
  /** The id of the last entry shown while the traffic is paused; null while it is not paused. */
  pausedAt: number | null
  filters: Readonly<Record<Pane, string>>
  find: { pane: Pane; input: Input } | null
  /** The number of calls in each recent 5-second interval, the newest last. `at` identifies the newest interval. */
  chart: { at: number; calls: readonly number[] }
  programs: Readonly<Record<string, Program>>
  counts: { calls: number; refused: number }
  isPersistent: boolean
  focus: Focus
  inspector: Inspector
  isZoomed: boolean
  overlays: readonly Overlay[]
  toast: { text: string; isError: boolean; untilMs: number } | null
  recording: Recording | null
  /** False if the dashboard was not given the command that starts the bot (`--bot`), which an exploration needs. */
  canExplore: boolean
  exploration: Exploration | null
  replay: Replay | null
  /** While an earlier moment is shown, the index of the undo step that followed it. Null if the present is shown. */
  shownStep: number | null
  /** The effects that the current event requests. The reducer returns them to the session and empties this list. */
  effects: readonly Effect[]
}

export type Params = Readonly<Record<string, unknown>>

export type Effect =
  | { do: 'perform'; action: string; params: Params; from: 'key' | 'form'; successText?: string | undefined }
  | { do: 'load'; what: 'all' | 'chats' | 'conversation' | 'side' | 'directory' | 'panel' | 'steps' }
  | { do: 'load-deadlines' }
  | { do: 'load-older' }
  | { do: 'restore'; to: number; keep: string | null; restore: UndoSnapshot; toast: string }
  | { do: 'preview'; files: readonly string[] }
  | { do: 'paths'; path: string }
  | { do: 'members'; chat: string }
  | { do: 'copy'; text: string; what: string }
  | { do: 'record' | 'replay' | 'stop-exploring' }
  | { do: 'explore'; seconds: number }
  | { do: 'open-finding'; file: string }
  | { do: 'save'; path: string; isOver: boolean; file?: MessageFile }
  | { do: 'view-file'; file: MessageFile }
  | { do: 'open-page'; address: string }
  | { do: 'remember' }
  | { do: 'mouse'; isOn: boolean }
  | { do: 'redraw' | 'suspend' | 'quit' }
