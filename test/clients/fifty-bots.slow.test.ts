// Fifty bots in one emulator, talked to in a shuffled order: everybody hears what is theirs, once, and nothing else.

import { expect, it } from 'vitest'
import type { Bot, RunningEmulator } from '../../src/index.ts'
import { started } from '../helpers/started.ts'

const BOTS = 50
const PEOPLE = 25
const MESSAGES = 400

/** Answers each text by its own name and the text, until it is told to stop. */
async function echo({ call, handle }: Bot, stop: AbortSignal) {
  for (let offset = 0; !stop.aborted; ) {
    const { result = [] } = await call('getUpdates', { offset, timeout: 1 })
    for (const { update_id, message } of result) {
      offset = update_id + 1
      if (message?.text)
        await call('sendMessage', { chat_id: message.chat.id, text: `${handle} heard ${message.text}` })
    }
  }
}

/** The same shuffled order each time. */
function randomly(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

async function furnish(emulator: RunningEmulator) {
  const bots = await Promise.all(Array.from({ length: BOTS }, (_, i) => emulator.bot(`bot_${i}`)))
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => emulator.user(`person_${i}`)))
  return { bots, people }
}

it('no cross-talk', { timeout: 60_000 }, async () => {
  const emulator = await started()
  const { bots, people } = await furnish(emulator)
  const stop = new AbortController()
  const running = bots.map((bot) => echo(bot, stop.signal))
  const pick = randomly(20_251)
  const expected = new Map(people.map(({ id }) => [id, [] as string[]]))
  const heard = new Map(bots.map(({ handle }) => [handle, [] as string[]]))
  for (let i = 0; i < MESSAGES; i++) {
    const person = people[pick(PEOPLE)]!
    const bot = bots[pick(BOTS)]!
    const text = `${person.handle} ${i}`
    await person.send(bot, text)
    expected.get(person.id)!.push(`${bot.handle} heard ${text}`)
    heard.get(bot.handle)!.push(`${bot.handle} heard ${text}`)
  }
  for (const person of people) {
    const wanted = expected.get(person.id)!
    const came: string[] = []
    while (came.length < wanted.length) came.push((await person.waitForReply({ within: 20 })).text!)
    expect(came.sort()).toEqual(wanted.sort())
    await expect(person.waitForReply({ within: 0 })).rejects.toMatchObject({ code: 'no-reply' })
  }
  stop.abort()
  await Promise.all(running)
  for (const bot of bots) {
    const sent = (await bot.calls({ method: 'sendMessage' })).map(({ params }) => params.text)
    // Each bot answers in the order in which it was written to.
    expect(sent).toEqual(heard.get(bot.handle))
    expect(await bot.updates()).toEqual([])
  }
})
