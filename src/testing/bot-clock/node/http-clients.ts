// Recognizes timers that stay on real time: timeouts of HTTP clients, and pauses between polls.

/**
 * Matches the files of HTTP clients: Node's fetch, the clients of bot libraries, and common packages. The loop of
 * node-telegram-bot-api pauses between polls, so it would stop on a frozen clock.
 */
const HTTP_CLIENT =
  /^node:internal\/deps\/undici|[\\/](grammy[\\/]out[\\/]core[\\/]client\.|node_modules[\\/](undici|node-fetch|axios|follow-redirects|got|ky|request|@cypress[\\/]request|@cypress[\\/]request-promise|superagent|needle|ofetch|agentkeepalive)[\\/]|node-telegram-bot-api[\\/](src|lib)[\\/]telegramPolling\.)/

/** Returns true if an HTTP client called `timerFunction`, such as setTimeout. */
export const isCalledByHttpClient = (timerFunction: (...args: never[]) => unknown): boolean =>
  HTTP_CLIENT.test(fileThatCalls(timerFunction))

function fileThatCalls(timerFunction: (...args: never[]) => unknown): string {
  const { stackTraceLimit, prepareStackTrace } = Error
  const holder: { stack?: unknown } = {}
  try {
    Error.stackTraceLimit = 1
    Error.prepareStackTrace = (_, [site]) => site?.getFileName()
    Error.captureStackTrace(holder, timerFunction)
    return String(holder.stack)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    Error.prepareStackTrace = prepareStackTrace
  }
}
