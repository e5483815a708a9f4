// How the bots of the bench repeat a call. The environment variable MISTAKES plants mistakes, separated by commas.

export const { BOT_API_URL: root, BOT_TOKEN: token, MISTAKES = '' } = process.env
export const makes = (mistake) => MISTAKES.split(',').includes(mistake)
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** `statusOf` returns the status and retry_after of an error, or an empty object after a broken connection. */
export async function careful(send, statusOf) {
  try {
    return await send()
  } catch (error) {
    const { status, retryAfter } = statusOf(error)
    if (status === 429 && !makes('gives up')) await pause(retryAfter * 1000)
    else if (status >= 500 && makes('dies')) process.exit(1)
    else if (!(status >= 500) && !(status === undefined && makes('repeats'))) return console.error(error.message)
    return careful(send, statusOf)
  }
}

/** Stays alive without asking for updates, or ends as a program whose loop has failed. */
export const endAfter = (error) => (makes('is deaf') ? pause(1e8) : process.exit(error ? 1 : 0))

/** Handles an update at once instead of in its turn, if the bot confirms updates before it handles them. */
export const inTurn = (handle) => (makes('confirms first') ? async () => void setTimeout(handle, 30) : handle)
