// A command that the bot has registered, that somebody sent, and that nothing came of.

import { isNoticed } from '../run/noticed.ts'
import type { Json, SeenCall } from '../run/result.ts'
import type { Evidence } from './advice.ts'

export function silentCommands({ events, result: { commands } }: Evidence): string[] {
  let asked: string | undefined
  const silent = new Set<string>()
  for (const { type, message, call } of events) {
    if (type === 'call' && isNoticed(call as SeenCall)) asked = undefined
    if (type !== 'message' || (message as Json)?.author?.is_bot) continue
    if (asked) silent.add(asked)
    asked = commands.find((command) => new RegExp(`^/${command}(@\\w+)?(\\s|$)`).test((message as Json)?.text ?? ''))
  }
  if (asked) silent.add(asked)
  return [...silent].map((command) => `/${command} is registered, and was sent without any answer.`)
}
