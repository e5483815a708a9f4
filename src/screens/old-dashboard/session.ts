// A dashboard without a terminal: its state, the events that change it, its effects.

import { type BeginScenario, createRecorder } from './effects/recorder.ts'
import { type EffectContext, runEffect } from './effects/run-effect.ts'
import { createSync } from './effects/sync.ts'
import { screenOf } from './panes/screen.ts'
import { type DashboardEvent, reduce } from './reduce/reducer.ts'
import { initialState } from './state/initial-state.ts'
import type { Effect, State } from './state/state.ts'
import type { Look } from './text/style.ts'

export interface SessionOptions extends Omit<EffectContext, 'sync' | 'exploring' | 'recorder' | 'state' | 'dispatch'> {
  url: string
  look: Look
  isPersistent?: boolean
  hasMouse?: boolean
  size: State['size']
  last?: Pick<State, 'me' | 'open'> | undefined
  beginScenario?: BeginScenario | undefined
}

export type Session = ReturnType<typeof createSession>

/** The effects that never run at the same time, because each of them may first take a snapshot of the world. */
const SEQUENTIAL: ReadonlySet<Effect['do']> = new Set(['perform', 'restore', 'record'])

export function createSession(options: SessionOptions) {
  const { client, url, look, isPersistent = true, hasMouse = false, size, nowMs, last } = options
  const canExplore = options.explorer !== undefined
  const recorder = createRecorder(client, options.beginScenario)
  let current = initialState({ size, look, isPersistent, hasMouse, url, nowMs: nowMs(), canExplore, ...last })
  const listeners = new Set<() => void>()
  const state = () => current
  let lastSequential = Promise.resolve()

  function dispatch(event: DashboardEvent) {
    const { state: after, effects } = reduce(current, event)
    const isVisible = after !== current && !(event.type === 'tick' && screenOf(current) === screenOf(after))
    current = after
    for (const effect of effects) {
      const run = () => runEffect(context, effect)
      if (SEQUENTIAL.has(effect.do)) lastSequential = lastSequential.then(run)
      else void run()
    }
    if (isVisible) for (const listener of listeners) listener()
  }

  const wiring = { ...options, recorder, state, dispatch }
  const context: EffectContext = { ...wiring, sync: createSync(wiring), exploring: {} }
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return { state, dispatch, subscribe, follow: context.sync.follow }
}
