// Recognizes timers that HTTP clients set for their own timeouts, which stay on real time.

/** Matches the files of HTTP clients: Node's fetch, the clients of bot libraries, and common packages. */
const HTTP_CLIENT =
  /^node:internal\/deps\/undici|[\\/](grammy[\\/]out[\\/]core[\\/]client\.|node_modules[\\/](undici|node-fetch|axios|follow-redirects|got|ky|request|@cypress[\\/]request|@cypress[\\/]request-promise|superagent|needle|ofetch|agentkeepalive)[\\/])/

export function isCalledByHttpClient(timerFunction: (...args: never[]) => unknown): boolean {
  const { stackTraceLimit, prepareStackTrace } = Error
  const holder: { stack?: unknown } = {}
  try {
    Error.stackTraceLimit = 1
    Error.prepareStackTrace = (_, [site]) => site?.getFileName()
    Error.captureStackTrace(holder, timerFunction)
    return HTTP_CLIENT.test(String(holder.stack))
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    Error.prepareStackTrace = prepareStackTrace
  }
}
