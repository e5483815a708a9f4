// Measures sendMessage to private chats, with the database on disk and 32 connections.

import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hire, sends, TOKENS } from './lib/bots-at-work.mjs'
import { buildWorld, FIRST_PERSON } from './lib/build-world.mjs'
import { median } from './lib/median.mjs'
import { alternate, ratioOf } from './lib/rounds.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, startServer, withServers } from './lib/server.mjs'

export const title = 'sendMessage'

const script = (name) => fileURLToPath(new URL(`./lib/${name}.mjs`, import.meta.url))

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, (_store, make) => hire(make))
    const starts = {
      ours: () => startEmulator('--db', db),
      koa: () => startServer(script('bare-koa')),
      peer: () => startServer(script('telegram-test-api')),
    }
    return withServers(starts, async (servers) => {
      deepStrictEqual(await answerOf(servers.koa), await answerOf(servers.ours))
      const requests = sends()
      const targets = Object.entries(servers).map(([name, { port }]) => [name, { port, requests }])
      const { ours, koa, peer } = await alternate(Object.fromEntries(targets))
      return [
        {
          name: 'to bare koa, @koa/router, koa-body, zod',
          ratio: ratioOf(ours, koa),
          target: 0.6,
          figures: { 'ours/s': median(ours), 'koa/s': median(koa) },
        },
        {
          name: 'to telegram-test-api',
          ratio: ratioOf(ours, peer),
          target: 1,
          figures: { 'ours/s': median(ours), 'theirs/s': median(peer) },
        },
      ]
    })
  })

/** Sends a message. Returns the parts of the answer that must be equal on all servers: type, length, undated result. */
async function answerOf({ url }) {
  const response = await fetch(`${url}/bot${TOKENS[0]}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: FIRST_PERSON, text: 'The same bytes.' }),
  })
  const { result } = await response.json()
  const { 'content-length': length, 'content-type': type } = Object.fromEntries(response.headers)
  return { length, type, result: { ...result, date: 0 } }
}
