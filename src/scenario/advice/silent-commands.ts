// A command that the bot has registered, that somebody sent, and that nothing came of.

import { isNoticed } from '../run/noticed.ts'
import type { Json, SeenCall } from '../run/result.ts'
import type { Evidence } from './advice.ts'

export function silentCommands({ events, result: { commands } }: Evidence): string[] {
  /** By chat, what was asked there last and has not been answered yet. */
  const asked = new Map<unknown, string>()
  const silent = new Set<string>()
  for (const { type, chat, message, call } of events) {
    if (type === 'call' && isNoticed(call as SeenCall)) asked.delete(chat)
    if (type !== 'message' || (message as Json)?.author?.is_bot) continue
    const before = asked.get(chat)
    if (before) silent.add(before)
    const command = commands.find((each) => new RegExp(`^/${each}(@\\w+)?(\\s|$)`).test((message as Json)?.text ?? ''))
    if (command) asked.set(chat, command)
    else asked.delete(chat)
  }
  for (const command of asked.values()) silent.add(command)
  return [...silent].map((command) => `/${command} is registered, and was sent without any answer.`)
}
