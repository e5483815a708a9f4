// Measures the emulator's memory right after heavy load, and later when it is idle.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hire, sends } from './lib/bots-at-work.mjs'
import { buildWorld } from './lib/build-world.mjs'
import { createLoad } from './lib/load.mjs'
import { residentMebibytes } from './lib/resident.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, withServers } from './lib/server.mjs'

export const title = 'resident memory'

const MESSAGES = 100_000
const MOST_MEBIBYTES = 150
/** The idle time after which Node has released the memory that it reserved for new objects. */
const REST_MS = 20_000

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, (_store, make) => hire(make))
    return withServers({ emulator: () => startEmulator('--db', db) }, async ({ emulator }) => {
      const idle = residentMebibytes(emulator.pid)
      const half = await sendAtLeast(MESSAGES / 2, emulator)
      const middle = residentMebibytes(emulator.pid)
      const rest = await sendAtLeast(MESSAGES - half, emulator)
      const working = residentMebibytes(emulator.pid)
      await sleep(REST_MS)
      return [
        result(`after ${MESSAGES} messages`, working, {
          'idle MiB': idle,
          [`after ${half}`]: middle,
          messages: half + rest,
        }),
        result(`at rest after ${MESSAGES} messages`, residentMebibytes(emulator.pid)),
      ]
    })
  })

const result = (name, mebibytes, figures) => ({
  name,
  ratio: mebibytes,
  unit: ' MiB',
  target: { most: MOST_MEBIBYTES },
  figures,
})

async function sendAtLeast(wanted, { port }) {
  const load = createLoad()
  let sent = 0
  while (sent < wanted) sent += (await load.run({ port, requests: sends(), seconds: 1 })).latencies.length
  await load.stop()
  return sent
}
