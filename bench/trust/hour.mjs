// Puts load on the emulator for an hour or BENCH_SECONDS; its memory must not grow.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { hire, sends } from '../lib/bots-at-work.mjs'
import { buildWorld } from '../lib/build-world.mjs'
import { createLoad } from '../lib/load.mjs'
import { residentMebibytes } from '../lib/resident.mjs'
import { inScratch } from '../lib/scratch.mjs'
import { startEmulator, withServers } from '../lib/server.mjs'

export const title = 'an hour of load'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3600)
const SAMPLES = 12

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, (_store, make) => hire(make))
    return withServers({ emulator: () => startEmulator('--db', db) }, async ({ emulator }) => {
      const load = createLoad()
      const curve = []
      const log = []
      let sent = 0
      for (let sample = 0; sample < SAMPLES; sample++) {
        const { latencies } = await load.run({ port: emulator.port, requests: sends(), seconds: SECONDS / SAMPLES })
        sent += latencies.length
        curve.push(Math.round(residentMebibytes(emulator.pid)))
        log.push(Math.round(statSync(`${db}-wal`, { throwIfNoEntry: false })?.size / 2 ** 20 || 0))
      }
      await load.stop()
      const half = SAMPLES / 2
      return {
        ratio: Math.max(...curve.slice(half)) / Math.max(...curve.slice(0, half)),
        target: { most: 1.1 },
        figures: { messages: sent, 'MiB of memory': curve.join(' '), 'MiB of write-ahead log': log.join(' ') },
      }
    })
  })
