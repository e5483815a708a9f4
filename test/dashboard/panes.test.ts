// A pane is drawn again when something that it shows has changed, and only then: it names all that it looks at.

import { expect, it } from 'vitest'
import { PANES } from '../../src/dashboard/components/frame/screen.tsx'
import { NO_TALK } from '../../src/dashboard/state/initial-state.ts'
import type { Pane, State } from '../../src/dashboard/state/state.ts'
import { scene } from './stage/scene.ts'
import { VIEWS } from './stage/views.ts'

const STATES: Record<string, (state: State) => State> = {
  ...VIEWS,
  'no chat': (state) => ({ ...state, open: null, talk: NO_TALK }),
  'no bot': (state) => ({ ...state, bots: [], traffic: [] }),
  'a bot that polls': (state) => ({ ...state, traffic: [], programs: { greeter: { polling: true } } }),
  'a bot that is gone': (state) => ({
    ...VIEWS.webhook!(state),
    bots: state.bots,
    programs: { greeter: { called: true, polledMs: 0 } },
  }),
  'a bot that was never here': (state) => ({ ...VIEWS.webhook!(state), bots: state.bots, programs: {} }),
  'a bot that is not started': (state) => ({ ...state, programs: {}, chats: [], talk: NO_TALK, traffic: [] }),
  'a chat that was left': (state) => ({ ...state, open: 'tokyo', chats: [], talk: NO_TALK }),
  'a conversation in which a message is searched': (state) => ({
    ...state,
    filters: { ...state.filters, talk: 'cat' },
  }),
}

/** Its own size goes into the room that it gets. */
const NOT_NAMED = new Set(['size'])

it.each(Object.keys(PANES) as Pane[])('%s', (name) => {
  const { View, shows } = PANES[name]
  const looked = new Set<string>()
  for (const view of Object.values(STATES)) {
    const state = view(scene(200, 60))
    const watched = new Proxy(state, {
      get(all, key: keyof State) {
        looked.add(key)
        return all[key]
      },
    })
    for (const isHere of [true, false]) View({ state: watched, room: { width: 60, height: 40 }, isHere })
  }
  expect(shows).toEqual(expect.arrayContaining([...looked].filter((key) => !NOT_NAMED.has(key))))
  expect(shows.filter((key) => !looked.has(key))).toEqual([])
})
