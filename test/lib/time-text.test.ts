// Spans and moments as users write them.

import { describe, expect, it } from 'vitest'
import { span } from '../../src/control/contract/time.ts'
import { parseMoment, parseSpan } from '../../src/lib/time-text.ts'

// 2027-01-15 12:00 UTC, a Friday.
const NOON = 1_800_014_400

describe('a span', () => {
  it.each<[string, number]>([
    ['0s', 0],
    ['200ms', 0.2],
    ['3s', 3],
    ['2.5s', 2.5],
    ['5m', 300],
    ['2min', 120],
    ['48h', 172_800],
    ['2d', 172_800],
    ['1w', 604_800],
    ['+48h', 172_800],
    ['3', 3],
    ['3 s', 3],
  ])('%j is %d seconds', (written, seconds) => {
    expect(parseSpan(written)).toBe(seconds)
    expect(span.parse(written)).toBe(seconds)
  })

  it.each(['-3s', 's', '1e3s', '3S', '', '18:30', null, Number.POSITIVE_INFINITY, Number.NaN])(
    '%j is none',
    (written) =>
      expect(span.safeParse(written).error?.issues).toMatchObject([
        { message: `${JSON.stringify(written)} isn't a time span. Write 48h, 90s or 10m` },
      ]),
  )

  it('is never negative', () => expect(span.safeParse(-1).success).toBe(false))

  it.each([0, 1.5])('%d is a number of seconds', (seconds) => expect(span.parse(seconds)).toBe(seconds))
})

describe('a moment', () => {
  it.each([
    ['+48h', NOON + 172_800],
    ['90s', NOON + 90],
    ['1w', NOON + 604_800],
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
    ['1800014400', NOON],
    ['2027-01-15T12:00:00Z', NOON],
    ['2027-01-15T14:00:00.500+02:00', NOON + 0.5],
    ['2027-01-15 14:00+02:00', NOON],
    ['Fri, 15 Jan 2027 12:00:00 GMT', NOON],
    [String(new Date(NOON * 1000)), NOON],
  ])('reads %j', (text, at) => {
    expect(parseMoment(text, NOON)).toBe(at)
  })

  const NO_MOMENTS = ['', 'soon', 'chat 5', 'tomorrow at nine', '+h', '-3s', '2027-1']
  const NOT_IN_A_CALENDAR = [
    '24:00',
    'tomorrow 25:00',
    '9:60',
    '9:00:60',
    '2027-02-29',
    '2027-02-30T12:00:00Z',
    '2027-04-31 9:00',
    '2027-13-01',
    '2027-01-00',
  ]

  it.each([...NO_MOMENTS, ...NOT_IN_A_CALENDAR])('does not read %j', (text) => {
    expect(parseMoment(text, NOON)).toBeUndefined()
  })
})
