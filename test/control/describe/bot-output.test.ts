// The excerpt of a bot's output: no stack or dump hides the error.

import { expect, it } from 'vitest'
import { causeIn, errorIn, linesAroundError, outputExcerpt } from '../../../src/control/describe/bot-output.ts'

const lines = (text: string) => text.replace(/^\n/, '').trimEnd().split('\n')

/** What grammY writes before it ends: the error, and the error again with a dump of the context. */
const GRAMMY = lines(`
polling
Error in middleware while handling update 2 GrammyError: Call to 'sendMessage' failed!
    at toGrammyError (/app/node_modules/grammy/out/core/error.js:47:12)
    at reply (/app/bot.js:6:30) {
  payload: {
    text: '',
    direct_messages_topic_id: undefined
  },
  ok: false
}
No error handler was set!
node:internal/process/promises:394
    triggerUncaughtException(err, true /* fromPromise */);
    ^

BotError: Error in middleware: Call to 'sendMessage' failed!
    at toGrammyError (/app/node_modules/grammy/out/core/error.js:47:12)
    at reply (/app/bot.js:6:30) {
  error: GrammyError: Call to 'sendMessage' failed!
      at toGrammyError (/app/node_modules/grammy/out/core/error.js:47:12)
  ctx: Context {
${'    a: { b: undefined },\n'.repeat(30)}  }
}

Node.js v24.1.0`)

const PYTHON = lines(`
INFO started
Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/telebot/util.py", line 10, in run
    task()
  File "/app/bot.py", line 4, in greet
    return names[3]
IndexError: list index out of range
INFO stopped`)

it('begins with the last error, and keeps only the first line of an earlier one', () => {
  expect(outputExcerpt(GRAMMY, 20)).toEqual([
    "BotError: Error in middleware: Call to 'sendMessage' failed!",
    '  at reply (/app/bot.js:6:30)',
    'polling',
    "Error in middleware while handling update 2 GrammyError: Call to 'sendMessage' failed!",
    'No error handler was set!',
    'node:internal/process/promises:394',
    '    triggerUncaughtException(err, true /* fromPromise */);',
    '    ^',
  ])
})

it('begins with the last error even if much was written after it', () => {
  const output = [...PYTHON, ...Array.from({ length: 30 }, (_, i) => `INFO ${i}`)]
  expect(outputExcerpt(output, 5)).toEqual([
    'IndexError: list index out of range',
    '  File "/app/bot.py", line 4, in greet: return names[3]',
    '… 29 earlier lines',
    'INFO 27',
    'INFO 28',
    'INFO 29',
  ])
})

it('leaves out an error that the reader already knows, and its whole stack', () => {
  const known = 'IndexError: list index out of range. The bot ended with code 1.'
  expect(outputExcerpt(PYTHON, 20, known)).toEqual([
    '  File "/app/bot.py", line 4, in greet: return names[3]',
    'INFO started',
    'INFO stopped',
  ])
  expect(linesAroundError(PYTHON)).toEqual(['INFO started', 'INFO stopped'])
})

it.each<[string, string, string]>([
  [
    'a message of several lines',
    'Error: Transform failed:\n/app/bot.ts:5:2: ERROR: Expected ")"\n    at fail (node:x)',
    'Error: Transform failed:',
  ],
  [
    'an error of Java',
    'started\nException in thread "main" java.lang.Error: no\n\tat Bot.main(Bot.java:3)\nbye',
    'Exception in thread "main" java.lang.Error: no',
  ],
  [
    'a logged message',
    "failed to send: {\n  description: 'cannot send',\n  topic: undefined\n}\nready",
    'failed to send: {',
  ],
  [
    'a field of a value',
    '{\n  topic: undefined\n}\nTypeError: x is not a function\n    at /app/bot.js:1:1',
    'TypeError: x is not a function',
  ],
  ['an error without a stack', 'Error: no token\nready', 'Error: no token'],
])('finds the first line of %s', (_, output, message) => {
  expect(errorIn(output.split('\n'))?.message).toBe(message)
})

it('keeps the other lines of a message', () => {
  const output = 'Error: Transform failed:\n/app/bot.ts:5:2: ERROR: Expected ")"\n    at fail (node:x)'.split('\n')
  expect(outputExcerpt(output, 20)).toEqual(['Error: Transform failed:', '/app/bot.ts:5:2: ERROR: Expected ")"'])
})

it('names no field without a value as the error', () => {
  expect(errorIn(['{', '  direct_messages_topic_id: undefined', '}'])).toBeUndefined()
})

it('says why a program ended without an error', () => {
  expect(causeIn(['bye', '', 'Node.js v24.1.0'])).toBe('bye')
  expect(causeIn([])).toBeUndefined()
})
