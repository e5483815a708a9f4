// The initial state of the dashboard, and of a chat that is not loaded yet.

import { ONE_WORLD } from '../../model/worlds.ts'
import { EMPTY_INPUT } from '../forms/input.ts'
import type { Conversation, State } from './state.ts'

export const scrolledToEnd = (messageId: number | null): Conversation['scroll'] => ({
  messageId,
  firstRow: Number.MAX_SAFE_INTEGER,
})

export const NO_CONVERSATION: Conversation = {
  chat: null,
  messages: [],
  isWhole: true,
  problem: null,
  selected: null,
  unseen: 0,
  button: 0,
  scroll: { messageId: null, firstRow: 0 },
}
export const EMPTY_COMPOSER = {
  ...EMPTY_INPUT,
  replyTo: null,
  editing: null,
  stepsBack: 0,
  draft: '',
  suggestion: 0,
} as const

export const NO_FILTERS = { chats: '', conversation: '', traffic: '', inspector: '' }

type InitialOptions = Pick<State, 'size' | 'look' | 'url' | 'nowMs' | 'isPersistent' | 'hasMouse'> &
  Partial<Pick<State, 'me' | 'open' | 'canExplore'>>

export function initialState(options: InitialOptions): State {
  const { nowMs } = options
  return {
    me: null,
    open: null,
    canExplore: false,
    ...options,
    link: 'opening',
    clock: { now: nowMs / 1000, frozen: false, seenMs: nowMs },
    actions: [],
    people: [],
    bots: [],
    sharedChats: [],
    service: { allow_local_webhooks: false },
    snapshots: [],
    recent: [],
    undo: { steps: [], latest: null, inEffect: 0, snapshotCount: 0 },
    worldVersion: 0,
    chats: [],
    selection: { chats: 0, keyboard: 0, traffic: null },
    conversation: NO_CONVERSATION,
    side: null,
    photos: {},
    composer: { ...EMPTY_COMPOSER, history: [] },
    drafts: {},
    traffic: [],
    worlds: ONE_WORLD,
    unfolded: [],
    pausedAt: null,
    filters: NO_FILTERS,
    find: null,
    chart: { at: 0, calls: [] },
    programs: {},
    counts: { calls: 0, refused: 0 },
    focus: 'chats',
    inspector: {
      view: 'chosen',
      bot: null,
      panel: null,
      dataKey: null,
      line: 0,
      toggledFolds: [],
      previousFocus: 'chats',
    },
    isZoomed: false,
    overlays: [],
    toast: null,
    recording: null,
    exploration: null,
    replay: null,
    shownStep: null,
    effects: [],
  }
}
