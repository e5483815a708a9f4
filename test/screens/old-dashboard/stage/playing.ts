// A dashboard that is typed at and drawn, with nothing outside of it.

import { createElement } from 'react'
import stringWidth from 'string-width'
import { onTestFinished } from 'vitest'
import { App } from '../../../../src/screens/old-dashboard/app.tsx'
import { targetAt } from '../../../../src/screens/old-dashboard/panes/screen.ts'
import type { DashboardEvent } from '../../../../src/screens/old-dashboard/reduce/reducer.ts'
import { reduce } from '../../../../src/screens/old-dashboard/reduce/reducer.ts'
import type { Effect, State } from '../../../../src/screens/old-dashboard/state/state.ts'
import { strokesOf } from './scene.ts'
import { mounted } from './shown.tsx'

export async function playing(first: State) {
  let state = first
  const effects: Effect[] = []
  const listeners = new Set<() => void>()
  const session = {
    state: () => state,
    dispatch(event: DashboardEvent) {
      const step = reduce(state, event)
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
    /** Where a text stands on the screen, and what the mouse does there. */
    async point(how: 'click' | 'up' | 'down', text: string) {
      const y = screen.rows().findIndex((row) => row.includes(text))
      if (y < 0) throw new Error(`${text} does not stand on the screen:\n${screen.text()}`)
      const row = screen.rows()[y] ?? ''
      const x = stringWidth(row.slice(0, row.indexOf(text)))
      session.dispatch({ type: 'mouse', how, at: targetAt(state, x, y) })
      await screen.draw(tree)
    },
    /** Keys one after another, each drawn before the next. */
    async press(...names: string[]) {
      for (const stroke of strokesOf(...names)) {
        session.dispatch({ type: 'stroke', stroke })
        await screen.draw(tree)
      }
    },
  }
}
