// The text of a scenario that explore writes.

import { expect, it } from 'vitest'
import { findingText } from '../../src/explore/write-finding.ts'

it('a finding contains the world that the user named, with its tokens', () => {
  const world = { users: { alice: {} }, bots: { greeter: { token: '42:secret' } } }
  const suspicion = { kind: 'crash', summary: 'x', check: [] } as unknown as Parameters<typeof findingText>[1]
  const frame = { seed: 1, command: 'node bot.mjs', file: 'a.yaml', settles: false, advances: [], followsClock: false }
  expect(findingText([], suspicion, { world, ...frame })).toContain('token: 42:secret')
})
