// Whatever happens: a bot's updates are numbered without gaps, and nothing reaches a bot that may not see it.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHATS, type Json, type SomeBot, type Stage, type Step, setStage, someSteps, take } from './stage.ts'

const waiting = ({ emulator }: Stage, bot: SomeBot): Json[] => emulator.view(`/bots/${bot.handle}/updates`) as Json[]

it('GAP-77 UPD-02 numbers the updates of each bot from 1 without gaps', async () => {
  const property = fc.asyncProperty(await someSteps(), async (steps) => {
    const stage = await setStage()
    const last = stage.bots.map(() => 0)
    const look = () => {
      for (const [n, bot] of stage.bots.entries()) {
        const numbers = waiting(stage, bot).map(({ update_id }) => update_id)
        const added = numbers.filter((number) => number > last[n]!)
        // What is new goes on from the highest number ever seen, though the queue may have been emptied since.
        expect(added).toEqual(added.map((_, i) => last[n]! + 1 + i))
        expect(numbers).toEqual(numbers.map((_, i) => numbers[0] + i))
        last[n] = Math.max(last[n]!, ...numbers)
      }
    }
    look()
    for (const step of steps) {
      await take(stage, step)
      look()
    }
    stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_260_106, numRuns: 80 })
})

/** What a judge can know after a step: who is where, as whom, and what each bot asked for and may read. */
function judge(stage: Stage, lists: Map<string, string[]>) {
  const view = (path: string, query = {}): Json => stage.emulator.view(path, query)
  const statuses = new Map<string, string>()
  for (const chat of CHATS) {
    for (const { handle, status } of view(`/chats/${chat}/members`)) statuses.set(`${handle} in ${chat}`, status)
  }
  const handleOf = (id: number) => Object.keys(stage.ids).find((handle) => stage.ids[handle] === id)!
  const isThere = (bot: SomeBot, chat: string) => statuses.has(`${bot.handle} in ${chat}`)
  const isAdmin = (bot: SomeBot, chat: string) => statuses.get(`${bot.handle} in ${chat}`) === 'administrator'

  function asksFor(bot: SomeBot, type: string): boolean {
    const list = lists.get(bot.handle) ?? []
    return list.length ? list.includes(type) : type !== 'chat_member'
  }

  function isOpen(bot: SomeBot, person: number): boolean {
    const { started, blocked } = view(`/chats/${person}`, { bot: bot.handle })
    return started && !blocked
  }

  function readsInGroup(bot: SomeBot, message: Json): boolean {
    if (message.new_chat_members || message.left_chat_member) return true
    if (message.from.is_bot) return false
    if (view(`/bots/${bot.handle}`).can_read_all_group_messages) return true
    const [word] = message.text.split(' ')
    if (word === '/start' || word === `/help@${bot.handle}_bot`) return true
    return message.reply_to_message?.from?.id === bot.id
  }

  /** Whether a new message, post or edit, of another's doing, is for the bot. */
  function mayRead(bot: SomeBot, message: Json): boolean {
    const { id, type } = message.chat
    if (type === 'private') return message.from.id === id && isOpen(bot, id)
    const chat = handleOf(id)
    if (type === 'channel') return isAdmin(bot, chat)
    if (chat === 'news-comments') return isAdmin(bot, 'news') && readsInGroup(bot, message)
    return isThere(bot, chat) && readsInGroup(bot, message)
  }

  function mayHave(bot: SomeBot, type: string, payload: Json): boolean {
    if (!asksFor(bot, type)) return false
    if (type === 'my_chat_member') return payload.new_chat_member.user.id === bot.id
    if (type === 'chat_member') {
      const runs = [payload.old_chat_member, payload.new_chat_member].some(({ status, user }) => {
        return status === 'creator' || status === 'administrator' || user.is_bot
      })
      if (payload.new_chat_member.user.id === bot.id) return false
      return isAdmin(bot, handleOf(payload.chat.id)) && (payload.chat.type === 'group' || runs)
    }
    if (type === 'callback_query') {
      const { chat, from } = payload.message
      if (from.id !== bot.id || payload.from.is_bot) return false
      return chat.type === 'private' ? isOpen(bot, chat.id) : isThere(bot, handleOf(chat.id))
    }
    return mayRead(bot, payload)
  }
  return { mayHave, mayRead, readsInGroup, asksFor }
}

function doerOf(step: Step): string {
  return 'operation' in step ? step.bot : step.person
}

it('GAP-96 GAP-97 GAP-98 GAP-99 GAP-103 EVT-08 EVT-10 SEND-31 brings nobody what is not theirs', async () => {
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(await someSteps(), async (steps) => {
    const stage = await setStage()
    const lists = new Map<string, string[]>()
    const last = new Map(stage.bots.map((bot) => [bot, waiting(stage, bot).at(-1)?.update_id ?? 0]))
    for (const step of steps) {
      const { ok } = await take(stage, step)
      if (ok && 'operation' in step && step.params.allowed_updates) {
        lists.set(
          step.bot,
          (step.params.allowed_updates as string[]).filter((type) => type !== 'nonsense'),
        )
      }
      const { mayHave } = judge(stage, lists)
      for (const bot of stage.bots) {
        for (const update of waiting(stage, bot)) {
          const { update_id, ...payloads } = update
          if (update_id <= last.get(bot)!) continue
          last.set(bot, update_id)
          const [[type, payload]] = Object.entries(payloads) as [[string, Json]]
          seen.set(type, (seen.get(type) ?? 0) + 1)
          const own = /message|post/.test(type) && doerOf(step) === bot.handle
          const fault = { step, bot: bot.handle, update }
          expect({ ...fault, allowed: mayHave(bot, type, payload) && !own }).toEqual({ ...fault, allowed: true })
        }
      }
    }
    stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_260_107, numRuns: 120 })
  expect([...seen.keys()].sort()).toEqual([
    'callback_query',
    'channel_post',
    'chat_member',
    'edited_channel_post',
    'edited_message',
    'message',
    'my_chat_member',
  ])
})

/** What a bot cannot read is sealed from it, also where somebody answers it. */
function asReadBy(stage: Stage, bot: SomeBot, message: Json, reads: (bot: SomeBot, target: Json) => boolean): Json {
  const { reply_to_message: target, chat, ...alone } = message
  if (!target || chat.type === 'private' || chat.type === 'channel' || target.from.id === bot.id) return message
  const messages: Json[] = stage.emulator.view(`/chats/${chat.id}/messages`) as Json
  const whole = messages.find(({ message_id }) => message_id === target.message_id)
  return reads(bot, whole) ? message : { ...alone, chat }
}

it('GAP-96 GAP-98 EVT-01 EVT-06 brings everybody what is theirs of what people write', async () => {
  let reached = 0
  const property = fc.asyncProperty(await someSteps(), async (steps) => {
    const stage = await setStage()
    const lists = new Map<string, string[]>()
    for (const step of steps) {
      const counts = new Map(stage.bots.map((bot) => [bot, waiting(stage, bot).length]))
      const outcome = await take(stage, step)
      if (!outcome.ok) continue
      if ('operation' in step && step.params.allowed_updates) {
        lists.set(
          step.bot,
          (step.params.allowed_updates as string[]).filter((type) => type !== 'nonsense'),
        )
      }
      if (!('action' in step) || step.action !== 'send') continue
      const { asksFor, mayRead, readsInGroup } = judge(stage, lists)
      const { author: _, ...message } = outcome.result
      const type = message.chat.type === 'channel' ? 'channel_post' : 'message'
      for (const bot of stage.bots) {
        const added = waiting(stage, bot).slice(counts.get(bot)!)
        const addressed = message.chat.type !== 'private' || step.params.to === bot.handle
        const theirs = addressed && mayRead(bot, message) && asksFor(bot, type)
        expect(added.map((update) => update[type])).toEqual(theirs ? [asReadBy(stage, bot, message, readsInGroup)] : [])
        if (theirs) reached++
      }
    }
    stage.emulator.close()
  })
  await fc.assert(property, { seed: 20_260_108, numRuns: 80 })
  expect(reached).toBeGreaterThan(100)
})
