// One dashboard, without the terminal: its state, what changes it, and what it has done outside.

import type { Client } from '../client/client.ts'
import { type BeginScenario, createRecorder } from './effects/recorder.ts'
import { runEffect, type Surroundings } from './effects/run-effect.ts'
import { createSync } from './effects/sync.ts'
import { screenOf } from './panes/screen.ts'
import type { Happened } from './reduce/happened.ts'
import { reduce } from './reduce/reducer.ts'
import { initialState } from './state/initial-state.ts'
import type { Effect, State } from './state/state.ts'
import type { Look } from './terminal/look.ts'

export interface Who {
  me: string | null
  open: string | null
}

export interface SessionOptions
  extends Pick<Surroundings, 'copy' | 'remember' | 'mouse' | 'redraw' | 'suspend' | 'quit'> {
  client: Client
  url: string
  look: Look
  isKept?: boolean
  hasMouse?: boolean
  size: State['size']
  nowMs(): number
  /** Who I was and where, the last time. */
  last?: Who | undefined
  beginScenario?: BeginScenario | undefined
}

export interface Session {
  state(): State
  dispatch(happened: Happened): void
  /** Calls the listener after each change of the state that can be seen. */
  subscribe(listener: () => void): () => void
  follow(signal: AbortSignal): Promise<void>
}

/** What was done first comes first, and each has a snapshot of the world before it. */
const IN_TURN: ReadonlySet<Effect['do']> = new Set(['perform', 'travel', 'record'])

export function createSession({
  client,
  url,
  look,
  isKept = true,
  hasMouse = false,
  size,
  nowMs,
  last,
  beginScenario,
  ...outside
}: SessionOptions): Session {
  const recorder = createRecorder(client, beginScenario)
  let current = initialState({ size, look, isKept, hasMouse, url, nowMs: nowMs(), ...last })
  const listeners = new Set<() => void>()
  const state = () => current
  let lastTurn = Promise.resolve()

  function dispatch(happened: Happened) {
    const { state: after, effects } = reduce(current, happened)
    const isSeen = after !== current && !(happened.type === 'tick' && screenOf(current) === screenOf(after))
    current = after
    for (const effect of effects) {
      const run = () => runEffect(surroundings, effect)
      if (IN_TURN.has(effect.do)) lastTurn = lastTurn.then(run)
      else void run()
    }
    if (isSeen) for (const listener of listeners) listener()
  }

  const sync = createSync({ client, recorder, state, dispatch, nowMs })
  const surroundings: Surroundings = { client, sync, recorder, state, dispatch, ...outside }
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return { state, dispatch, subscribe, follow: sync.follow }
}
