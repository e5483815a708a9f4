// Measures the emulator's memory before and after 20 000 messages.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hire, sends } from './lib/bots-at-work.mjs'
import { buildWorld } from './lib/build-world.mjs'
import { createLoad } from './lib/load.mjs'
import { residentMebibytes } from './lib/resident.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, withServers } from './lib/server.mjs'

export const title = 'resident memory'

const MESSAGES = 20_000
/** A server that just started still loads what its first call needs. */
const SETTLE_MS = 2000

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, (_store, make) => hire(make))
    const starts = { fresh: () => startEmulator('--memory'), busy: () => startEmulator('--db', db) }
    return withServers(starts, async ({ fresh, busy }) => {
      await sleep(SETTLE_MS)
      const idle = residentMebibytes(fresh.pid)
      const messages = await sendAtLeast(MESSAGES, busy)
      const after = residentMebibytes(busy.pid)
      return [
        { name: 'idle', ratio: idle, unit: ' MiB', target: { most: 90 } },
        {
          name: `after ${MESSAGES} messages`,
          ratio: after,
          unit: ' MiB',
          target: { most: 200 },
          figures: { messages },
        },
      ]
    })
  })

async function sendAtLeast(wanted, { port }) {
  const load = createLoad()
  let sent = 0
  while (sent < wanted) sent += (await load.run({ port, requests: sends(), seconds: 0.2 })).latencies.length
  await load.stop()
  return sent
}
