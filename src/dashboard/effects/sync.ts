// Keeps the state beside the emulator: events in frames, and views read again where they have changed.

import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import { Problem, textOf } from '../../lib/problem.ts'
import type { Happened } from '../reduce/happened.ts'
import { inspectorSource } from '../state/layout.ts'
import type { Bot } from '../state/model.ts'
import { inspectedBot, openChat } from '../state/roster.ts'
import type { Effect, Inspector, Panel, State } from '../state/state.ts'
import type { Recorder } from './recorder.ts'

type What = (Effect & { do: 'load' })['what']

export interface Sync {
  load(what: What): void
  /** Resolves once the events so far have come, or seem never to. */
  caughtUp(): Promise<void>
  /** Follows the events until the signal. */
  follow(signal: AbortSignal): Promise<void>
}

interface Wiring {
  client: Client
  recorder: Recorder
  state(): State
  dispatch(happened: Happened): void
  nowMs(): number
}

/** How often events are drawn at most; keys are answered in between. */
const FRAME_MS = 50
/** A view is read again at most this often, however much happens. */
const RELOAD_MS = 200
const RETRY_MS = 1000
const CATCH_UP_MS = 10
const MAX_CATCH_UPS = 100
const EARLIER_CALLS = 300
/** Above this the rest of the bots tell of themselves only when looked at. */
const MAX_PROFILES = 30

export function createSync({ client, recorder, state, dispatch, nowMs }: Wiring): Sync {
  const busy = new Set<What>()
  const again = new Set<What>()

  function load(what: What) {
    if (busy.has(what)) {
      again.add(what)
      return
    }
    busy.add(what)
    void read(what).finally(() => setTimeout(() => next(what), RELOAD_MS).unref())
  }

  function next(what: What) {
    busy.delete(what)
    if (again.delete(what)) load(what)
  }

  async function read(what: What) {
    const { me, open } = state()
    try {
      dispatch({ type: 'loaded', loaded: await READ[what](me, open), nowMs: nowMs() })
    } catch (error) {
      if (error instanceof Problem && error.code !== 'unreachable') return
      dispatch({ type: 'link', link: 'lost' })
    }
  }

  const READ = {
    directory: async () => {
      const [people, bots, places, service, snapshots] = await Promise.all([
        client.view('/users'),
        client.view('/bots'),
        client.view('/chats'),
        client.view('/service'),
        client.view('/snapshots'),
      ])
      const names = snapshots.map(({ name }) => name)
      return { people, bots: await withProfiles(bots), places, service, snapshots: names }
    },
    chats: async (me: string | null) =>
      me === null ? {} : { chats: { me, list: await client.view('/users/:user/chats', { user: me }) } },
    talk: async (me: string | null, open: string | null) =>
      me === null || open === null ? {} : { talk: await talk(me, open) },
    panel: async () => ({ panel: await panel() }),
    steps: async () => {
      const { script, events } = recorder.now()
      return { steps: await script.lines(events) }
    },
    all: async (me: string | null, open: string | null) => {
      const [{ clock }, actions, directory, calls] = await Promise.all([
        client.health(),
        state().actions.length ? undefined : client.actions(),
        READ.directory(),
        hasEarlier ? undefined : client.view('/calls'),
      ])
      const who = (directory.people.find(({ handle }) => handle === me) ?? directory.people[0])?.handle ?? null
      return {
        clock,
        ...(actions && { actions }),
        ...directory,
        ...(calls && { earlier: calls.slice(-EARLIER_CALLS) }),
        ...(who === null ? {} : await READ.chats(who)),
        ...(await READ.talk(who, open)),
        polling: await pollingOf(directory.bots),
      }
    },
  }

  /** Calls from before the dashboard came are asked for once. */
  let hasEarlier = false
  let lastSeen: number | null = null

  async function withProfiles(bots: Bot[]): Promise<Bot[]> {
    const known = bots
      .slice(0, MAX_PROFILES)
      .map(async (bot) => ({ ...bot, profile: await client.view('/bots/:bot/profile', { bot: bot.handle }) }))
    return [...(await Promise.all(known)), ...bots.slice(MAX_PROFILES)]
  }

  /** Events say who begins to poll from now on. */
  async function pollingOf(bots: readonly Bot[]): Promise<Record<string, boolean>> {
    const asked = bots.slice(0, MAX_PROFILES).map(async ({ handle }) => {
      const { polling } = await client.view('/bots/:bot/delivery', { bot: handle })
      return [handle, polling] as const
    })
    return Object.fromEntries(await Promise.all(asked))
  }

  async function panel(): Promise<{ source: string; read: Partial<Panel> }> {
    const { inspector, open } = state()
    const source = inspectorSource(state()) ?? ''
    const bot = inspectedBot(state())?.handle ?? ''
    const isShared = open !== null && openChat(state())?.kind !== 'private'
    const updates = async () => ({ updates: await client.view('/bots/:bot/updates', { bot }) })
    const readers: Record<Inspector['view'], () => Promise<Partial<Panel>>> = {
      chosen: async () => ({}),
      steps: async () => ({}),
      limits: async () => ({ limits: await client.view('/bots/:bot/limits', { bot }) }),
      queue: updates,
      webhook: async () => {
        const deliveries = await client.view('/bots/:bot/deliveries', { bot })
        return { ...(await updates()), deliveries: deliveries.reverse() }
      },
      faults: async () => ({ faults: await client.view('/faults', { bot }) }),
      members: async () => (isShared ? { members: await client.view('/chats/:chat/members', { chat: open }) } : {}),
      snapshots: async () => ({ snapshots: await client.view('/snapshots') }),
    }
    return { source, read: await readers[inspector.view]() }
  }

  async function talk(me: string, open: string) {
    const { world } = state()
    try {
      const { messages, ...chat } = await client.view('/users/:user/chats/:chat', { user: me, chat: open })
      return { me, open, world, chat, messages, problem: null }
    } catch (error) {
      return { me, open, world, chat: null, messages: [], problem: textOf(error) }
    }
  }

  async function follow(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const { last_event } = await client.health()
        // What came while the connection was lost is read as well, unless this is another emulator.
        if (lastSeen === null || lastSeen > last_event) lastSeen = last_event
        const reading = collect(client.events({ after: lastSeen }, signal))
        await read('all')
        hasEarlier = true
        dispatch({ type: 'link', link: 'open' })
        await reading
      } catch {
        // Told by the state of the link.
      }
      if (signal.aborted) return
      dispatch({ type: 'link', link: 'lost' })
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  async function collect(events: AsyncIterable<EventView>) {
    let frame: EventView[] = []
    for await (const event of events) {
      if (!frame.length) {
        setTimeout(() => {
          const taken = frame
          frame = []
          dispatch({ type: 'events', events: taken, nowMs: nowMs() })
        }, FRAME_MS)
      }
      frame.push(event)
      recorder.seen(event)
      lastSeen = event.id
    }
  }

  async function caughtUp() {
    const { last_event } = await client.health()
    for (let i = 0; (lastSeen ?? 0) < last_event && i < MAX_CATCH_UPS; i++)
      await new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS))
  }

  return { load, follow, caughtUp }
}
