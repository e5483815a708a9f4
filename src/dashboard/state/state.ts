// The whole state of the dashboard, and the effects that it asks for.

import type { MemberView, UserView } from '../../contract/people.ts'
import type { ActionDescription, ServiceView, SnapshotView } from '../../contract/service.ts'
import type { Update } from '../../contract/shapes.ts'
import type { DeliveryView, FaultView, LimitUse } from '../../contract/traffic.ts'
import type { Form } from '../forms/form.ts'
import type { Input } from '../forms/input.ts'
import type { Look } from '../terminal/look.ts'
import type { Target } from '../text/line.ts'
import type { Bot, ChatOfMine, Entry, HeldFile, Kept, Message, Photo, Place } from './model.ts'

export type Pane = 'chats' | 'talk' | 'traffic' | 'inspector'
/** Where the keys go when nothing lies on top. */
export type Focus = Pane | 'compose' | 'keyboard'

/** The place and the thing under the mouse. */
export interface Pointed {
  place: Pane | 'header' | 'compose' | 'bottom' | 'top' | 'behind'
  on: Target
}

export interface Talk {
  /** The chat as it was last read; null before that, or when it cannot be read. */
  chat: ChatOfMine | null
  messages: readonly Message[]
  /** Why there is nothing to read. */
  problem: string | null
  selected: number | null
  /** Which of the selected message's buttons. */
  button: number
  /** The first row that is shown of a message with more rows than the pane; clamped when it is read. */
  part: { of: number | null; from: number }
}

export interface Composer extends Input {
  replyTo: number | null
  editing: number | null
  /** What was sent before, oldest first. */
  history: readonly string[]
  /** How far back in it; 0 is what is being written. */
  back: number
  /** What was being written before looking back. */
  draft: string
  /** The suggestion that Tab takes. */
  suggestion: number
}

/** What the inspector has read. */
export interface Panel {
  limits: readonly LimitUse[]
  updates: readonly Update[]
  deliveries: readonly DeliveryView[]
  faults: readonly FaultView[]
  /** Of the chat that is open; nobody's where it is a private one. */
  members: readonly MemberView[]
  snapshots: readonly SnapshotView[]
}

export const VIEWS = ['chosen', 'limits', 'queue', 'webhook', 'faults', 'members', 'snapshots', 'steps'] as const

export interface Recording {
  /** Each step in one line, as it was played. */
  lines: readonly string[]
  /** What is written in its place, by its number; null leaves it out. */
  edits: Readonly<Record<number, string | null>>
  /** What went wrong when it was played again, by the number of the step; null before that. */
  failures: Readonly<Record<number, string>> | null
}

export interface Inspector {
  view: (typeof VIEWS)[number]
  /** Whose; the one at hand where nobody has asked for another. */
  bot: string | null
  /** What was read, and what that was. */
  panel: Panel | null
  source: string | null
  /** The line at hand. */
  line: number
  /** The folds that are otherwise than by themselves. */
  toggledFolds: readonly string[]
  /** Where the keys were before. */
  from: Focus
}

export interface Find {
  pane: Pane
  input: Input
}

/** What can lie on top of the panes. */
export type Overlay =
  | { kind: 'help'; scroll: number }
  | { kind: 'palette'; filter: Input; selected: number }
  | { kind: 'form'; form: Form }
  | { kind: 'menu'; title: string; items: readonly MenuItem[]; selected: number }
  /** A file for what was recorded or for one that a message holds, or a recorded step, written otherwise. */
  | { kind: 'save'; input: Input; error: string | null; step: number | null; file?: HeldFile }
  /** No photo where the terminal draws it. */
  | { kind: 'picture'; title: string; file: HeldFile; photo: Photo | null }
  | { kind: 'clock'; input: Input; selected: number; error: string | null; expiring: readonly Expiring[] }

/** What ends by itself, in Unix seconds. */
export interface Expiring {
  says: string
  at: number
}

export interface MenuItem {
  says: string
  /** The action performed, or the form opened where something is still to be said. */
  action: string
  params: Readonly<Record<string, unknown>>
  ask?: boolean
}

/** What has been done, and what of it is in effect. */
export interface Undo {
  /** What was done, and the snapshot of the world before it. */
  steps: readonly { action: string; before: Kept }[]
  /** The world as it was when the first step back was taken. */
  latest: Kept | null
  /** How many of them are in effect; all of them where nothing is undone. */
  at: number
  /** How many snapshots have been kept. */
  kept: number
}

export interface Toast {
  text: string
  bad: boolean
  untilMs: number
}

export interface Clock {
  now: number
  frozen: boolean
  /** When that was, on this machine. */
  seenMs: number
}

/** What is known of the program behind a bot. */
export interface Program {
  /** Whether a getUpdates of it waits. */
  polling?: boolean
  /** When the last one was answered, on this machine. */
  polledMs?: number
  /** Whether it has called at all. */
  called?: boolean
  /** Whether the last delivery to its webhook failed. */
  failing?: boolean
}

export interface State {
  size: { columns: number; rows: number }
  look: Look
  /** Whether clicks come here rather than select text in the terminal. */
  hasMouse: boolean
  link: 'opening' | 'open' | 'lost'
  url: string
  nowMs: number
  clock: Clock
  actions: readonly ActionDescription[]
  people: readonly UserView[]
  bots: readonly Bot[]
  places: readonly Place[]
  service: Pick<ServiceView, 'allow_local_webhooks'>
  /** The names of what was kept. */
  snapshots: readonly string[]
  /** The handle of whom I play. */
  me: string | null
  /** What was chosen from the palette, the latest first. */
  recent: readonly string[]
  undo: Undo
  /** How often another world has taken the place of this one. */
  world: number
  chats: readonly ChatOfMine[]
  chosen: { chats: number; keyboard: number; traffic: number | null }
  /** The handle of the chat that is open; a bot's stands for the private chat with it. */
  open: string | null
  talk: Talk
  photos: Readonly<Record<string, Photo | null>>
  composer: Composer
  /** What was being written elsewhere, by who and where. */
  drafts: Readonly<Record<string, string>>
  traffic: readonly Entry[]
  /** The exchanges that are unfolded, by their first entries. */
  unfolded: readonly number[]
  /** The newest entry that is shown, where the traffic stands still. */
  pausedAt: number | null
  filters: Readonly<Record<Pane, string>>
  find: Find | null
  /** Calls in each of the last intervals. */
  chart: { at: number; calls: readonly number[] }
  /** By the handles of the bots. */
  programs: Readonly<Record<string, Program>>
  /** Calls since the beginning, as far as they are known. */
  counts: { calls: number; refused: number }
  /** Whether what is played stays when the emulator ends. */
  isKept: boolean
  focus: Focus
  inspector: Inspector
  /** Whether the pane at hand has the whole screen. */
  isZoomed: boolean
  overlays: readonly Overlay[]
  toast: Toast | null
  recording: Recording | null
  /** What this asks for outside, until it is taken up. */
  effects: readonly Effect[]
}

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
