// Recognizes timers that stay on real time: timeouts of HTTP clients, and pauses between polls.

/**
 * Matches the files of HTTP clients: Node's fetch, the clients of bot libraries, and common packages. The loop of
 * node-telegram-bot-api pauses between polls, so it would stop on a frozen clock.
 */
const HTTP_CLIENT =
  /^node:internal\/deps\/undici|[\\/](grammy[\\/]out[\\/]core[\\/]client\.|node_modules[\\/](undici|node-fetch|axios|follow-redirects|got|ky|request|@cypress[\\/]request|@cypress[\\/]request-promise|superagent|needle|ofetch|agentkeepalive)[\\/]|node-telegram-bot-api[\\/](src|lib)[\\/]telegramPolling\.)/

/**
 * The result of `isCalledByHttpClient` is cached by the source text of the callback, if the text has at least this
 * length. Different callbacks may have the same short text.
 */
const IDENTIFYING_LENGTH = 60
const MAX_CACHED = 1000
const isClientByText = new Map<string, boolean>()

/**
 * Returns true if an HTTP client called `timerFunction`, such as setTimeout. Caches results by the source code of the
 * timer's `callback`.
 */
export function isCalledByHttpClient(timerFunction: (...args: never[]) => unknown, callback?: unknown): boolean {
  const text = typeof callback === 'function' ? sourceOf.call(callback) : ''
  if (text.length < IDENTIFYING_LENGTH) return HTTP_CLIENT.test(fileThatCalls(timerFunction))
  let isClient = isClientByText.get(text)
  if (isClient === undefined) {
    if (isClientByText.size >= MAX_CACHED) isClientByText.clear()
    isClient = HTTP_CLIENT.test(fileThatCalls(timerFunction))
    isClientByText.set(text, isClient)
  }
  return isClient
}

const sourceOf = Function.prototype.toString

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
