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
  ['today 23:59:59', NOON + 12 * 3600 - 1],
  ['2028-02-29', NOON + 409.5 * 86_400],
])('reads %j', (text, at) => {
  expect(momentOf(text, NOON)).toBe(at)
})

const NO_MOMENTS = ['', 'soon', '48', 'tomorrow at nine', '+h', '2027-1']
const NOT_IN_A_CALENDAR = [
  '24:00',
  'tomorrow 25:00',
  '9:60',
  '9:00:60',
  '2027-02-29',
  '2027-04-31 9:00',
  '2027-13-01',
  '2027-01-00',
]

it.each([...NO_MOMENTS, ...NOT_IN_A_CALENDAR])('does not read %j', (text) => {
  expect(momentOf(text, NOON)).toBeUndefined()
})

it('reads a length alone', () => {
  expect([durationOf('2d'), durationOf('200ms'), durationOf('18:30')]).toEqual([172_800, 0.2, undefined])
})
