// All that the dashboard knows and shows, and how it is at the beginning.

import type { MemberView, UserView } from '../../contract/people.ts'
import type { ActionDescription, ServiceView, SnapshotView } from '../../contract/service.ts'
import type { DeliveryView, FaultView, LimitUse } from '../../contract/traffic.ts'
import type { Look } from '../terminal/look.ts'
import type { Entry } from './entry.ts'
import type { Form } from './form.ts'
import { type Input, NOTHING } from './input.ts'
import type { Bot, ChatOfMine, Message, Place } from './model.ts'
import { NOTHING_TO_UNDO, type Undo } from './undo-steps.ts'

export type Pane = 'chats' | 'talk' | 'traffic' | 'inspector'
/** Where the keys go when nothing lies on top. */
export type Focus = Pane | 'compose' | 'keyboard'

export interface Talk {
  /** The chat as it was last read; null before that, or when it cannot be read. */
  chat: ChatOfMine | null
  messages: readonly Message[]
  /** Why there is nothing to read. */
  problem: string | null
  selected: number | null
  /** Which of the selected message's buttons. */
  button: number
  /** Of a message with more rows than there is room for: the first that is shown, and how many are not. */
  part: { of: number | null; from: number; hidden: number }
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

export interface Photo {
  width: number
  /** Pixel rows, an even number of them. */
  rows: readonly (readonly number[])[]
}

export interface Waiting {
  update_id: number
  [type: string]: unknown
}

/** What the inspector has read. */
export interface Panel {
  limits: readonly LimitUse[]
  updates: readonly Waiting[]
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
  turned: readonly string[]
  /** Where the keys were before. */
  from: Focus
}

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

/** A file that a message holds. */
export interface HeldFile {
  id: string
  kind: string
  name: string
}

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

export interface Find {
  pane: Pane
  input: Input
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

export interface State {
  size: { columns: number; rows: number }
  look: Look
  /** Whether clicks come here rather than select text in the terminal. */
  hasMouse: boolean
  link: 'opening' | 'open' | 'lost'
  url: string
  nowMs: number
  /** When the last events came. */
  heardMs: number
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
  /** Which of the bots waited for updates when they were last asked. */
  polling: Readonly<Record<string, boolean>>
  /** Calls since the beginning, as far as they are known. */
  counts: { calls: number; refused: number }
  /** The bots that have called at all. */
  called: Readonly<Record<string, true>>
  /** Whether what is played stays when the emulator ends. */
  isKept: boolean
  /** When each bot last asked for updates, on this machine. */
  polledMs: Readonly<Record<string, number>>
  /** Whether the last delivery to each webhook failed. */
  failing: Readonly<Record<string, boolean>>
  focus: Focus
  inspector: Inspector
  /** Whether the pane at hand has the whole screen. */
  isZoomed: boolean
  overlays: readonly Overlay[]
  toast: Toast | null
  recording: Recording | null
}

/** Whoever comes to a tall message from below reads its end first. */
export const endOf = (of: number | null): Talk['part'] => ({ of, from: Number.MAX_SAFE_INTEGER, hidden: 0 })

export const NO_TALK: Talk = {
  chat: null,
  messages: [],
  problem: null,
  selected: null,
  button: 0,
  part: { of: null, from: 0, hidden: 0 },
}
export const BLANK = { ...NOTHING, replyTo: null, editing: null, back: 0, draft: '', suggestion: 0 } as const

export interface Beginning {
  size: State['size']
  look: Look
  url: string
  nowMs: number
  me?: string | null
  open?: string | null
  isKept?: boolean
  hasMouse?: boolean
}

export function initialState({
  me = null,
  open = null,
  isKept = true,
  hasMouse = false,
  ...beginning
}: Beginning): State {
  const { nowMs } = beginning
  return {
    ...beginning,
    me,
    open,
    isKept,
    hasMouse,
    link: 'opening',
    heardMs: nowMs,
    clock: { now: nowMs / 1000, frozen: false, seenMs: nowMs },
    actions: [],
    people: [],
    bots: [],
    places: [],
    service: { allow_local_webhooks: false },
    snapshots: [],
    recent: [],
    undo: NOTHING_TO_UNDO,
    world: 0,
    chats: [],
    chosen: { chats: 0, keyboard: 0, traffic: null },
    talk: NO_TALK,
    photos: {},
    composer: { ...BLANK, history: [] },
    drafts: {},
    traffic: [],
    unfolded: [],
    pausedAt: null,
    filters: { chats: '', talk: '', traffic: '', inspector: '' },
    find: null,
    chart: { at: 0, calls: [] },
    polling: {},
    counts: { calls: 0, refused: 0 },
    called: {},
    polledMs: {},
    failing: {},
    focus: 'chats',
    inspector: { view: 'chosen', bot: null, panel: null, source: null, line: 0, turned: [], from: 'chats' },
    isZoomed: false,
    overlays: [],
    toast: null,
    recording: null,
  }
}

export const topOf = (state: State): Overlay | undefined => state.overlays.at(-1)
