// Measures the start of the emulator and of a minimal server.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { timed } from './lib/ask.mjs'
import { median } from './lib/median.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, startServer } from './lib/server.mjs'

export const title = 'start to ready'

const ROUNDS = 15
const BARE = fileURLToPath(new URL('lib/bare-stack.mjs', import.meta.url))

export const measure = () =>
  inScratch(async (folder) => {
    const times = { bare: [], first: [], again: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const own = join(folder, String(round))
      mkdirSync(own)
      const db = join(own, 'world.sqlite')
      const startBare = async () => times.bare.push(await timedStart(() => startServer(BARE, join(own, 'bare.sqlite'))))
      if (round % 2) await startBare()
      for (const way of ['first', 'again']) times[way].push(await timedStart(() => startEmulator('--db', db)))
      if (round % 2 === 0) await startBare()
    }
    const compared = (name, started, target) => ({
      name: `${name} to a bare server`,
      ratio: median(started.map((time, round) => time / times.bare[round])),
      target: { most: target },
      figures: { 'ready ms': median(started), 'bare ms': median(times.bare) },
    })
    return [compared('a new world', times.first, 1), compared('a saved world', times.again, 1.1)]
  })

async function timedStart(start) {
  let server
  const time = await timed(async () => {
    server = await start()
  })
  await server.stop()
  return time
}
