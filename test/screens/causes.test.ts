// The update under which the traffic files a call, and whether this is a guess.

import { expect, it } from 'vitest'
import { updateText } from '../../src/control/describe/message.ts'
import { stage } from './model-stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>

async function played(play: (stage: Stage & { say(to: string, text: string): Promise<unknown> }) => Promise<void>) {
  const world = await stage()
  const { model, bot, here } = world
  const { id } = model.people.value[0]!
  await here.act('start', { as: 'bob', bot: 'greeter' })
  await bot.drain()
  await here.act('advanceClock', { seconds: 61 })
  const chats: Readonly<Record<string, unknown>> = { alice: id, bob: model.people.value[1]!.id, nobody: 777 }
  const say = (to: string, text: string) => bot.call('sendMessage', { chat_id: chats[to] ?? to, text })
  await play({ ...world, say })
  await say('nobody', 'end')
  const calls = () =>
    model.traffic.value.flatMap((entry) =>
      entry.kind === 'call' && entry.call.method === 'sendMessage' ? [{ ...entry, text: entry.call.params.text }] : [],
    )
  await expect.poll(() => calls().at(-1)?.text).toBe('end')
  return calls()
    .slice(0, -1)
    .map(({ text, cause, isGuess = false }) => {
      const entry = model.traffic.value.find((one) => one.id === cause)
      return [text, entry?.kind === 'update' ? updateText(entry.update) : null, isGuess]
    })
}

const send = ({ here }: Stage, ...texts: string[]) =>
  texts.reduce(
    (before, text) => before.then(() => here.act('send', { as: 'alice', to: 'greeter', text })),
    Promise.resolve({}),
  )

it('a call answers the update of its chat that the bot works on', async () => {
  const calls = await played(async ({ say, ...world }) => {
    await send(world, 'one')
    await world.bot.ok('getUpdates')
    await say('alice', 'to one')
    await send(world, 'two')
    await say('alice', 'to one again')
    await world.bot.drain()
    await say('alice', 'to two')
  })
  expect(calls).toEqual([
    ['to one', 'one (Alice)', false],
    ['to one again', 'one (Alice)', false],
    ['to two', 'two (Alice)', false],
  ])
})

it('if the bot works on several updates of a chat, which of them is a guess', async () => {
  const calls = await played(async ({ say, ...world }) => {
    await send(world, 'one', 'two')
    await world.bot.ok('getUpdates')
    for (const text of ['first', 'second', 'third']) await say('alice', text)
  })
  expect(calls).toEqual([
    ['first', 'one (Alice)', true],
    ['second', 'two (Alice)', true],
    ['third', 'two (Alice)', true],
  ])
})

it('if an earlier update of the chat has no call yet, the newest is a guess', async () => {
  const calls = await played(async ({ say, ...world }) => {
    await send(world, 'one')
    await world.bot.drain()
    await send(world, 'two')
    await world.bot.drain()
    for (const text of ['first', 'second']) await say('alice', text)
  })
  expect(calls).toEqual([
    ['first', 'two (Alice)', true],
    ['second', 'two (Alice)', true],
  ])
})

it('a call to another chat is a guess while the bot works on one update, and else stands alone', async () => {
  const calls = await played(async ({ say, ...world }) => {
    await send(world, 'one')
    await world.bot.ok('getUpdates')
    await say('bob', 'forwarded')
    await world.bot.drain()
    await say('bob', 'reminder')
  })
  expect(calls).toEqual([
    ['forwarded', 'one (Alice)', true],
    ['reminder', null, false],
  ])
})
