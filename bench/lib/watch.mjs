// Calls getMe repeatedly over one connection and reports how long each answer took.
// It runs as a child process, so that the load from the measuring process does not delay its calls.

import { setTimeout as pause } from 'node:timers/promises'
import { createAsk, timed } from './ask.mjs'

const waits = []
let watching = true

process.on('message', async ({ url, token }) => {
  if (!url) {
    watching = false
    return
  }
  process.send({ watching: true })
  const ask = createAsk(url)
  while (watching) {
    waits.push(await timed(() => ask.call(token, 'getMe', {})))
    await pause(2)
  }
  await ask.close()
  process.send({ waits })
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })
