// press: a button is found by its text, its data or its place.

import { expect, it } from 'vitest'
import { world } from '../../helpers/service.ts'

const cell = (row: number, column: number) => ({ text: '-', callback_data: `${row}:${column}` })
/** A board of nine cells with the same text, as a game of tic-tac-toe shows it. */
const BOARD = [1, 2, 3].map((row) => [1, 2, 3].map((column) => cell(row, column)))

async function game() {
  const { s, bots } = await world({
    people: [{ first_name: 'Alice', handle: 'alice', id: 201 }],
    bots: [{ handle: 'greeter', first_name: 'Greeter' }],
    started: [['alice', 'greeter']],
  })
  const bot = bots[0]!
  const show = (inline_keyboard: object[][]) =>
    bot.ok('sendMessage', { chat_id: 201, text: 'your turn', reply_markup: { inline_keyboard } })
  const press = (choice: object) => s.tryAct('press', { as: 'alice', chat: 'greeter', ...choice })
  const pressed = async (choice: object) => (await press(choice)).body.result?.data
  await show(BOARD)
  return { s, bot, show, press, pressed }
}

it('finds a button at each place', async () => {
  const { s, bot, pressed } = await game()
  for (const row of [1, 2, 3]) {
    for (const column of [1, 2, 3]) expect(await pressed({ row, column })).toBe(`${row}:${column}`)
  }
  const updates = await s.view(`/bots/${bot.handle}/updates`)
  expect(updates.at(-1)).toMatchObject({ callback_query: { data: '3:3' } })
})

it('finds the first button of a row, of a column, and with a text', async () => {
  const { pressed } = await game()
  expect(await pressed({ row: 2 })).toBe('2:1')
  expect(await pressed({ column: 3 })).toBe('1:3')
  expect(await pressed({ button: '-' })).toBe('1:1')
})

it('finds a button by its data', async () => {
  const { show, pressed } = await game()
  expect(await pressed({ data: '2:3' })).toBe('2:3')
  await show([[{ text: 'Empty', callback_data: '' }]])
  expect(await pressed({ data: '' })).toBe('')
})

it('presses only a button that fits all words', async () => {
  const { show, press, pressed } = await game()
  expect(await pressed({ button: '-', data: '2:3', row: 2, column: 3 })).toBe('2:3')
  expect(await press({ button: '-', data: '2:3', row: 3 })).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'no-such-button',
        message: 'No button "-" with the data "2:3" at row 3 found in the chat with Greeter.',
        hint: 'The buttons are: -, -, -, -, -, -, -, -, -.',
      },
    },
  })
  await show([[{ text: 'Yes', callback_data: 'y' }]])
  expect(await pressed({ row: 1, column: 1 })).toBe('y')
  expect(await pressed({ row: 3, column: 3 }), 'in an older message').toBe('3:3')
  expect((await press({ row: 4, column: 1 })).body.error.message).toBe(
    'No button at row 4, column 1 found in the chat with Greeter.',
  )
})

it('needs a word that selects a button', async () => {
  const { press } = await game()
  for (const choice of [{}, { message_id: 2 }]) {
    expect(await press(choice)).toMatchObject({
      status: 400,
      body: {
        error: { code: 'invalid-params', message: 'press: Invalid input: expected button, data, row or column' },
      },
    })
  }
  expect(await press({ row: 0 })).toMatchObject({ status: 400 })
})
