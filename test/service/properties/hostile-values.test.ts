// Objects and lists where a flag, a number or a text belongs are refused or read by the rules, by every operation.

import { expect, it } from 'vitest'
import * as z from 'zod'
import { RUNNABLE_OPERATIONS } from '../../../src/service/bot-api/operations/find-operation.ts'
import { stage } from '../../helpers/stage.ts'

const HOSTILE: readonly unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  { toJSON: 1 },
  { __proto__: null, constructor: 1 },
  JSON.parse('{"__proto__": {"toString": 1}}'),
  { length: 1e9 },
  [],
  [[]],
  [{ toString: 1 }],
  [null],
  {},
  true,
  1e308,
  -0,
  '__proto__',
  'constructor',
  'toString',
]

/** Parameters with which most calls get far. */
const GOOD = {
  chat_id: -500,
  user_id: 203,
  message_id: 2,
  text: 'hi',
  caption: 'hi',
  url: 'https://93.184.215.14/',
  commands: [],
  name: 'Greeter',
  permissions: {},
}

/** Nobody waits for what a long poll would bring. */
const alreadyGone = () => AbortSignal.abort()

const fieldsOf = ({ params, fileField }: (typeof RUNNABLE_OPERATIONS)[number]) => [
  ...(params instanceof z.ZodObject ? Object.keys(params.shape) : []),
  ...(fileField ? [fileField] : []),
  'certificate',
  'ip_address',
  'inline_message_id',
  'reply_markup',
]

it.each(RUNNABLE_OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
  const { s, bot } = await stage()
  for (const field of fieldsOf(operation)) {
    for (const value of HOSTILE) {
      const input = { ...GOOD, ...JSON.parse(JSON.stringify({ [field]: value })) }
      const { status } = await s.emulator.call({ token: bot.token, method: name, input, signal: alreadyGone })
      expect(`${field} ${JSON.stringify(value)}: ${status}`).not.toMatch(/: 5\d\d$/)
    }
  }
  const calls = await s.view('/calls?ok=false')
  expect(calls.filter((call: { status: number }) => call.status === 500)).toEqual([])
})
