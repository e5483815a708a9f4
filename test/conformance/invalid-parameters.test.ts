// The words behind the name of a parameter that does not fit, and what counts as a character.

import { describe, expect, it } from 'vitest'
import { granted, refused } from '../helpers/service.ts'
import { ALICE, stage } from '../helpers/stage.ts'
import { invalid } from './invalid.ts'

describe('the words of a refusal', () => {
  const command = { command: 'help', description: 'Help' }
  const keyboard = (text: string) => ({ inline_keyboard: [[{ text, callback_data: 'y' }]] })
  const send = { chat_id: ALICE.id, text: 'sure?' }
  it.each([
    ['getUpdates', { limit: 101 }, 'limit: Too big: expected number to be <=100'],
    ['getUpdates', { allowed_updates: 'message' }, 'allowed_updates: Invalid input: expected array, received string'],
    ['setMyName', { name: 'x'.repeat(65) }, 'name: Too big: expected string to have <=64 characters'],
    ['setMyName', {}, 'name: Invalid input: expected string, received undefined'],
    ['setMyCommands', { commands: Array(101).fill(command) }, 'commands: Too big: expected array to have <=100 items'],
    [
      'sendMessage',
      { ...send, reply_markup: keyboard('x'.repeat(65)) },
      'reply_markup.inline_keyboard.0.0.text: Too big: expected string to have <=64 characters',
    ],
  ])('GAP-09 %s %j', async (method, params, words) => {
    const { bot } = await stage()
    expect(await bot.call(method, params)).toEqual(refused(400, `Bad Request: ${words}`))
  })
})

describe('characters', () => {
  const smiles = (count: number) => '🙂'.repeat(count)
  it.each([
    ['setMyName', 'name', 64],
    ['setMyDescription', 'description', 512],
    ['setMyShortDescription', 'short_description', 120],
  ])('GAP-12 %s counts code points', async (method, field, most) => {
    const { bot } = await stage()
    expect(await bot.call(method, { [field]: smiles(most) })).toEqual(granted(true))
    expect(await bot.call(method, { [field]: smiles(most + 1) })).toEqual(invalid(field))
  })

  it('GAP-12 a button and a command description count code points', async () => {
    const { bot } = await stage()
    const send = (text: string) =>
      bot.call('sendMessage', {
        chat_id: 201,
        text,
        reply_markup: { inline_keyboard: [[{ text, callback_data: '' }]] },
      })
    expect((await send(smiles(64))).status).toBe(200)
    expect(await send(smiles(65))).toEqual(invalid('reply_markup.inline_keyboard.0.0.text'))
    const describe = (description: string) =>
      bot.call('setMyCommands', { commands: [{ command: 'help', description }] })
    expect(await describe(smiles(256))).toEqual(granted(true))
    expect(await describe(smiles(257))).toEqual(invalid('commands.0.description'))
  })
})
