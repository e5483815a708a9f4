// Measures deliveries of a full queue of updates to a webhook, against a minimal sender.

import { join } from 'node:path'
import { createAsk } from './lib/ask.mjs'
import { buildWorld, FIRST_BOT, FIRST_PERSON, tokenOf } from './lib/build-world.mjs'
import { startChild } from './lib/child.mjs'
import { median } from './lib/median.mjs'
import { ratioOf } from './lib/rounds.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, withServers } from './lib/server.mjs'
import { waitingUpdate } from './lib/waiting-update.mjs'

export const title = 'webhook deliveries'

/** The number of first rounds that are not measured, because both senders still become faster. */
const WARM_UPS = 4
const ROUNDS = 7
const UPDATES = 4000
const HOST = 'bot.example.org'

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    const bodies = Array.from({ length: UPDATES }, (_, i) => JSON.stringify(waitingUpdate(i + 1)))
    await buildWorld(db, (store, make) => fillQueues(store, make, bodies))
    const starts = { receiver: () => startChild('receiver'), sender: () => startChild('bare-undici') }
    return withServers(starts, async ({ receiver, sender }) => {
      const { port } = receiver.first
      const route = ['--webhook-route', `${HOST}=http://127.0.0.1:${port}`]
      return withServers({ emulator: () => startEmulator('--db', db, ...route) }, async ({ emulator }) => {
        const ask = createAsk(emulator.url)
        // Each round uses the next bot, because a bot's queue can only be delivered once.
        let bot = FIRST_BOT
        const ways = {
          ours: () => ask.call(tokenOf(bot++), 'setWebhook', { url: `https://${HOST}/hook` }),
          bare: () => sender.tell({ port, bodies }),
        }
        const rates = { ours: [], bare: [] }
        for (let round = -WARM_UPS; round < ROUNDS; round++) {
          const order = Object.keys(ways)
          for (const way of round % 2 ? order.reverse() : order) {
            const rate = await timed(receiver, ways[way])
            if (round >= 0) rates[way].push(rate)
          }
        }
        await ask.close()
        return {
          name: 'to a bare undici loop that posts the same bodies',
          ratio: ratioOf(rates.ours, rates.bare),
          target: 0.7,
          figures: { 'ours/s': median(rates.ours), 'bare/s': median(rates.bare) },
        }
      })
    })
  })

/** Starts deliveries with `begin`, and returns the deliveries per second that the receiver measures. */
async function timed(receiver, begin) {
  receiver.tell(UPDATES)
  await receiver.next()
  begin()
  return (await receiver.next()).perSecond
}

function fillQueues(store, make, bodies) {
  make.person(FIRST_PERSON)
  const made_ms = Date.now()
  for (let bot = FIRST_BOT; bot < FIRST_BOT + WARM_UPS + ROUNDS; bot++) {
    make.bot(bot, FIRST_PERSON)
    for (const [i, body] of bodies.entries()) {
      store.bots.nextUpdateId(bot)
      store.updates.insert({ bot, update_id: i + 1, type: 'message', body, made_ms })
    }
  }
}
