// Measures getUpdates with a pending update, with the database on disk and 32 connections.

import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hire, TOKENS } from './lib/bots-at-work.mjs'
import { buildWorld, FIRST_BOT } from './lib/build-world.mjs'
import { postRequest } from './lib/load.mjs'
import { median } from './lib/median.mjs'
import { alternate, ratioOf } from './lib/rounds.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, startServer, withServers } from './lib/server.mjs'
import { waitingUpdate } from './lib/waiting-update.mjs'

export const title = 'getUpdates'

const PARAMS = { offset: 1, limit: 100 }

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, fillQueues)
    const starts = {
      ours: () => startEmulator('--db', db),
      koa: () => startServer(fileURLToPath(new URL('./lib/bare-koa.mjs', import.meta.url))),
    }
    return withServers(starts, async (servers) => {
      deepStrictEqual(await answerOf(servers.koa), await answerOf(servers.ours))
      // The requests do not confirm the pending update, so each answer contains it again.
      const requests = TOKENS.map((token) => postRequest(`/bot${token}/getUpdates`, PARAMS))
      const targets = Object.entries(servers).map(([name, { port }]) => [name, { port, requests }])
      const { ours, koa } = await alternate(Object.fromEntries(targets))
      return {
        name: 'with a waiting update, to bare koa, @koa/router, koa-body, zod',
        ratio: ratioOf(ours, koa),
        target: 0.6,
        figures: { 'ours/s': median(ours), 'koa/s': median(koa) },
      }
    })
  })

function fillQueues(store, make) {
  hire(make)
  const made_ms = Date.now()
  for (let bot = FIRST_BOT; bot < FIRST_BOT + TOKENS.length; bot++) {
    const update_id = store.bots.nextUpdateId(bot)
    store.updates.insert({ bot, update_id, type: 'message', body: JSON.stringify(waitingUpdate(update_id)), made_ms })
  }
}

async function answerOf({ url }) {
  const response = await fetch(`${url}/bot${TOKENS[0]}/getUpdates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PARAMS),
  })
  return response.json()
}
