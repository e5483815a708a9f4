// A refusal with retry_after, and the same call again before that time had passed.

import type { Evidence } from './evidence.ts'

export function ignoredRetryAfter({ result: { calls } }: Evidence): string[] {
  return calls.flatMap((refused, i) => {
    const seconds = refused.body.parameters?.retry_after
    if (refused.status !== 429 || seconds === undefined) return []
    const again = calls
      .slice(i + 1)
      .find(
        ({ method, params, at }) =>
          method === refused.method &&
          String(params.chat_id) === String(refused.params.chat_id) &&
          at < refused.at + seconds,
      )
    return again ? [`${again.method} was called again before retry_after (${seconds} s) had passed.`] : []
  })
}
