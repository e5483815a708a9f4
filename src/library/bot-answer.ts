// The answer of the service to a bot.

/** What a bot's call was answered. */
export interface BotAnswer<Result = unknown> {
  ok: boolean
  result?: Result
  error_code?: number
  description?: string
  parameters?: { retry_after: number }
}
