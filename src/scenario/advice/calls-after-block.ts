// A bot learns of a block by a refusal; after one it can know better.

import type { Evidence } from './evidence.ts'

const BLOCKED = 'CID-10'

export function callsAfterBlock({ result: { calls } }: Evidence): string[] {
  const refused = new Map<string, number>()
  for (const { rule, params } of calls) {
    if (rule === BLOCKED) refused.set(String(params.chat_id), (refused.get(String(params.chat_id)) ?? 0) + 1)
  }
  return [...refused.values()].some((times) => times > 1)
    ? ['The bot goes on addressing somebody who has blocked it; remember the refusal.']
    : []
}
