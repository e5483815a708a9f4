// Tells whether a call answers an update.

import type { Update } from '../contract/shapes.ts'
import type { CallView } from '../contract/traffic.ts'

const isChat = (named: unknown, id: number | undefined) => id !== undefined && String(named) === String(id)

/**
 * Returns true if the call names the update's chat as `chat_id`, or the update's button press as `callback_query_id`.
 */
export function isAnswerTo({ params }: Pick<CallView, 'params'>, update: Update): boolean {
  const { callback_query: query, ...rest } = update
  if (query) return params.callback_query_id === query.id || isChat(params.chat_id, query.message.chat.id)
  return Object.values(rest).some((one) => typeof one === 'object' && isChat(params.chat_id, one.chat.id))
}
