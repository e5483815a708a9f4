// An emulator in the hands of a program: its people and bots as objects, its clock, and all that a client can do.

import type { ActionParams, Client, ViewParams } from '../client/client.ts'
import type { SharedChatView } from '../contract/chats.ts'
import type { CallView } from '../contract/traffic.ts'
import { type Bot, botOver } from './bot.ts'
import { type ClockControl, clockOver } from './clock.ts'
import { findOrCreate } from './furnished.ts'
import { type Person, personOver } from './person.ts'
import type { Ref, Who } from './who.ts'

type Fields<Action extends keyof ActionParams> = Partial<Omit<ActionParams[Action], 'handle'>>
type WithPeople<Params, Many extends keyof Params> = Omit<Params, 'owner' | Many> & { owner: Who } & {
  [M in Many]?: Who[]
}

export interface Stage extends Client {
  readonly url: string
  readonly clock: ClockControl
  /** The person of this name, made where there is none. The same object each time. */
  user(ref: Ref, fields?: Fields<'createUser'>): Promise<Person>
  /** The bot of this name with its token, made where there is none. */
  bot(ref: Ref, fields?: Omit<Fields<'createBot'>, 'owner'> & { owner?: Who }): Promise<Bot>
  /** The group of this name, made where there is none. */
  group(ref: Ref, fields: WithPeople<Fields<'createGroup'>, 'members'>): Promise<SharedChatView>
  /** The channel of this name, made where there is none. */
  channel(ref: Ref, fields: WithPeople<Fields<'createChannel'>, 'subscribers'>): Promise<SharedChatView>
  /** What bots have called, oldest first; `{ bot, method, ok, after }` narrow it down. */
  calls(query?: ViewParams['/calls']): Promise<CallView[]>
}

export function stageOver(client: Client, url: string, since: number): Stage {
  const people = new Map<number, Person>()
  const findUser = findOrCreate(client, {
    create: 'createUser',
    find: (user) => client.view('/users/:user', { user }),
    name: 'first_name',
  })
  const findBot = findOrCreate(client, {
    create: 'createBot',
    find: (bot) => client.view('/bots/:bot', { bot }),
    name: 'first_name',
  })
  // Without the name of a bot it is a shared chat.
  const findChat = (chat: Ref) => client.view('/chats/:chat', { chat }) as Promise<SharedChatView>
  return {
    ...client,
    url,
    clock: clockOver(client),
    async user(ref, fields) {
      const view = await findUser(ref, fields)
      const known = people.get(view.id) ?? personOver(client, view, since)
      people.set(view.id, known)
      return known
    },
    bot: async (ref, fields) => botOver(client, url, await findBot(ref, fields)),
    group: findOrCreate(client, { create: 'createGroup', find: findChat, name: 'title' }),
    channel: findOrCreate(client, { create: 'createChannel', find: findChat, name: 'title' }),
    calls: (query) => client.view('/calls', query),
  }
}
