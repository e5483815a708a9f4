// The steps before the first answer of a bot.

import type { Diagnosis } from '../../control/contract/diagnosis.ts'
import { isConnected } from '../../control/describe/call.ts'
import type { Conversation } from './conversations.ts'
import type { Bot } from './views.ts'

const WITHOUT_PROGRAM: readonly Diagnosis['state'][] = ['not-connected', 'unknown-token', 'ended']

/** Returns which steps are done; undefined if the bot has answered, or if the chat is not loaded yet. */
export function firstSteps(bot: Bot, chat: Conversation | null | undefined, diagnosis: Diagnosis | undefined) {
  if (chat === undefined || chat?.messages.some(({ author }) => author.id === bot.id)) return undefined
  // The diagnosis is loaded later than the bot.
  const hasCalled = diagnosis ? !WITHOUT_PROGRAM.includes(diagnosis.state) : isConnected(bot.delivery)
  return { isConnected: hasCalled, isStarted: chat?.kind === 'private' && chat.started }
}

/** The shell command that runs the reader's program as a bot. */
export const startCommand = (url: string, { token }: Pick<Bot, 'token'>, separator = ' ') =>
  [`BOT_API_URL=${url}`, `BOT_TOKEN=${token}`, 'node bot.js'].join(separator)
