// The operations of Telegram's API that bots may call here without success.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TELEGRAM_OPERATIONS } from '../../src/service/rules/telegram-operations.ts'

it('GAP-03 each is listed once, in order', () => {
  expect(TELEGRAM_OPERATIONS).toEqual([...new Set(TELEGRAM_OPERATIONS)].sort())
})

it("GAP-03 all of grammY's are known", () => {
  const types = readFileSync('node_modules/@grammyjs/types/methods.d.ts', 'utf8')
  const names = [...types.matchAll(/^ {4}([a-z][A-Za-z]+)\(/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !TELEGRAM_OPERATIONS.includes(name ?? ''))).toEqual([])
})
