// Whatever happens: message ids never repeat, one message is pinned at most, and the kept counts are the counted ones.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BOTS, CHATS, type Json, PEOPLE, type Stage, type Step, setStage, someSteps, take } from './stage.ts'

const BOT_CHATS = BOTS.flatMap((bot) => PEOPLE.map((person) => ({ bot, person })))

/** Everywhere that messages stand: the path of the chat, and what may follow it. */
const PLACES = [
  ...CHATS.map((chat) => ({ path: `/chats/${chat}`, query: {} })),
  ...BOT_CHATS.map(({ bot, person }) => ({ path: `/chats/${person}`, query: { bot } })),
]

function look({ emulator }: Stage, path: string, query: Record<string, string>): Json {
  try {
    return emulator.view(path, query)
  } catch {
    // A private chat that was never opened.
    return undefined
  }
}

it('MSG-02 GAP-33 gives every message of a chat the next number, once', async () => {
  const property = fc.asyncProperty(await someSteps(), async (steps) => {
    const stage = await setStage()
    const highest = PLACES.map(() => 0)
    const lookAround = () => {
      for (const [n, { path, query }] of PLACES.entries()) {
        const messages = look(stage, `${path}/messages`, query) ?? []
        const numbers: number[] = messages.map((message: Json) => message.message_id)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        const added = numbers.filter((number) => number > highest[n]!)
        expect(added).toEqual(added.map((_, i) => highest[n]! + 1 + i))
        highest[n] = Math.max(highest[n]!, ...numbers)
      }
    }
    lookAround()
    for (const step of steps) {
      await take(stage, step)
      lookAround()
    }
    stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_260_103, numRuns: 40 })
})

/** Which message of which chat a step that passed has pinned, or that nothing is pinned there any more. */
function pinning(step: Step, ids: Record<string, number>): { chat: string; pinned: number | null } | undefined {
  const { params } = step
  if ('operation' in step) {
    const chat = CHATS.find((handle) => ids[handle] === params.chat_id)!
    if (step.operation === 'pinChatMessage') return { chat, pinned: params.message_id as number }
    if (step.operation === 'unpinChatMessage') return { chat, pinned: null }
    return undefined
  }
  const chat = BOTS.includes(params.chat as string) ? `${step.person} with ${params.chat}` : (params.chat as string)
  if (step.action === 'pin') return { chat, pinned: params.message_id as number }
  if (step.action === 'unpin') return { chat, pinned: null }
  return undefined
}

it('PIN-08 has the message pinned last as the only one, until it is unpinned or deleted', async () => {
  let pins = 0
  const property = fc.asyncProperty(await someSteps(), async (steps) => {
    const stage = await setStage()
    const pinned = new Map<string, number | null>()
    for (const step of steps) {
      const { ok } = await take(stage, step)
      const change = ok ? pinning(step, stage.ids) : undefined
      if (change) pinned.set(change.chat, change.pinned)
      if (change?.pinned) pins++
      for (const { path, query } of PLACES) {
        const view = look(stage, path, query)
        if (!view) continue
        const bot = (query as Json).bot
        const chat = path.slice('/chats/'.length) + (bot ? ` with ${bot}` : '')
        const here: number[] = look(stage, `${path}/messages`, query).map((message: Json) => message.message_id)
        if (!here.includes(pinned.get(chat) ?? 0)) pinned.set(chat, null)
        expect({ chat, pinned: view.pinned_message_id }).toEqual({ chat, pinned: pinned.get(chat) })
      }
    }
    stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_260_104, numRuns: 200 })
  expect(pins).toBeGreaterThan(50)
})

it('GET-26 GET-27 LIM-12 GAP-107 GAP-134 keeps the counts of people, bots and devices that can be counted', async () => {
  const property = fc.asyncProperty(await someSteps(), async (steps) => {
    const stage = await setStage()
    const { store } = stage.emulator.world
    for (const step of steps) {
      await take(stage, step)
      for (const { chat, handle, type, people, bots, devices } of store.chats.all()) {
        const present = store.members.present(chat)
        const humans = present.filter((member) => !store.users.byId(member.user)!.is_bot)
        const counted = {
          people: humans.length,
          bots: present.length - humans.length,
          devices: humans.reduce((sum, { user }) => sum + Math.min(10, store.users.byId(user)!.devices), 0),
        }
        expect({ handle, people, bots, devices }).toEqual({ handle, ...counted })
        if (handle === 'news-comments') continue
        const members = type === 'channel' ? counted.people : counted.people + counted.bots
        expect(look(stage, `/chats/${handle}`, {}).member_count).toBe(members)
      }
    }
    stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_260_105, numRuns: 80 })
})
