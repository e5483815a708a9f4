// Asks one thing again and again over one connection, in a process of its own: what else the machine sends costs it
// nothing but the processor. Tells how long each answer took.

import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const waits = []
let watching = true

process.on('message', async ({ url }) => {
  if (!url) {
    watching = false
    return
  }
  process.send({ watching: true })
  while (watching) {
    waits.push(await timed(url))
    await pause(2)
  }
  agent.destroy()
  process.send({ waits })
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })

async function timed(url) {
  const started = performance.now()
  await new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject)
  })
  return performance.now() - started
}
