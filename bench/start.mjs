// Measures the start of the emulator, a minimal server and Node alone.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { timed } from './lib/ask.mjs'
import { median } from './lib/median.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, startServer } from './lib/server.mjs'

export const title = 'start to ready'

const ROUNDS = 21
const BARE = fileURLToPath(new URL('lib/bare-stack.mjs', import.meta.url))

export const measure = () =>
  inScratch(async (folder) => {
    const times = { node: [], bare: [], first: [], again: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const own = join(folder, String(round))
      mkdirSync(own)
      const db = join(own, 'world.sqlite')
      times.node.push(await timed(runNothing))
      times.bare.push(await timedStart(() => startServer(BARE, join(own, 'bare.sqlite'))))
      times.first.push(await timedStart(() => startEmulator('--db', db)))
      times.again.push(await timedStart(() => startEmulator('--db', db)))
    }
    const compared = (name, started, other, otherName, target) => ({
      name: `${name} to ${otherName}`,
      ratio: median(started.map((time, round) => time / other[round])),
      ...(target !== undefined && { target: { most: target } }),
      figures: { 'ready ms': median(started), [`${otherName} ms`]: median(other) },
    })
    return [
      compared('a new world', times.first, times.bare, 'a bare server', 1),
      compared('the same world again', times.again, times.bare, 'a bare server', 1),
      compared('a new world', times.first, times.node, 'node -e 0'),
      compared('the same world again', times.again, times.node, 'node -e 0'),
    ]
  })

const runNothing = () => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')

async function timedStart(start) {
  let server
  const time = await timed(async () => {
    server = await start()
  })
  await server.stop()
  return time
}
