// The memory that the emulator's process takes.

import { join } from 'node:path'
import { hire, sends } from './lib/bots-at-work.mjs'
import { buildWorld } from './lib/build-world.mjs'
import { createLoad } from './lib/load.mjs'
import { residentMebibytes } from './lib/resident.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, withServers } from './lib/server.mjs'

export const title = 'resident memory'

const MESSAGES = 100_000

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, (_store, make) => hire(make))
    return withServers({ emulator: () => startEmulator('--db', db) }, async ({ emulator }) => {
      const idle = residentMebibytes(emulator.pid)
      const half = await sendAtLeast(MESSAGES / 2, emulator)
      const middle = residentMebibytes(emulator.pid)
      const rest = await sendAtLeast(MESSAGES - half, emulator)
      return {
        name: `after ${MESSAGES} messages`,
        ratio: residentMebibytes(emulator.pid),
        unit: ' MiB',
        target: { most: 150 },
        figures: { 'idle MiB': idle, [`after ${half}`]: middle, messages: half + rest },
      }
    })
  })

async function sendAtLeast(wanted, { port }) {
  const load = createLoad()
  let sent = 0
  while (sent < wanted) sent += (await load.run({ port, requests: sends(), seconds: 1 })).latencies.length
  await load.stop()
  return sent
}
