// Compares sendPhoto with a minimal server that converts the same image with sharp.

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

/** Creates a JPEG of smooth noise with as much detail as a photo, so that decoding takes a realistic time. */
async function photograph(width, height) {
  const coarse = { width: Math.ceil(width / 8), height: Math.ceil(height / 8), channels: 3 }
  const noise = randomFillSync(Buffer.alloc(coarse.width * coarse.height * 3))
  return sharp(noise, { raw: coarse }).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer()
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
        for (const [name, url] of Object.entries(urls)) await timeOf(name, url, picture, [])
        const sharpMs = []
        const times = { ours: [], alone: [] }
        for (let round = 0; round < ROUNDS; round++) {
          const order = round % 2 ? ['alone', 'ours'] : ['ours', 'alone']
          for (const name of order) times[name].push(await timeOf(name, urls[name], picture, sharpMs))
        }
        results.push({
          name: `${megapixels} megapixels, to a bare handler with sharp alone`,
          ratio: ratioOf(times.ours, times.alone),
          target: { most: 1.15 },
          figures: { 'ours ms': median(times.ours), 'bare ms': median(times.alone), 'sharp in it ms': median(sharpMs) },
        })
      }
      return results
    })
  })

/** Returns the time of a request, including the transfer. Adds the time that the sharp server reports to `sharpMs`. */
async function timeOf(name, url, picture, sharpMs) {
  const started = performance.now()
  if (name === 'ours') await send(url, 'photo', [picture])
  else sharpMs.push(Number(await (await fetch(url, { method: 'POST', body: picture })).text()))
  return performance.now() - started
}
