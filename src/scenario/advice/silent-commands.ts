// A command that the bot has registered, that somebody sent, and that nothing came of.

import { isNoticed } from '../run/noticed.ts'
import type { Json, SeenCall } from '../run/result.ts'
import type { Evidence } from './advice.ts'

/** People do not wait for answers, so that any later call into the chat may be the one. */
export function silentCommands({ events, result: { commands } }: Evidence): string[] {
  const silent = new Map<unknown, Set<string>>()
  for (const { type, chat, message, call } of events) {
    if (type === 'call' && isNoticed(call as SeenCall)) silent.delete(chat)
    if (type !== 'message' || (message as Json)?.author?.is_bot) continue
    const command = commands.find((each) => new RegExp(`^/${each}(@\\w+)?(\\s|$)`).test((message as Json)?.text ?? ''))
    if (command) silent.set(chat, (silent.get(chat) ?? new Set()).add(command))
  }
  const names = new Set([...silent.values()].flatMap((each) => [...each]))
  return [...names].map((command) => `/${command} is registered, and was sent without any answer.`)
}
