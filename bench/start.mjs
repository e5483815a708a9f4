// From the command to the line that says it listens, against the shortest program that Node can run.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { timed } from './lib/ask.mjs'
import { median } from './lib/median.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator } from './lib/server.mjs'

export const title = 'start to ready'

const ROUNDS = 11

export const measure = () =>
  inScratch(async (folder) => {
    const times = { node: [], first: [], again: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const db = join(folder, String(round), 'world.sqlite')
      times.node.push(await timed(runNothing))
      times.first.push(await timedStart(db))
      times.again.push(await timedStart(db))
    }
    const nothing = median(times.node)
    const result = (name, started) => ({
      name,
      ratio: median(started.map((time, round) => time / times.node[round])),
      target: { most: 2.5 },
      figures: { 'ready ms': median(started), 'node -e 0 ms': nothing },
    })
    return [result('a new world to node -e 0', times.first), result('the same world again', times.again)]
  })

const runNothing = () => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')

async function timedStart(db) {
  let emulator
  const time = await timed(async () => {
    emulator = await startEmulator('--db', db)
  })
  await emulator.stop()
  return time
}
