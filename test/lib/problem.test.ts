// What a problem says as a whole.

import { expect, it } from 'vitest'
import { Problem, problemText } from '../../src/lib/problem.ts'

it.each([
  ['It broke.', 'Mend it.', 'It broke. Mend it.'],
  [
    'at: Invalid input: expected number',
    'setClock takes at.',
    'at: Invalid input: expected number. setClock takes at.',
  ],
  ['Which one?', 'Say it.', 'Which one? Say it.'],
  ['It broke', '', 'It broke'],
  ['It broke\nhere', 'Mend it.\nSo:', 'It broke. Mend it.\nhere\nSo:'],
])('%j and %j', (message, hint, whole) => {
  expect(problemText(new Problem('broken', message, hint))).toBe(whole)
})
