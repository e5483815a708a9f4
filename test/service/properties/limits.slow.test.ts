// Whatever bots send and whenever: no limit is ever exceeded, nothing is refused without need, and waits are shortest.

import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../../src/emulator.ts'

interface Accepted {
  at: number
  bot: number
  owner: string
  chat: number
  isSend: boolean
  devices: number
}

interface Limit {
  windowMs: number
  allowed: number
  counts: (one: Accepted) => number
  /** A single cost beyond the whole budget is let through alone. */
  letsGiantsThrough?: boolean
}

/** Every limit that a new message or edit falls under, told from its own side. */
function limitsOn(call: Accepted): Limit[] {
  const limits: Limit[] = []
  const { bot, chat, owner } = call
  const is = (yes: boolean) => (yes ? 1 : 0)
  if (call.isSend) {
    limits.push({ windowMs: 1_000, allowed: 30, counts: (one) => is(one.isSend && one.bot === bot) })
  }
  if (chat >= 0) return limits
  limits.push({ windowMs: 60_000, allowed: 20, counts: (one) => is(one.bot === bot && one.chat === chat) })
  const devices = (allowed: number, mine: (one: Accepted) => boolean) =>
    limits.push({ windowMs: 1_000, allowed, counts: (one) => (mine(one) ? one.devices : 0), letsGiantsThrough: true })
  if (call.devices === 0) return limits
  devices(1_000, (one) => one.bot === bot)
  devices(1_500, (one) => one.owner === owner)
  devices(5_000, () => true)
  return limits
}

function fits(past: Accepted[], call: Accepted): boolean {
  return limitsOn(call).every(({ windowMs, allowed, counts, letsGiantsThrough }) => {
    let used = 0
    for (const one of past) if (one.at > call.at - windowMs) used += counts(one)
    return used + counts(call) <= allowed || (letsGiantsThrough === true && used === 0)
  })
}

function shortestWait(past: Accepted[], call: Accepted): number {
  for (let seconds = 1; ; seconds++) if (fits(past, { ...call, at: call.at + seconds * 1_000 })) return seconds
}

interface Place {
  id: number
  devices: number
  /** A message of each bot's, to be edited. */
  messages: Map<number, number>
}

interface Stage {
  emulator: Emulator
  bots: { id: number; token: string; owner: string }[]
  places: Place[]
  nowMs: number
  past: Accepted[]
}

// biome-ignore lint/suspicious/noExplicitAny: what the emulator answers is looked into freely
type Json = any

let stage: Stage

/** Six bots of three owners; groups of 3 to 1 200 devices, a channel, and people. One world serves every run. */
beforeAll(async () => {
  const emulator = createEmulator()
  const act = (name: string, body: object): Json => emulator.perform(name, body)
  act('freezeClock', {})
  act('setClock', { at: 1_800_000_000 })
  const owners = ['olga', 'otto', 'oona'].map((handle) => act('createUser', { handle, first_name: handle }).handle)
  const bots = owners.flatMap((owner) =>
    [1, 2].map(() => ({ ...act('createBot', { first_name: 'Bot', owner, verified: true }), owner })),
  )
  const tens = Array.from({ length: 120 }, (_, n) =>
    act('createUser', { first_name: `Ten ${n}`, devices: 10 + (n % 3) }),
  )
  const ones = Array.from({ length: 3 }, (_, n) => act('createUser', { first_name: `One ${n}` }))
  const places: Place[] = []
  for (const [fromTens, fromOnes] of [
    [0, 3],
    [20, 0],
    [40, 1],
    [62, 2],
    [99, 0],
    [120, 0],
  ] as const) {
    const people = [...tens.slice(0, fromTens), ...ones.slice(0, fromOnes)].map(({ handle }) => handle)
    const members = [...people.slice(1), ...bots.map(({ handle }) => handle)]
    const { id } = act('createGroup', { title: `Group ${places.length}`, owner: people[0], members })
    places.push({ id, devices: fromTens * 10 + fromOnes, messages: new Map() })
  }
  const { id, handle } = act('createChannel', { title: 'Channel', owner: 'olga' })
  for (const bot of bots) {
    const rights = { can_post_messages: true }
    act('promote', { as: 'olga', chat: handle, who: bot.handle, rights })
  }
  places.push({ id, devices: 0, messages: new Map() })
  for (const person of ones.slice(0, 2)) {
    for (const bot of bots) act('start', { as: person.handle, bot: bot.handle })
    places.push({ id: person.id, devices: 0, messages: new Map() })
  }
  stage = { emulator, bots, places, nowMs: 1_800_000_000_000, past: [] }
  for (const place of places) {
    for (const bot of bots) {
      place.messages.set(bot.id, (await send(bot, place)).body.result.message_id)
      pass(1_000)
    }
  }
  return () => emulator.close()
})

function pass(ms: number) {
  stage.emulator.perform('advanceClock', { seconds: ms / 1_000 })
  stage.nowMs += ms
}

let text = 0
type SomeBot = Stage['bots'][number]

async function call(bot: SomeBot, method: string, input: object) {
  const { status, body } = await stage.emulator.call({ token: bot.token, method, input: { ...input } })
  return { status, body: JSON.parse(body) as Json }
}

const send = (bot: SomeBot, { id }: Place) => call(bot, 'sendMessage', { chat_id: id, text: `text ${++text}` })

const edit = (bot: SomeBot, { id, messages }: Place) =>
  call(bot, 'editMessageText', { chat_id: id, message_id: messages.get(bot.id), text: `text ${++text}` })

type Step = { advanceMs: number } | { bot: number; place: number; isSend: boolean; times: number }

const someTime = fc.oneof(
  fc.integer({ min: 1, max: 400 }),
  fc.integer({ min: 400, max: 1_200 }),
  fc.integer({ min: 1_200, max: 70_000 }),
  fc.constantFrom(999, 1_000, 59_999, 60_000),
)

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: someTime.map((advanceMs) => ({ advanceMs })) },
    {
      weight: 4,
      arbitrary: fc.record({
        // One bot in few places most often, so that it runs into several limits at once.
        bot: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4, 5),
        place: fc.constantFrom(0, 0, 0, 6, 7, 7, 7, 1, 2, 3, 4, 5, 8),
        isSend: fc.boolean(),
        times: fc.constantFrom(1, 2, 7, 19, 31, 31),
      }),
    },
  ),
  { minLength: 2, maxLength: 20, size: 'max' },
)

async function take(step: Step) {
  if ('advanceMs' in step) return pass(step.advanceMs)
  const bot = stage.bots[step.bot]!
  const place = stage.places[step.place]!
  const { isSend } = step
  // Only the edit of a text in a group counts, and only there does a message cost devices.
  const counted = isSend || (place.id < 0 && place !== stage.places[6])
  const wanted: Accepted = {
    at: stage.nowMs,
    bot: bot.id,
    owner: bot.owner,
    chat: place.id,
    isSend,
    devices: place.devices,
  }
  for (let n = 0; n < step.times; n++) {
    const answer = await (isSend ? send(bot, place) : edit(bot, place))
    if (!counted || fits(stage.past, wanted)) {
      expect(answer.body).toMatchObject({ ok: true })
      if (counted) stage.past.push(wanted)
    } else {
      const retry_after = shortestWait(stage.past, wanted)
      const description = `Too Many Requests: retry after ${retry_after}`
      expect(answer.body).toEqual({ ok: false, error_code: 429, description, parameters: { retry_after } })
    }
  }
}

it('LIM-01 LIM-02 LIM-05 LIM-06 LIM-09 LIM-10 LIM-11 GAP-129 GAP-130 GAP-135 GAP-136 counts as told', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      pass(61_000)
      stage.past = []
      for (const step of sequence) await take(step)
    }),
    { seed: 20_260_101, numRuns: 120 },
  )
})

it('LIM-22 LIM-23 LIM-24 LIM-30 GAP-137 GAP-138 lets no bot write to more than 10 000 chats in a day', async () => {
  const DAY_MS = 24 * 3_600_000
  const { emulator } = stage
  const act = (name: string, body: object): Json => emulator.perform(name, body)
  const bot: SomeBot & { handle: string } = act('createBot', { first_name: 'Unverified', owner: 'olga' })
  const people: number[] = Array.from({ length: 8 }, (_, n) => {
    const { id, handle } = act('createUser', { first_name: `Reader ${n}` })
    act('start', { as: handle, bot: bot.handle })
    return id
  })
  const daily = {
    ok: false,
    error_code: 429,
    description: 'Too Many Requests: daily limit of chats reached',
    parameters: { retry_after: 3_600 },
  }
  const someStep = fc.oneof(
    { weight: 5, arbitrary: fc.record({ to: fc.nat(7), faulty: fc.boolean() }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((hours) => ({ hours })) },
    { weight: 1, arbitrary: fc.integer({ min: 9_994, max: 10_000 }).map((seeded) => ({ seeded })) },
  )
  const property = fc.asyncProperty(fc.array(someStep, { maxLength: 25, size: 'max' }), async (sequence) => {
    pass(DAY_MS)
    let [count, reached] = [0, new Set<number>()]
    for (const step of sequence) {
      // No burst of more than 30 a second, whose refusals are another matter.
      pass(100)
      if ('hours' in step) {
        const day = Math.floor(stage.nowMs / DAY_MS)
        pass(step.hours * 3_600_000)
        if (Math.floor(stage.nowMs / DAY_MS) !== day) [count, reached] = [0, new Set()]
      } else if ('seeded' in step) {
        if (step.seeded < count) continue
        act('seedDailyChats', { bot: bot.handle, count: step.seeded })
        count = step.seeded
      } else {
        const chat_id = people[step.to]!
        const faults = step.faulty ? { reply_to_message_id: 999_999 } : {}
        const { status, body } = await call(bot, 'sendMessage', { chat_id, text: 'hello', ...faults })
        if (step.faulty) {
          expect(status).toBe(400)
        } else if (reached.has(chat_id) || count < 10_000) {
          expect(body).toMatchObject({ ok: true })
          if (!reached.has(chat_id)) count++
          reached.add(chat_id)
        } else expect(body).toEqual(daily)
      }
    }
  })
  await fc.assert(property, { seed: 20_260_109, numRuns: 80 })
})
