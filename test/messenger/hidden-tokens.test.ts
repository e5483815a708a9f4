// The tokens that the event log hides: those of all bots, and the newest former ones.

import { expect, it } from 'vitest'
import { createSecretMask } from '../../src/lib/secret-mask.ts'
import { hideTokens } from '../../src/messenger/users/hidden-tokens.ts'
import type { ReadStore } from '../../src/store/store.ts'

it('a bot whose token changes 50 000 times does not fill the memory', () => {
  const bots = [
    { id: 1, token: '1:old' },
    { id: 2, token: '2:kept' },
  ]
  const store = { bots: { all: () => bots, byId: (id: number) => bots[id - 1] } } as unknown as ReadStore
  const secrets = createSecretMask()
  const listener = hideTokens(store, secrets)
  for (let i = 0; i < 50_000; i++) {
    bots[0]!.token = `1:${i}`
    listener([{ type: 'bot', bot: 1 }] as never)
  }
  expect(secrets.count()).toBeLessThanOrEqual(20_000)
  expect(secrets.mask('1:49999 1:45000 2:kept 1:old')).toBe('… … … 1:old')
})
