// sendPhoto against sharp alone, in a process of its own, making the same picture of the same file.

import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { median } from './lib/median.mjs'
import { ratioOf } from './lib/rounds.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, startServer, withServers } from './lib/server.mjs'
import { address, hireBots, send } from './lib/uploads.mjs'

export const title = 'sendPhoto'

const ROUNDS = 15

/** As much detail as a camera leaves in a picture, so that decoding costs what it costs. */
async function photograph(width, height) {
  const coarse = { width: Math.ceil(width / 8), height: Math.ceil(height / 8), channels: 3 }
  const noise = randomFillSync(Buffer.alloc(coarse.width * coarse.height * 3))
  return sharp(noise, { raw: coarse }).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer()
}

async function milliseconds(url, picture) {
  const started = performance.now()
  await send(url, 'photo', [picture])
  return performance.now() - started
}

export const measure = () =>
  inScratch(async (folder) => {
    const starts = {
      ours: () => startEmulator('--db', join(folder, 'world.sqlite')),
      alone: () => startServer(fileURLToPath(new URL('./lib/bare-sharp.mjs', import.meta.url))),
    }
    return withServers(starts, async ({ ours, alone }) => {
      const [token] = await hireBots(ours.url, 1)
      const urls = { ours: address(ours.url, token, 'sendPhoto'), alone: alone.url }
      const results = []
      for (const [megapixels, width, height] of [
        [12, 4000, 3000],
        [48, 8000, 6000],
      ]) {
        const picture = await photograph(width, height)
        for (const [name, url] of Object.entries(urls)) await timeOf(name, url, picture)
        const times = { ours: [], alone: [] }
        for (let round = 0; round < ROUNDS; round++) {
          const order = round % 2 ? ['alone', 'ours'] : ['ours', 'alone']
          for (const name of order) times[name].push(await timeOf(name, urls[name], picture))
        }
        results.push({
          name: `${megapixels} megapixels, to sharp alone`,
          ratio: ratioOf(times.ours, times.alone),
          target: { most: 1.15 },
          figures: { 'ours ms': median(times.ours), 'sharp ms': median(times.alone) },
        })
      }
      return results
    })
  })

/** Sharp alone says itself how long it took: what sends the picture to it is no part of its work. */
async function timeOf(name, url, picture) {
  if (name === 'ours') return milliseconds(url, picture)
  const response = await fetch(url, { method: 'POST', body: picture })
  return Number(await response.text())
}
