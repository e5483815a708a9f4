// A client without an emulator: a test sets what the views return, emits events, and breaks the connection.

import type { Client } from '../../src/control/client/client.ts'
import type { EventView } from '../../src/control/contract/events.ts'
import { Problem } from '../../src/lib/problem.ts'

const BOT = { id: 1001, handle: 'greeter', first_name: 'Greeter' }
const PERSON = { id: 1, handle: 'alice', first_name: 'Alice' }
const CHAT = { id: PERSON.id, kind: 'private', handle: BOT.handle, title: BOT.first_name, unread: 0, notices: 0 }

export const messageOf = (message_id: number, text = `text ${message_id}`) => ({
  message_id,
  text,
  date: message_id,
  author: { ...BOT, is_bot: true },
})

export function fakeClient() {
  const log: EventView[] = []
  const loads: Record<string, number> = {}
  const state = {
    pid: 1,
    isUp: true,
    token: undefined as string | undefined,
    people: [PERSON],
    messages: [messageOf(1)],
    /** Holds back the responses of views until it resolves. */
    hold: undefined as Promise<void> | undefined,
  }
  let wake = Promise.withResolvers<void>()

  const requireUp = () => {
    if (state.token !== undefined) throw new Problem('control-token', 'The token is missing.', '')
    if (!state.isUp) throw new Problem('unreachable', 'No emulator answers.', '')
  }

  const VIEWS: Record<string, (params: { before?: number; limit?: number }) => unknown> = {
    '/users': () => state.people,
    '/bots': () => [BOT],
    '/bots/:bot/delivery': () => ({ polling: false, webhook: null, waiting: 0 }),
    '/users/:user/chats': () => [CHAT],
    '/users/:user/chats/:chat': ({ before = Infinity, limit = 2000 }) => ({
      ...CHAT,
      messages: limit ? state.messages.filter(({ message_id }) => message_id < before).slice(-limit) : [],
    }),
  }

  async function* events({ after = 0 }: { after?: number | string } = {}, signal?: AbortSignal) {
    let last = Number(after)
    signal?.addEventListener('abort', () => wake.resolve())
    for (;;) {
      for (const event of log.filter(({ id }) => id > last)) {
        last = event.id
        yield event
      }
      if (signal?.aborted) return
      requireUp()
      await wake.promise
    }
  }

  const client = {
    async health() {
      requireUp()
      const clock = { now: 1000, frozen: true }
      return { pid: state.pid, base_url: 'http://emulator', last_event: log.at(-1)?.id ?? 0, clock }
    },
    async view(path: string, params: object = {}) {
      requireUp()
      loads[path] = (loads[path] ?? 0) + 1
      const result = structuredClone(VIEWS[path]?.(params))
      await state.hold
      return result
    },
    events,
  }

  function changed() {
    wake.resolve()
    wake = Promise.withResolvers()
  }

  return {
    client: client as unknown as Client,
    state,
    loads,
    emit(event: object) {
      log.push({ id: (log.at(-1)?.id ?? 0) + 1, at: 1000, ...event } as EventView)
      changed()
    },
    /** The bot sends a message to Alice. */
    say(text?: string) {
      const message = messageOf((state.messages.at(-1)?.message_id ?? 0) + 1, text)
      state.messages.push(message)
      this.emit({ type: 'message', bot: BOT.handle, chat: PERSON.id, message_id: message.message_id, message })
    },
    goDown() {
      state.isUp = false
      changed()
    },
    /** Replaces the emulator by a new one with an empty log. */
    restart() {
      log.length = 0
      state.pid++
      state.isUp = true
    },
  }
}
