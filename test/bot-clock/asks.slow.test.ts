// How often the emulator asks a process that follows its clock whether it is idle.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../scenario/cli.ts'
import { folder } from '../scenario/folder.ts'

/** Plays the steps, and returns the number of questions. */
async function countAsks(steps: string): Promise<number> {
  const at = folder({
    'echo.yaml': `world: { users: { alice: {} }, bots: { echo: {} } }
scenarios:
  - name: repeats
    each: [{ text: one }, { text: two }, { text: three }]
    steps:
      - send: { as: alice, to: echo, text: $text }
      - expectReply: { to: alice, text: $text }
${steps}`,
  })
  const asks = join(at, 'asks')
  writeFileSync(asks, '')
  const bot = `env -u NODE_OPTIONS ASKS=${asks} node test/bot-clock/bots/counts-asks.mjs`
  const { code, stdout } = await cli(['test', '--bot', bot, '--bot-clock', join(at, 'echo.yaml')])
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/3 passed/) })
  return readFileSync(asks, 'utf8').split('\n').length - 1
}

it('does not ask while the bot answers and no step moves the clock', async () => {
  expect(await countAsks('')).toBe(0)
})

it('asks if a step moves the clock', async () => {
  expect(await countAsks('      - advanceClock: 1h\n')).toBeGreaterThanOrEqual(3)
})
