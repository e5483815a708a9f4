// Asks for getMe again and again over one connection, in a process of its own: what else the machine sends costs it
// nothing but the processor. Tells how long each answer took.

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
