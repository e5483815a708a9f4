// An emulator in the hands of a program: its people and bots as objects, its clock, and all that a client can do.

import type {
  ActionParams,
  ActionParamsOf,
  ActionResultOf,
  Client,
  Values,
  ViewParams,
  ViewParamsOf,
  ViewResultOf,
} from '../client/client.ts'
import type { SharedChatView } from '../contract/chats.ts'
import type { CallView } from '../contract/traffic.ts'
import { Problem } from '../lib/problem.ts'
import { type Bot, botOver } from './bot.ts'
import { type ClockControl, clockOver } from './clock.ts'
import { explained } from './explained.ts'
import { findOrCreate } from './find-or-create.ts'
import { type Person, personOver } from './person.ts'
import { createDriven } from './replies/idle.ts'
import { conversationLines, thrownLines } from './replies/no-reply.ts'
import { type Naming, type Ref, type Who, withIds } from './who.ts'

type Fields<Action extends keyof ActionParams> = Partial<Omit<ActionParams[Action], 'handle'>>
type WithPeople<Params, Many extends keyof Params> = Omit<Params, 'owner' | Many> & { owner: Who } & {
  [M in Many]?: Who[]
}

type Named<Params extends readonly unknown[]> = { [At in keyof Params]: Naming<Params[At]> }

export interface Stage extends Client {
  readonly url: string
  readonly clock: ClockControl
  /** Performs an action; whoever it names may be an object. */
  perform<const Name extends string>(
    action: Name,
    ...params: Named<ActionParamsOf<Name>>
  ): Promise<ActionResultOf<Name>>
  /** Looks at the world: '/users/:user/chats' with { user }, or a whole path such as /users/alice/chats. */
  view<const Path extends string>(path: Path, ...params: Named<ViewParamsOf<Path>>): Promise<ViewResultOf<Path>>
  /** The person of this name, created where there is none. The same object each time. */
  user(ref: Ref, fields?: Fields<'createUser'>): Promise<Person>
  /** The bot of this name with its token, created where there is none. */
  bot(ref: Ref, fields?: Omit<Fields<'createBot'>, 'owner'> & { owner?: Who }): Promise<Bot>
  /** The group of this name, created where there is none. */
  group(ref: Ref, fields: WithPeople<Fields<'createGroup'>, 'members'>): Promise<SharedChatView>
  /** The channel of this name, created where there is none. */
  channel(ref: Ref, fields: WithPeople<Fields<'createChannel'>, 'subscribers'>): Promise<SharedChatView>
  /** What bots have called, oldest first; `{ bot, method, ok, after }` narrow it down. */
  calls(query?: Naming<ViewParams['/calls']>): Promise<CallView[]>
  /** Forgets the people of before, whose world has gone; bots that come again under their names keep their tokens. */
  startAgain(): Promise<void>
}

export function stageOver(client: Client, url: string, since: number): Stage {
  const people = new Map<number, Person>()
  const tokens = new Map<string, string>()
  const driven = createDriven()
  let after = since
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
  /** A call that did not come is explained by what happened instead. */
  async function wholeStory(error: unknown): Promise<never> {
    if (!(error instanceof Problem) || error.code !== 'no-such-call') throw error
    const past = { client, driven, after }
    const lines = [...(await thrownLines(past)), error.hint, ...(await conversationLines(past))]
    throw new Problem(error.code, error.message, lines.join('\n'), error.details)
  }

  return explained({
    ...client,
    url,
    wait: (expected, signal) => client.wait(expected, signal).catch((error) => wholeStory(error)),
    clock: explained(clockOver(client)),
    async user(ref, fields) {
      const view = await findUser(ref, fields)
      const known = people.get(view.id) ?? personOver(client, view, { after, driven })
      people.set(view.id, known)
      return known
    },
    async bot(ref, fields) {
      const token = tokens.get(String(ref))
      const view = await findBot(ref, { token, ...fields })
      tokens.set(String(ref), view.token)
      return botOver(client, { url, driven }, view)
    },
    async startAgain() {
      people.clear()
      after = (await client.health()).last_event
    },
    group: findOrCreate(client, { create: 'createGroup', find: findChat, name: 'title' }),
    channel: findOrCreate(client, { create: 'createChannel', find: findChat, name: 'title' }),
    // Whoever calls is checked by the types above; what goes on are ids.
    perform: ((action: string, params?: Values) => client.perform(action, withIds(params))) as Stage['perform'],
    view: ((path: string, params?: Values) => client.view(path, withIds(params))) as Stage['view'],
    calls: (query) => client.view('/calls', withIds(query)),
  })
}
