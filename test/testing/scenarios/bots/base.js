// The loop that the broken bots of these tests share.

import { call, poll } from '../../../../fixtures/bots/api.js'

export { call, poll }

/** Answers whatever is written with what `say` makes of it. */
export const answer = (say) =>
  poll(async ({ message }) => {
    if (message?.text) await say(message)
  })
