// Measures how soon a waiting getUpdates call is answered after a person's action.
// The measured time starts before the action is sent, so it includes the HTTP request of the action.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAsk, timed } from './lib/ask.mjs'
import { hire, sends, TOKENS } from './lib/bots-at-work.mjs'
import { buildWorld, FIRST_BOT, FIRST_PERSON } from './lib/build-world.mjs'
import { createLoad } from './lib/load.mjs'
import { median, percentile } from './lib/median.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, withServers } from './lib/server.mjs'

export const title = 'long polling'

const ROUNDS = 7
const ACTIONS_PER_ROUND = 200
const LOADED_SECONDS = 3

export const measure = () =>
  inScratch(async (folder) => {
    const db = join(folder, 'world.sqlite')
    await buildWorld(db, (_store, make) => hire(make))
    return withServers({ emulator: () => startEmulator('--db', db) }, async ({ emulator }) => {
      const ask = createAsk(emulator.url)
      const aRound = () => wakes(ask, (actions) => actions < ACTIONS_PER_ROUND)
      await aRound()
      const idle = []
      const plain = []
      for (let round = 0; round < ROUNDS; round++) {
        idle.push(await aRound())
        plain.push(await plainCalls(ask))
      }
      const loaded = await underLoad(emulator, () => {
        const endsAt = performance.now() + LOADED_SECONDS * 1000
        return wakes(ask, () => performance.now() < endsAt)
      })
      await ask.close()
      return {
        name: 'from an action to the answer, p99',
        ratio: median(idle.map((times) => percentile(times, 99))),
        unit: ' ms',
        target: { most: 1.5 },
        figures: {
          'p50 ms': median(idle.flat()),
          'a getMe at the same time': { '99th ms': median(plain.map((times) => percentile(times, 99))) },
          'with 32 connections sending': { 'median ms': median(loaded), '99th ms': percentile(loaded, 99) },
        },
      }
    })
  })

/** Repeats a poll and an action. Returns the milliseconds from each action to the answer of the waiting poll. */
async function wakes(ask, goesOn) {
  const times = []
  let offset = 0
  while (goesOn(times.length)) {
    const poll = ask.call(TOKENS[0], 'getUpdates', { offset, timeout: 50 })
    // Gives the poll time to reach the emulator before the action.
    await sleep(2)
    const startedAt = performance.now()
    const [[update]] = await Promise.all([
      poll.finally(() => times.push(performance.now() - startedAt)),
      ask.act('send', { as: String(FIRST_PERSON), to: String(FIRST_BOT), text: 'Are you there?' }),
    ])
    offset = update.update_id + 1
  }
  await ask.call(TOKENS[0], 'getUpdates', { offset })
  return times
}

/** Returns the milliseconds of getMe calls. They show how loaded the machine is, because getMe is the simplest call. */
async function plainCalls(ask) {
  const times = []
  for (let call = 0; call < ACTIONS_PER_ROUND; call++) {
    await sleep(2)
    times.push(await timed(() => ask.call(TOKENS[0], 'getMe', {})))
  }
  return times
}

async function underLoad({ port }, work) {
  const load = createLoad()
  const sending = load.run({ port, requests: sends(), seconds: LOADED_SECONDS + 1 })
  const result = await work()
  await sending
  await load.stop()
  return result
}
