// The numbers of messages in a chat rise by one, whatever is deleted and whenever the emulator is started again.

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../../src/emulator.ts'
import { emptyFolder } from '../../helpers/program.ts'

const ANNA = 1
const TEAM = -1

function open(file: string): Emulator {
  const emulator = createEmulator({ file })
  onTestFinished(() => emulator.close().catch(() => {}))
  return emulator
}

async function numberOf(emulator: Emulator, chat_id: number): Promise<number> {
  const { body } = await emulator.call({ token: 'greeter', method: 'sendMessage', input: { chat_id, text: 'Hello.' } })
  return JSON.parse(body).result.message_id
}

it.each([
  ['a private chat', ANNA, 'greeter'],
  ['a group', TEAM, 'team'],
])('gives no number twice in %s', async (_, id, chat) => {
  const folder = emptyFolder()
  const file = join(folder, 'world.sqlite')
  let emulator = open(file)
  const act = (name: string, params: object) => emulator.perform(name, params)
  const again = async () => {
    await emulator.close()
    emulator = open(file)
  }
  act('createUser', { handle: 'anna', id: ANNA, first_name: 'Anna' })
  act('createBot', { handle: 'greeter', id: 10, token: 'greeter', first_name: 'Greeter', owner: 'anna' })
  act('start', { as: 'anna', bot: 'greeter' })
  act('createGroup', { handle: 'team', id: TEAM, title: 'Team', owner: 'anna', members: ['greeter'] })

  const first = await numberOf(emulator, id)
  expect(await numberOf(emulator, id)).toBe(first + 1)
  await again()
  expect(await numberOf(emulator, id)).toBe(first + 2)
  act('delete', { as: 'anna', chat, message_id: first + 2 })
  expect(await numberOf(emulator, id)).toBe(first + 3)
  act('delete', { as: 'anna', chat, message_id: first + 3 })
  await again()
  expect(await numberOf(emulator, id)).toBe(first + 4)
  act('reset', { layer: 'messages', bot: 'greeter' })
  await again()
  expect(await numberOf(emulator, id)).toBe(first + 5)
  act('reset', { layer: 'messages' })
  expect(await numberOf(emulator, id)).toBe(first + 6)
  act('reset', { layer: 'messages' })
  await again()
  expect(await numberOf(emulator, id)).toBe(first + 7)
})
