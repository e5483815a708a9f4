// Patterns in the service's settings.

import { expect, it } from 'vitest'
import { firstHit } from '../../src/messenger/service/patterns.ts'

it.each([
  ['casino', 'Best CASINO', true],
  ['casino', 'cas ino', false],
  ['/^cas+ino$/i', 'CASSINO', true],
  ['/^cas+ino$/', 'CASSINO', false],
  ['/path/with/slashes', 'a /path/with/slashes b', true],
])('%s and "%s"', (pattern, text, expected) => expect(firstHit([pattern], [text]) !== undefined).toBe(expected))

it('stops a pattern that runs away', () => {
  expect(() => firstHit(['/^(a+)+$/'], [`${'a'.repeat(40)}!`])).toThrow(
    expect.objectContaining({
      code: 'slow-pattern',
      message: "The pattern /^(a+)+$/ of the service's settings takes too long on a text of 41 characters.",
    }),
  )
})
