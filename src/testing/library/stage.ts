// An emulator as an object: people, bots, the clock, actions and views.

import type {
  ActionParams,
  ActionParamsOf,
  ActionResultOf,
  Client,
  Values,
  ViewParams,
  ViewParamsOf,
  ViewResultOf,
} from '../../control/client/client.ts'
import type { SharedChatView } from '../../control/contract/chats.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { pause } from '../../lib/wait-until.ts'
import { type Bot, createBot } from './bot.ts'
import { type ClockControl, createClockControl } from './clock.ts'
import { explainProblems } from './explain-problems.ts'
import type { DrivenBots } from './idle.ts'
import { createPerson, type Person } from './person.ts'
import { findOrCreate, type Ref, type Who, type WithReferences, withIds } from './references.ts'
import { rethrowWithConversation } from './replies.ts'

type Fields<Action extends keyof ActionParams> = Partial<Omit<ActionParams[Action], 'handle'>>
type WithMembers<Params, Many extends keyof Params> = Omit<Params, 'owner' | Many> & { owner: Who } & {
  [M in Many]?: Who[]
}

type WithObjects<Params extends readonly unknown[]> = { [At in keyof Params]: WithReferences<Params[At]> }

export interface Stage extends Client {
  readonly url: string
  readonly clock: ClockControl
  /** Performs an action. People, bots and chats may be passed as objects. */
  perform<const Name extends string>(
    action: Name,
    ...params: WithObjects<ActionParamsOf<Name>>
  ): Promise<ActionResultOf<Name>>
  /**
   * Returns the view at a path: '/users/:user/chats' with the parameters { user }, or a complete path such as
   * '/users/alice/chats'.
   */
  view<const Path extends string>(path: Path, ...params: WithObjects<ViewParamsOf<Path>>): Promise<ViewResultOf<Path>>
  /**
   * Returns the person with this handle, @username or id, and creates the person if necessary. Returns the same object
   * each time.
   */
  user(ref: Ref, fields?: Fields<'createUser'>): Promise<Person>
  /** Returns the bot with this handle, @username or id, and creates the bot if necessary. */
  bot(ref: Ref, fields?: Omit<Fields<'createBot'>, 'owner'> & { owner?: Who }): Promise<Bot>
  /** Returns the group with this handle, @username or id, and creates the group if necessary. */
  group(ref: Ref, fields: WithMembers<Fields<'createGroup'>, 'members'>): Promise<SharedChatView>
  /** Returns the channel with this handle, @username or id, and creates the channel if necessary. */
  channel(ref: Ref, fields: WithMembers<Fields<'createChannel'>, 'subscribers'>): Promise<SharedChatView>
  /** Returns the calls of bots, oldest first. Filter them with `{ bot, method, ok, after }`. */
  calls(query?: WithReferences<ViewParams['/calls']>): Promise<CallView[]>
  /**
   * Stops passing updates to the handlers of bots in this process (`bot.drive`). Waits for running handlers, but at
   * most a second.
   */
  endDrives(): Promise<void>
  /**
   * Discards the person objects and ignores earlier messages. Call it after the world was replaced. A bot that is
   * created again with the same name keeps its token.
   */
  startAgain(): Promise<void>
}

/** How long `endDrives` waits for handlers that are still running. */
const MAX_HANDLER_MS = 1000

export function createStage(client: Client, url: string, startEvent: number, token?: string): Stage {
  const people = new Map<number, Person>()
  const tokens = new Map<string, string>()
  const drivenBots: DrivenBots = new Map()
  let countsAfter = startEvent
  const findUser = findOrCreate(client, 'createUser', (user) => client.view('/users/:user', { user }))
  const findBot = findOrCreate(client, 'createBot', (bot) => client.view('/bots/:bot', { bot }))
  // The cast is safe: this view returns a private chat only with the parameter `bot`, which isn't passed here.
  const findChat = (chat: Ref) => client.view('/chats/:chat', { chat }) as Promise<SharedChatView>

  return explainProblems({
    ...client,
    url,
    wait: (expected, signal) =>
      client.wait(expected, signal).catch((error) => rethrowWithConversation(client, countsAfter, error)),
    clock: explainProblems(createClockControl(client, url, token)),
    async user(ref, fields) {
      const view = await findUser(ref, fields)
      const person = people.get(view.id) ?? createPerson(client, view, { after: countsAfter, drivenBots })
      people.set(view.id, person)
      return person
    },
    async bot(ref, fields) {
      const view = await findBot(ref, fields, { token: tokens.get(String(ref)) })
      tokens.set(String(ref), view.token)
      return createBot(client, { url, drivenBots }, view)
    },
    async endDrives() {
      const drives = [...drivenBots.values()]
      drivenBots.clear()
      const timeout = new AbortController()
      const ends = Promise.all(drives.map((driven) => driven.end())).then(() => timeout.abort())
      await Promise.race([ends, pause(MAX_HANDLER_MS, timeout.signal).catch(() => {})])
    },
    async startAgain() {
      people.clear()
      countsAfter = (await client.health()).last_event
    },
    group: findOrCreate(client, 'createGroup', findChat),
    channel: findOrCreate(client, 'createChannel', findChat),
    // No check of the parameters is necessary here, because the types of Stage check them.
    perform: ((action: string, params?: Values) => client.perform(action, withIds(params))) as Stage['perform'],
    view: ((path: string, params?: Values) => client.view(path, withIds(params))) as Stage['view'],
    calls: (query) => client.view('/calls', withIds(query)),
  })
}
