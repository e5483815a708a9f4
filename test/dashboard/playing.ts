// A dashboard that is typed at and drawn, with nothing outside of it.

import { createElement } from 'react'
import { onTestFinished } from 'vitest'
import { App } from '../../src/dashboard/app.tsx'
import { type Happened, reduce } from '../../src/dashboard/state/reducer.ts'
import type { State } from '../../src/dashboard/state/state.ts'
import type { Effect } from '../../src/dashboard/state/step.ts'
import { strokesOf } from './scene.ts'
import { mounted } from './shown.tsx'

export async function playing(first: State) {
  let state = first
  const effects: Effect[] = []
  const listeners = new Set<() => void>()
  const session = {
    state: () => state,
    dispatch(happened: Happened) {
      const step = reduce(state, happened)
      state = step.state
      effects.push(...step.effects)
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const tree = createElement(App, { session })
  const screen = await mounted(tree, first.size.columns, first.size.rows)
  onTestFinished(() => screen.close())
  return {
    ...screen,
    state: session.state,
    effects,
    /** Keys one after another, each drawn before the next. */
    async press(...names: string[]) {
      for (const stroke of strokesOf(...names)) {
        session.dispatch({ type: 'stroke', stroke })
        await screen.draw(tree)
      }
    },
  }
}
