// How the dashboard is at the beginning, and a chat before anything of it is known.

import { NOTHING } from '../forms/input.ts'
import type { State, Talk } from './state.ts'

/** A tall message that is reached from below shows its end first. */
export const endOf = (of: number | null): Talk['part'] => ({ of, from: Number.MAX_SAFE_INTEGER })

export const NO_TALK: Talk = {
  chat: null,
  messages: [],
  problem: null,
  selected: null,
  button: 0,
  part: { of: null, from: 0 },
}
export const BLANK = { ...NOTHING, replyTo: null, editing: null, back: 0, draft: '', suggestion: 0 } as const

type Beginning = Pick<State, 'size' | 'look' | 'url' | 'nowMs' | 'isKept' | 'hasMouse'> &
  Partial<Pick<State, 'me' | 'open'>>

export function initialState(beginning: Beginning): State {
  const { nowMs } = beginning
  return {
    me: null,
    open: null,
    ...beginning,
    link: 'opening',
    clock: { now: nowMs / 1000, frozen: false, seenMs: nowMs },
    actions: [],
    people: [],
    bots: [],
    places: [],
    service: { allow_local_webhooks: false },
    snapshots: [],
    recent: [],
    undo: { steps: [], latest: null, at: 0, kept: 0 },
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
    programs: {},
    counts: { calls: 0, refused: 0 },
    focus: 'chats',
    inspector: { view: 'chosen', bot: null, panel: null, source: null, line: 0, toggledFolds: [], from: 'chats' },
    isZoomed: false,
    overlays: [],
    toast: null,
    recording: null,
    effects: [],
  }
}
