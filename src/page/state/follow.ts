// Follows the emulator's events, and applies them once for each frame of the browser.

import { batch, effect, signal } from '@preact/signals'
import type { EventType, EventView } from '../../contract/events.ts'
import { Problem } from '../../lib/problem.ts'
import type { Arrived } from '../../screens/model/traffic-entries.ts'
import { addToTraffic, traffic } from '../traffic/exchanges.ts'
import { addToHistory, moments } from '../traffic/history.ts'
import { client, token } from './emulator.ts'
import { changeConversations, loadBots, loadShownChats, PARTS, type Part, reloadSoon } from './reload.ts'
import { goTo, phones } from './route.ts'
import { clock, people } from './world.ts'

export const link = signal<'connecting' | 'open' | 'lost' | 'token'>('connecting')

const RECONNECT_MS = 1000
/** The time after which events are applied in a hidden page, which draws no frames. */
const HIDDEN_FRAME_MS = 500
/** After a redraw, the page pauses this long for each applied event, to leave time for the user's input. */
const PAUSE_MS_PER_EVENT = 10
const MAX_PAUSE_MS = 200
/** The number of earlier events that the traffic panel loads when the page connects. */
const PAST_EVENTS = 1000

/** Follows the events of the emulator until the page closes. Connects again if the connection breaks. */
export async function follow() {
  effect(loadShownChats)
  effect(showFirstPhone)
  for (;;) {
    try {
      const { clock: now, last_event } = await client.health()
      clock.value = now
      people.value = await client.view('/users')
      await loadBots()
      traffic.value = []
      moments.value = []
      link.value = 'open'
      reloadSoon(['lists', 'messages'])
      await applyEvents(last_event)
      link.value = 'lost'
    } catch (error) {
      const needsToken = error instanceof Problem && error.code === 'control-token'
      link.value = needsToken ? 'token' : 'lost'
      if (needsToken) await tokenChange()
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
  }
}

/** Shows the phone of the first person, unless the page's address names a person. */
function showFirstPhone() {
  const [first] = people.value
  if (first && !phones.value.length) goTo({ phones: [{ person: first.handle }] })
}

/** Resolves when the user has typed a token other than the refused one. */
const tokenChange = () =>
  new Promise<void>((resolve) => {
    const refused = token.peek()
    token.subscribe((text) => {
      if (text !== refused) resolve()
    })
  })

/**
 * Applies events until the connection ends. Events up to `last` were loaded as data too, so they only add entries to
 * the traffic and the history.
 */
async function applyEvents(last: number) {
  let received: Arrived[] = []
  let pauseEndsMs = 0
  const apply = () => {
    const fresh = received
    received = []
    pauseEndsMs = performance.now() + Math.min(fresh.length * PAUSE_MS_PER_EVENT, MAX_PAUSE_MS)
    batch(() => {
      addToTraffic(fresh)
      addToHistory(fresh)
      applyToWorld(fresh.filter(({ id }) => id > last))
    })
  }
  for await (const event of client.events({ after: Math.max(0, last - PAST_EVENTS) })) {
    if (!received.length) setTimeout(beforeNextFrame, pauseEndsMs - performance.now(), apply)
    received.push(event.id > last ? { ...event, arrivedMs: performance.now() } : event)
  }
}

function beforeNextFrame(task: () => void) {
  const run = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    task()
  }
  const timer = setTimeout(run, HIDDEN_FRAME_MS)
  const frame = requestAnimationFrame(run)
}

function applyToWorld(fresh: readonly EventView[]) {
  if (!fresh.length) return
  changeConversations(fresh)
  const moved = fresh.findLast((event) => event.type === 'clock')
  if (moved?.type === 'clock') clock.value = moved.clock
  const types = new Set(fresh.map(({ type }) => type))
  const isChanged = (part: Part) => [...NEW_WORLD, ...CHANGED_BY[part]].some((type) => types.has(type))
  reloadSoon(PARTS.filter(isChanged))
}

const NEW_WORLD: readonly EventType[] = ['world', 'reset', 'cleared', 'missed']

/** The types of events after which each of PARTS is loaded again. */
const CHANGED_BY: Readonly<Record<Part, readonly EventType[]>> = {
  people: ['user'],
  bots: ['webhook', 'bot', 'update', 'acknowledged', 'delivery', 'poll', 'program'],
  lists: ['message', 'edit', 'delete', 'chat', 'action', 'member', 'user'],
  chats: ['chat', 'action'],
  messages: ['member'],
}
