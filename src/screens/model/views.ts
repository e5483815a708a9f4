// Views of the control API, loaded while a screen watches them; people, bots and actions.

import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { Client, ViewParamsOf, ViewPath, ViewResultOf } from '../../control/client/client.ts'
import { fillPath } from '../../control/client/wire.ts'
import type { BotView, UserView } from '../../control/contract/people.ts'
import type { ActionDescription } from '../../control/contract/service.ts'
import type { DeliveryState } from '../../control/contract/traffic.ts'
import { isAmong, type Sources, sameOr } from './sources.ts'

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

export type Bot = BotView & { delivery: DeliveryState }

export function createDirectory(client: Client, sources: Sources) {
  const people = sources.signalOf<readonly UserView[]>([], (people) => ({
    isKept: true,
    load: async () => sameOr(people.peek(), (await client.view('/users')).filter(isThere)),
    isChangedBy: isAmong(['user']),
  }))
  const bots = sources.signalOf<readonly Bot[]>([], (bots) => ({
    isKept: true,
    load: async () => sameOr(bots.peek(), await loadBots(client)),
    isChangedBy: isAmong(['user', 'webhook', 'bot', 'update', 'acknowledged', 'delivery', 'poll', 'program']),
  }))
  const actions = sources.signalOf<readonly ActionDescription[] | undefined>(undefined, (actions) => ({
    load: async () => actions.peek() ?? (await client.actions()),
    isChangedBy: () => false,
  }))
  return { people, bots, actions }
}

const isThere = ({ deleted }: UserView) => !deleted

async function loadBots(client: Client): Promise<Bot[]> {
  const all = await client.view('/bots')
  return Promise.all(
    all.map(async (bot) => ({ ...bot, delivery: await client.view('/bots/:bot/delivery', { bot: bot.id }) })),
  )
}
