// Lengths of time as people write them.

import { expect, it } from 'vitest'
import { duration } from '../../src/lib/duration.ts'

it.each<[unknown, number]>([
  [0, 0],
  [1.5, 1.5],
  ['200ms', 0.2],
  ['0s', 0],
  ['3s', 3],
  ['2.5s', 2.5],
  ['5m', 300],
  ['48h', 172_800],
  ['2d', 172_800],
])('%j is %d seconds', (written, seconds) => expect(duration.parse(written)).toBe(seconds))

it.each(['3', '3 s', '-3s', 's', '1e3s', '3S', '', null, Number.POSITIVE_INFINITY, Number.NaN])(
  '%j is none',
  (written) =>
    expect(duration.safeParse(written).error?.issues).toMatchObject([
      { message: 'Invalid input: expected seconds, or a text such as 200ms, 3s or 48h' },
    ]),
)

it('is never negative', () => expect(duration.safeParse(-1).success).toBe(false))
