// Bots that pause between polls, wait in loops, or need many moves of the clock.

import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { isHere } from '../../helpers/programs.ts'

const DEBIAN_PYTHON = '/usr/bin/python3'
const hasTelegram = spawnSync(DEBIAN_PYTHON, ['-c', 'import telegram.ext, apscheduler']).status === 0
const bots = 'test/testing/bot-clock/bots'
const withoutLibrary = `node ${bots}/without-library.mjs`

const says = (text: string, answer: string) => [
  `send: { as: alice, to: greeter, text: "${text}" }`,
  `expect: { call: sendMessage, with: { text: "${answer}" } }`,
]

/** Plays one scenario against the bot. Returns the exit code and the report. */
async function play(
  bot: string,
  clock: 'emulator' | 'skip',
  steps: string[],
  env: Record<string, string> = {},
  timeout = 60,
) {
  const at = folder({
    'one.yaml': `clock: ${clock}
world: { users: { alice: {} }, bots: { greeter: {} } }
scenarios:
  - name: one
    timeout: ${timeout}
    steps:
${steps.map((step) => `      - ${step}`).join('\n')}
`,
  })
  const { code, stdout } = await cli(['test', '--bot', bot, `${at}/one.yaml`], env)
  return code === 0 ? 'passed' : stdout
}

it.each([
  ['running', []],
  ['frozen', ['freezeClock: {}']],
])('waits for a bot that pauses between polls, on a %s clock', async (_, begin) => {
  const steps = [...begin, ...['one', 'two', 'three'].flatMap((text) => says(text, `You said ${text}`))]
  expect(await play(`node ${bots}/echo-ntba.cjs`, 'emulator', steps)).toBe('passed')
})

it.runIf(hasTelegram)('does not skip time before the person writes', async () => {
  const steps = Array.from({ length: 5 }, () => [...says('/start', 'Name?'), ...says('Ann', 'Hello Ann')]).flat()
  expect(await play(`${DEBIAN_PYTHON} ${bots}/ptb_conversation.py`, 'skip', steps)).toBe('passed')
})

it('moves past the polls of a bot to its next message', async () => {
  const steps = [
    'send: { as: alice, to: greeter, text: /remind }',
    'advanceClock: 61s',
    'expect: { call: sendMessage, with: { text: did /remind } }',
    'advanceClock: { to: activity }',
    'expect: { call: sendMessage, with: { text: It is time }, within: 0s }',
  ]
  expect(await play(withoutLibrary, 'emulator', steps, { POLL_PAUSE_MS: '60000' })).toBe('passed')
})

it('blames the step that moves the clock past too many timers', async () => {
  const steps = [...says('hello', 'did hello'), 'advanceClock: 9000h', 'freezeClock: {}']
  const report = await play(withoutLibrary, 'emulator', steps, { TICKS: '1' }, 3)
  expect(report).toMatch(/advanceClock \{ seconds: 9000h \}\n +The scenario took longer than 3 s\.\n +The clock was/)
  expect(report).toMatch(/on its way to .*\n +The clock stops at each timer of a bot/)
})

const BUSY = 'bot-emulator: the program waits in a loop for a later time, but the clock is frozen.'

it.each([
  [withoutLibrary, '/performance'],
  ...(isHere('python3') ? [[`python3 ${bots}/without_library.py`, '/monotonic']] : []),
])('ends a loop that waits on a frozen clock: %s', async (bot, monotonic) => {
  const steps = ['freezeClock: {}', ...says('/date', 'did /date'), ...says(monotonic!, `did ${monotonic}`)]
  expect(await play(bot!, 'emulator', [...steps, `expectBot: { withoutOutput: Error }`])).toBe('passed')
  expect(await play(bot!, 'emulator', [...steps, `expectBot: { withoutOutput: frozen }`])).toMatch(BUSY)
})
