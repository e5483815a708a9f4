// The people, the bots and the actions of an emulator.

import type { Client } from '../../control/client/client.ts'
import type { BotView, UserView } from '../../control/contract/people.ts'
import type { ActionDescription } from '../../control/contract/service.ts'
import type { DeliveryState } from '../../control/contract/traffic.ts'
import { isAmong, type Sources, sameOr } from './sources.ts'

export type Bot = BotView & { delivery: DeliveryState }

export function createDirectory(client: Client, sources: Sources) {
  const people = sources.signalOf<readonly UserView[]>([], (people) => ({
    isKept: true,
    load: async () => sameOr(people.peek(), await client.view('/users')),
    isChangedBy: isAmong(['user']),
  }))
  const bots = sources.signalOf<readonly Bot[]>([], (bots) => ({
    isKept: true,
    load: async () => sameOr(bots.peek(), await loadBots(client)),
    isChangedBy: isAmong(['webhook', 'bot', 'update', 'acknowledged', 'delivery', 'poll', 'program']),
  }))
  const actions = sources.signalOf<readonly ActionDescription[] | undefined>(undefined, (actions) => ({
    load: async () => actions.peek() ?? (await client.actions()),
    isChangedBy: () => false,
  }))
  return { people, bots, actions }
}

async function loadBots(client: Client): Promise<Bot[]> {
  const all = await client.view('/bots')
  return Promise.all(
    all.map(async (bot) => ({ ...bot, delivery: await client.view('/bots/:bot/delivery', { bot: bot.id }) })),
  )
}
