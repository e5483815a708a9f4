// Compares sendDocument of 50 MB with a minimal formidable server; measures sixteen uploads at once.

import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from './lib/child.mjs'
import { median, percentile } from './lib/median.mjs'
import { ratioOf } from './lib/rounds.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, startServer, withServers } from './lib/server.mjs'
import { address, hireBots, send } from './lib/uploads.mjs'

export const title = 'uploads'

const MEGABYTES = 50
const ROUNDS = 9
const AT_ONCE = 16
const BLOCK = randomFillSync(Buffer.alloc(65_536))
const BLOCKS = Array.from({ length: (MEGABYTES * 1024 * 1024) / BLOCK.length }, () => BLOCK)

/** The number of files created so far. Written into each file, it makes the content unique. */
let files = 0
function newFile() {
  const first = Buffer.from(BLOCK)
  first.writeUInt32LE(++files)
  return [first, ...BLOCKS.slice(1)]
}

async function megabytesPerSecond(url) {
  const file = newFile()
  const started = performance.now()
  await send(url, 'document', file)
  return MEGABYTES / ((performance.now() - started) / 1000)
}

export const measure = () => inScratch(async (folder) => [await throughput(folder), ...(await manyAtOnce(folder))])

function throughput(folder) {
  const starts = {
    ours: () => startEmulator('--db', join(folder, 'one.sqlite')),
    bare: () => startServer(fileURLToPath(new URL('./lib/bare-formidable.mjs', import.meta.url))),
  }
  return withServers(starts, async ({ ours, bare }) => {
    const [token] = await hireBots(ours.url, 1)
    const urls = { ours: address(ours.url, token, 'sendDocument'), bare: bare.url }
    const rates = { ours: [], bare: [] }
    for (const url of Object.values(urls)) await megabytesPerSecond(url)
    for (let round = 0; round < ROUNDS; round++) {
      const order = round % 2 ? ['bare', 'ours'] : ['ours', 'bare']
      for (const name of order) rates[name].push(await megabytesPerSecond(urls[name]))
    }
    return {
      name: 'sendDocument of 50 MB to a bare formidable that only writes to the disk',
      ratio: ratioOf(rates.ours, rates.bare),
      target: 0.7,
      figures: { 'ours MB/s': median(rates.ours), 'bare MB/s': median(rates.bare) },
    }
  })
}

function manyAtOnce(folder) {
  const starts = { ours: () => startEmulator('--db', join(folder, 'many.sqlite')), watch: () => startChild('watch') }
  return withServers(starts, async ({ ours, watch }) => {
    const tokens = await hireBots(ours.url, 6)
    watch.tell({ url: ours.url, token: tokens[0] })
    await watch.next()
    const sent = Array.from({ length: AT_ONCE }, (_, n) =>
      send(address(ours.url, tokens[n % tokens.length], 'sendDocument'), 'document', newFile()),
    )
    await Promise.all(sent)
    watch.tell({})
    const { waits } = await watch.next()
    const held = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${ours.pid}/status`, 'utf8'))?.[1]) / 1024
    const name = `${AT_ONCE} uploads of 50 MB at once`
    return [
      { name: `${name}: most memory held`, ratio: held, target: { most: 250 }, unit: ' MB' },
      {
        name: `${name}: getMe beside them, p99`,
        ratio: percentile(waits, 99),
        target: { most: 50 },
        unit: ' ms',
        figures: { calls: waits.length, 'median ms': median(waits) },
      },
    ]
  })
}
