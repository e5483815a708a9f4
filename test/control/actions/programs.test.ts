// repeatUpdate gives a bot an update again; restartProgram needs a program that the emulator runs.

import { expect, it } from 'vitest'
import { world } from '../../helpers/service.ts'

async function greeter() {
  const { s, bots } = await world({
    people: [{ first_name: 'Alice', handle: 'alice', id: 201 }],
    bots: [{ handle: 'greeter', first_name: 'Greeter' }],
    started: [['alice', 'greeter']],
  })
  return { s, bot: bots[0]! }
}

it('repeatUpdate gives a bot the same content with the next id, although it has confirmed the update', async () => {
  const { s, bot } = await greeter()
  await s.act('send', { as: 'alice', to: 'greeter', text: 'hi' })
  const [first] = await bot.ok('getUpdates', { offset: -1 })
  expect(await bot.ok('getUpdates', { offset: first.update_id + 1 })).toEqual([])
  expect(await s.act('repeatUpdate', { bot: 'greeter', update_id: first.update_id })).toEqual({
    update_id: first.update_id + 1,
  })
  expect(await bot.ok('getUpdates')).toEqual([{ ...first, update_id: first.update_id + 1 }])
})

it('repeatUpdate refuses an unknown update, one of another bot, and a type that the bot no longer asks for', async () => {
  const { s, bot } = await greeter()
  await s.bot({ handle: 'other', first_name: 'Other' })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'hi' })
  const [first] = await bot.ok('getUpdates', { offset: -1 })
  const refusal = async (params: object) => (await s.tryAct('repeatUpdate', params)).body.error
  const unknown = (id: number, name: string) => ({
    code: 'no-such-update',
    message: `The event log does not contain update ${id} for ${name}.`,
    hint: 'The event log keeps only the newest events of the current world. Repeat the action that caused the update.',
  })
  expect(await refusal({ bot: 'greeter', update_id: 999 })).toEqual(unknown(999, 'Greeter'))
  expect(await refusal({ bot: 'other', update_id: first.update_id })).toEqual(unknown(first.update_id, 'Other'))
  await bot.ok('getUpdates', { offset: first.update_id + 1, allowed_updates: ['callback_query'] })
  expect(await refusal({ bot: 'greeter', update_id: first.update_id })).toEqual({
    code: 'filtered-update',
    message: 'Greeter no longer asks for updates of the type message.',
    hint: "Add message to the bot's allowed_updates.",
  })
})

it('restartProgram refuses a bot whose program the emulator did not start', async () => {
  const { s } = await greeter()
  expect((await s.tryAct('restartProgram', { bot: 'greeter' })).body.error).toEqual({
    code: 'no-program',
    message: 'The emulator did not start the program of Greeter.',
    hint: 'Let the emulator start the program: npx bot-emulator start --bot "node bot.js"',
  })
  expect(await s.view('/bots/greeter/delivery')).not.toHaveProperty('program')
})
