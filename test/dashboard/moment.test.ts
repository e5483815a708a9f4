// Moments and durations as people write them.

import { expect, it } from 'vitest'
import { durationOf, momentOf } from '../../src/dashboard/forms/moment.ts'
import { NOON } from './stage/scene.ts'

// 2027-01-15 12:00 UTC, a Friday.
it.each([
  ['+48h', NOON + 172_800],
  ['90s', NOON + 90],
  ['1.5h', NOON + 5400],
  ['tomorrow', NOON + 12 * 3600],
  ['tomorrow 9:00', NOON + 21 * 3600],
  ['today 18:30', NOON + 6.5 * 3600],
  ['18:30', NOON + 6.5 * 3600],
  ['9:00', NOON + 21 * 3600],
  ['12:00', NOON + 24 * 3600],
  ['2027-01-16', NOON + 12 * 3600],
  ['2027-03-01 12:00:30', NOON + 45 * 86_400 + 30],
])('reads %j', (text, at) => {
  expect(momentOf(text, NOON)).toBe(at)
})

it.each(['', 'soon', '48', 'tomorrow at nine', '+h', '2027-1'])('does not read %j', (text) => {
  expect(momentOf(text, NOON)).toBeUndefined()
})

it('reads a length alone', () => {
  expect([durationOf('2d'), durationOf('200ms'), durationOf('18:30')]).toEqual([172_800, 0.2, undefined])
})
