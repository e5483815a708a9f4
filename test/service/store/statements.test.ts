// The statements that the database runs for one call.

import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'

/** Notes the statements that run from now on. `prepare` itself is called only when the world is opened. */
function notedStatements(): string[] {
  const noted: string[] = []
  const { prepare } = Database.prototype
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql)
    for (const way of ['run', 'get', 'all'] as const) {
      const plain = statement[way] as (...params: unknown[]) => unknown
      Object.assign(statement, {
        [way](...params: unknown[]) {
          noted.push(sql.replace(/\(.*/, '').trim())
          return plain.apply(statement, params)
        },
      })
    }
    return statement
  })
  return noted
}

it('a further message to a person takes two statements', async () => {
  const noted = notedStatements()
  const emulator = createEmulator()
  const { id } = (await emulator.perform('createUser', { first_name: 'Zoe', handle: 'zoe' })) as { id: number }
  const { token } = (await emulator.perform('createBot', { first_name: 'Greeter', handle: 'greeter' })) as {
    token: string
  }
  await emulator.perform('start', { as: 'zoe', bot: 'greeter' })
  const call = (method: string, input: object) => emulator.call({ token, method, input: { ...input } })
  await call('getUpdates', {})
  const send = () => call('sendMessage', { chat_id: id, text: 'Hello' })
  for (const _ of [1, 2]) await send()
  noted.length = 0
  expect((await send()).status).toBe(200)
  expect(noted).toEqual(['insert into ledger values', 'insert into messages values'])
  await emulator.close()
})
