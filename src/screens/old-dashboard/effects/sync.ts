// Keeps the dashboard's state up to date: dispatches events in batches and reloads changed views.

import type { Client } from '../../../control/client/client.ts'
import type { EventView } from '../../../control/contract/events.ts'
import type { DeliveryState } from '../../../control/contract/traffic.ts'
import { errorText, Problem } from '../../../lib/problem.ts'
import { pause } from '../../../lib/wait-until.ts'
import type { Arrived } from '../../model/traffic-entries.ts'
import { inspectorDataKey, VIEWS } from '../inspector/inspector-pane.ts'
import type { DashboardEvent } from '../reduce/reducer.ts'
import type { Bot } from '../state/model.ts'
import { inspectedBot, openChat } from '../state/roster.ts'
import type { Effect, State } from '../state/state.ts'
import type { Recorder } from './recorder.ts'

type LoadTarget = (Effect & { do: 'load' })['what']

export type Sync = ReturnType<typeof createSync>

/** The parts of a session that its effects use. */
export interface Wiring {
  client: Client
  recorder: Recorder
  state(): State
  dispatch(event: DashboardEvent): void
  nowMs(): number
}

/** The time for which events are collected into one batch. The dashboard handles keys between batches. */
const FRAME_MS = 50
/** The minimum time between the end of one load of a view and the next load of the same view. */
const RELOAD_MS = 200
const RETRY_MS = 1000
const EARLIER_CALLS = 300
/** The number of bots whose profile and polling state are loaded. It limits the number of requests. */
const MAX_PROFILES = 30

export function createSync({ client, recorder, state, dispatch, nowMs }: Wiring) {
  const loading = new Set<LoadTarget>()
  const queued = new Set<LoadTarget>()

  function load(what: LoadTarget) {
    if (loading.has(what)) {
      queued.add(what)
      return
    }
    loading.add(what)
    void loadNow(what).finally(() => setTimeout(reload, RELOAD_MS, what).unref())
  }

  function reload(what: LoadTarget) {
    loading.delete(what)
    if (queued.delete(what)) load(what)
  }

  async function loadNow(what: LoadTarget) {
    const { me, open } = state()
    try {
      dispatch({ type: 'loaded', loaded: await LOADERS[what](me, open), nowMs: nowMs() })
    } catch (error) {
      if (error instanceof Problem && error.code !== 'unreachable') return
      dispatch({ type: 'link', link: 'lost' })
    }
  }

  const LOADERS = {
    directory: async () => {
      const [people, bots, sharedChats, service, snapshots] = await Promise.all([
        client.view('/users'),
        client.view('/bots'),
        client.view('/chats'),
        client.view('/service'),
        client.view('/snapshots'),
      ])
      const names = snapshots.map(({ name }) => name)
      return { people, bots: await withProfiles(bots), sharedChats, service, snapshots: names }
    },
    chats: async (me: string | null) =>
      me === null ? {} : { chats: { me, list: await client.view('/users/:user/chats', { user: me }) } },
    conversation: async (me: string | null, open: string | null) =>
      me === null || open === null ? {} : { conversation: await loadConversation(me, open) },
    side: async () => {
      const { side } = state()
      return side ? { side: await loadConversation(side.me, side.open) } : {}
    },
    panel: async (_: string | null, open: string | null) => {
      const source = inspectorDataKey(state()) ?? ''
      const chat = openChat(state())?.kind === 'private' ? null : open
      const read = await VIEWS[state().inspector.view].load?.(client, inspectedBot(state())?.handle ?? '', chat)
      return { panel: { source, read: read ?? {} } }
    },
    steps: async () => ({ steps: await recorder.current().lines() }),
    all: async (me: string | null, open: string | null) => {
      const [{ clock }, actions, directory, calls] = await Promise.all([
        client.health(),
        state().actions.length ? undefined : client.actions(),
        LOADERS.directory(),
        hasEarlierCalls ? undefined : client.view('/calls'),
      ])
      const playedHandle = (directory.people.find(({ handle }) => handle === me) ?? directory.people[0])?.handle ?? null
      return {
        clock,
        ...(actions && { actions }),
        ...directory,
        ...(calls && { earlierCalls: calls.slice(-EARLIER_CALLS) }),
        ...(playedHandle === null ? {} : await LOADERS.chats(playedHandle)),
        ...(await LOADERS.conversation(playedHandle, open)),
        deliveries: await loadDeliveries(directory.bots),
      }
    },
  }

  let hasEarlierCalls = false
  let lastSeen: number | null = null

  async function withProfiles(bots: Bot[]): Promise<Bot[]> {
    const profiled = bots
      .slice(0, MAX_PROFILES)
      .map(async (bot) => ({ ...bot, profile: await client.view('/bots/:bot/profile', { bot: bot.handle }) }))
    return [...(await Promise.all(profiled)), ...bots.slice(MAX_PROFILES)]
  }

  async function loadDeliveries(bots: readonly Bot[]): Promise<Record<string, DeliveryState>> {
    const requests = bots.slice(0, MAX_PROFILES).map(async ({ handle }) => {
      return [handle, await client.view('/bots/:bot/delivery', { bot: handle })] as const
    })
    return Object.fromEntries(await Promise.all(requests))
  }

  async function loadConversation(me: string, open: string) {
    const { worldVersion } = state()
    try {
      const { messages, ...chat } = await client.view('/users/:user/chats/:chat', { user: me, chat: open })
      return { me, open, worldVersion, chat, messages, problem: null }
    } catch (error) {
      return { me, open, worldVersion, chat: null, messages: [], problem: errorText(error) }
    }
  }

  async function follow(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const { last_event } = await client.health()
        // Reading continues after the last seen event. If its id is higher than the newest id, the emulator was
        // restarted and its ids have begun again, so reading starts after the newest event.
        if (lastSeen === null || lastSeen > last_event) lastSeen = last_event
        const reading = collect(client.events({ after: lastSeen }, signal))
        await loadNow('all')
        hasEarlierCalls = true
        dispatch({ type: 'link', link: 'open' })
        await reading
      } catch {
        // The error is ignored: the header shows that the connection is lost, and the loop connects again.
      }
      if (signal.aborted) return
      dispatch({ type: 'link', link: 'lost' })
      await pause(RETRY_MS)
    }
  }

  async function collect(events: AsyncIterable<EventView>) {
    let frame: Arrived[] = []
    for await (const event of events) {
      if (!frame.length) {
        setTimeout(() => {
          const events = frame
          frame = []
          dispatch({ type: 'events', events, nowMs: nowMs() })
        }, FRAME_MS)
      }
      frame.push({ ...event, arrivedMs: nowMs() })
      lastSeen = event.id
    }
  }

  return { load, follow }
}
