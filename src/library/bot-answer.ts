// The answer of the service to a bot.

/** What a bot's call was answered: of one that was refused `ok` is false, and there is no result. */
export type BotAnswer<Result = unknown> = Done<Result> | Refused

interface Done<Result> {
  ok: true
  result: Result
  error_code?: undefined
  description?: undefined
  parameters?: undefined
}

interface Refused {
  ok: false
  result?: undefined
  error_code: number
  description: string
  parameters?: { retry_after: number }
}
