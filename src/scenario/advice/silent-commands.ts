// A command that the bot has registered, that somebody sent, and that nothing came of.

import { isNoticed } from '../run/noticed.ts'
import type { Evidence } from './evidence.ts'

/** People do not wait for answers, so that any later call into the chat may be the one. */
export function silentCommands({ events, result: { commands } }: Evidence): string[] {
  const silent = new Map<unknown, Set<string>>()
  for (const event of events) {
    const { chat } = event
    if (event.type === 'call' && isNoticed(event.call)) silent.delete(chat)
    if (event.type !== 'message' || event.message?.author.is_bot) continue
    const text = event.message?.text ?? ''
    const command = commands.find((each) => new RegExp(`^/${each}(@\\w+)?(\\s|$)`).test(text))
    if (command) silent.set(chat, (silent.get(chat) ?? new Set()).add(command))
  }
  const names = new Set([...silent.values()].flatMap((each) => [...each]))
  return [...names].map((command) => `/${command} is registered, and was sent without any answer.`)
}
