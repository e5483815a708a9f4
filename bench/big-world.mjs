// Compares sendMessage, a view and groups in large and small worlds.

import { join } from 'node:path'
import { createAsk, timed } from './lib/ask.mjs'
import { hire, PEOPLE_EACH, sends, TOKENS } from './lib/bots-at-work.mjs'
import { buildWorld, FIRST_BOT, FIRST_GROUP, FIRST_PERSON } from './lib/build-world.mjs'
import { getRequest } from './lib/load.mjs'
import { median } from './lib/median.mjs'
import { alternate, ratioOf } from './lib/rounds.mjs'
import { inScratch } from './lib/scratch.mjs'
import { startEmulator, withServers } from './lib/server.mjs'

export const title = 'size of the world'

const PEOPLE = 100_000
const CHATS = 10_000
const MESSAGES = 1_000_000
const SMALL_GROUP = 10
const LARGE_GROUP = 10_000
const MESSAGES_EACH = MESSAGES / CHATS
const TARGET = 0.95
/** The view is read of chats that are the same in both worlds. */
const VIEWED_CHATS = 30

export const measure = () =>
  inScratch(async (folder) => {
    const small = join(folder, 'small.sqlite')
    const big = join(folder, 'big.sqlite')
    await buildWorld(small, fillSmall)
    await buildWorld(big, fillBig)
    const starts = { small: () => startEmulator('--db', small), big: () => startEmulator('--db', big) }
    return withServers(starts, async (servers) => [...(await inPrivateChats(servers)), await inGroups(servers.big)])
  })

function fillSmall(store, make) {
  for (const chat of hire(make).slice(0, VIEWED_CHATS)) write(make, store.privateChats, chat)
}

function fillBig(store, make) {
  const privateChats = hire(make)
  const groups = CHATS - privateChats.length
  const people = Array.from({ length: PEOPLE }, (_, place) => FIRST_PERSON + place)
  for (const person of people) if (!store.users.byId(person)) make.person(person)
  for (const chat of privateChats) write(make, store.privateChats, chat)
  for (let group = 0; group < groups; group++) {
    const first = (group * SMALL_GROUP) % PEOPLE
    make.group(FIRST_GROUP - group, people.slice(first, first + SMALL_GROUP), [FIRST_BOT])
    write(make, store.chats, FIRST_GROUP - group)
  }
  make.group(FIRST_GROUP - groups, people.slice(0, LARGE_GROUP), [FIRST_BOT])
}

function write(make, chats, chat) {
  for (let n = 0; n < MESSAGES_EACH; n++) {
    make.message(chats, chat, FIRST_PERSON, 1_700_000_000 + n, `Message ${n} of many.`)
  }
}

async function inPrivateChats({ small, big }) {
  const results = []
  for (const [name, requests] of [
    ['view of a chat', views()],
    ['sendMessage', sends()],
  ]) {
    const rates = await alternate({ small: { port: small.port, requests }, big: { port: big.port, requests } })
    results.push({
      name: `${name} among ${MESSAGES} messages to an empty world`,
      ratio: ratioOf(rates.big, rates.small),
      target: TARGET,
      figures: { 'large/s': median(rates.big), 'empty/s': median(rates.small) },
    })
  }
  return results
}

const views = () =>
  Array.from({ length: VIEWED_CHATS }, (_, nth) => {
    const [bot, person] = [FIRST_BOT + Math.floor(nth / PEOPLE_EACH), FIRST_PERSON + (nth % PEOPLE_EACH)]
    return getRequest(`/_emulator/users/${person}/chats/${bot}?limit=50`)
  })

/** Measures messages to groups. Advances the clock before each, as a bot may send only every 3 seconds to a group. */
async function inGroups({ url }) {
  const ask = createAsk(url)
  const small = FIRST_GROUP
  const large = FIRST_GROUP - (CHATS - TOKENS.length * PEOPLE_EACH)
  const times = { [small]: [], [large]: [] }
  for (let round = 0; round < 1000; round++) {
    for (const chat_id of round % 2 ? [small, large] : [large, small]) {
      await ask.act('advanceClock', { seconds: 3 })
      times[chat_id].push(await timed(() => ask.call(TOKENS[0], 'sendMessage', { chat_id, text: 'To you all.' })))
    }
  }
  await ask.close()
  const [few, many] = [median(times[small]), median(times[large])]
  return {
    name: `a group of ${LARGE_GROUP} people to one of ${SMALL_GROUP}`,
    ratio: few / many,
    target: 0.9,
    figures: { 'large ms': many, 'small ms': few },
  }
}
