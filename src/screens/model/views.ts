// Views of the control API, which are loaded while a screen watches them.

import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { Client, ViewParamsOf, ViewPath, ViewResultOf } from '../../control/client/client.ts'
import { fillPath } from '../../control/client/wire.ts'
import { type Sources, sameOr } from './sources.ts'

/** What time alone changes: the seconds until a limit is free, how long a bot has been silent. */
const TIMED = /\/(limits|diagnosis|delivery)$/

export type Views = ReturnType<typeof createViews>

export function createViews(client: Client, sources: Sources) {
  const known = new Map<string, Signal>()

  function createView<Data>(path: string, load: () => Promise<Data>): Signal<Data | undefined> {
    return sources.signalOf<Data | undefined>(undefined, (value) => ({
      load: async () => sameOr(value.peek(), await load()),
      isChangedBy: () => true,
      isTimed: TIMED.test(path),
    }))
  }

  return {
    /** A view of the control API, such as `/bots/:bot/diagnosis`. While watched, it is loaded again after events. */
    view<const Path extends ViewPath>(
      path: Path,
      ...params: ViewParamsOf<Path>
    ): ReadonlySignal<ViewResultOf<Path> | undefined> {
      const { path: filled, query } = fillPath(path, params[0] as never)
      const key = JSON.stringify([filled, query])
      const view = known.get(key) ?? createView(filled, () => client.view(filled, query))
      known.set(key, view)
      return view
    },
    createView,
  }
}
