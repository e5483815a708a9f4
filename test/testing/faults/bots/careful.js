// How the bots of the bench repeat a call. The environment variable MISTAKE plants a mistake.

export const { BOT_API_URL: root, BOT_TOKEN: token, MISTAKE: mistake = '' } = process.env
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** `statusOf` returns the status and retry_after of an error, or an empty object after a broken connection. */
export async function careful(send, statusOf) {
  try {
    return await send()
  } catch (error) {
    const { status, retryAfter } = statusOf(error)
    if (status === 429 && mistake !== 'gives up') await pause(retryAfter * 1000)
    else if (status >= 500 && mistake === 'dies') process.exit(1)
    else if (!(status >= 500) && !(status === undefined && mistake === 'repeats')) return console.error(error.message)
    return careful(send, statusOf)
  }
}

/** Stays alive without asking for updates, or ends as a program whose loop has failed. */
export const endAfter = (error) => (mistake === 'is deaf' ? pause(1e8) : process.exit(error ? 1 : 0))

/** Handles an update at once instead of in its turn, if the bot confirms updates before it handles them. */
export const inTurn = (handle) => (mistake === 'confirms first' ? async () => void setTimeout(handle, 30) : handle)
