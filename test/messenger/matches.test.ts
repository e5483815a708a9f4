// Patterns in the service's settings.

import { expect, it } from 'vitest'
import { matches } from '../../src/messenger/service/matches.ts'

it.each([
  ['casino', 'Best CASINO', true],
  ['casino', 'cas ino', false],
  ['/^cas+ino$/i', 'CASSINO', true],
  ['/^cas+ino$/', 'CASSINO', false],
  ['/path/with/slashes', 'a /path/with/slashes b', true],
])('%s and "%s"', (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected))

it('stops a pattern that runs away', () => {
  expect(() => matches('/^(a+)+$/', `${'a'.repeat(40)}!`)).toThrow(
    expect.objectContaining({
      code: 'slow-pattern',
      message: "The pattern /^(a+)+$/ of the service's settings takes too long on a text of 41 characters.",
    }),
  )
})
