// The text of a scenario that explore writes.

import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { findingText } from '../../../src/testing/explore/write-finding.ts'

const text = (summary: string, world: Parameters<typeof findingText>[2]['world'] = {}, bot = {}) => {
  const suspicion = { kind: 'crash', summary, check: [] } as unknown as Parameters<typeof findingText>[1]
  const frame = {
    seed: 1,
    bot: { command: 'node bot.mjs', ...bot },
    file: 'a.yaml',
  }
  return findingText([], suspicion, { world, ...frame })
}

it('a finding contains the world that the user named, with its tokens', () => {
  const world = { users: { alice: {} }, bots: { greeter: { token: '42:secret' } } }
  expect(text('x', world)).toContain('token: 42:secret')
})

it('a finding names the command that plays it, as one types it', () => {
  expect(text('x')).toContain('\n# npx bot-emulator test a.yaml --bot "node bot.mjs"\n')
})

it('a finding of a bot with random numbers and a file names the seed and the reset', () => {
  expect(text('x', {}, { clock: 'follow', reset: 'rm -f a.json' })).toContain(
    '\n# rm -f a.json; BOT_EMULATOR_SEED=1 npx bot-emulator test a.yaml --bot "node bot.mjs"\n',
  )
})

it('a long name ends with a whole word', () => {
  const { scenarios } = parse(text(`${'word '.repeat(20)}${'x'.repeat(13)} incomplete`))
  expect(scenarios[0].name).toBe(`crash: ${'word '.repeat(20)}${'x'.repeat(13)}…`)
})
