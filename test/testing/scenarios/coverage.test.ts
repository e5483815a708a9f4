// The coverage on the screen.

import { expect, it } from 'vitest'
import { coverageScreen, coverageTable, createTally } from '../../../src/testing/scenarios/coverage.ts'

const count = (names: readonly string[], count = 0) => names.map((name) => ({ name, count }))

it('is at most a screen, even if nothing was used or everything', () => {
  const none = createTally().coverage()
  const { operations, update_types, errors } = none
  const used = (all: typeof operations) =>
    count(
      all.map(({ name }) => name),
      1,
    )
  const buttons = Array.from({ length: 200 }, (_, i) => `Button ${i}`)
  const all = {
    operations: used(operations),
    update_types: used(update_types),
    errors: used(errors),
    buttons: count(buttons, 1),
  }
  for (const coverage of [none, all]) {
    const lines = coverageScreen(coverage)
    expect(lines.length).toBeLessThanOrEqual(24)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120)
  }
  expect(coverageTable(none).flatMap(({ unused }) => unused).length).toBeGreaterThan(76)
})

it('lists what was used, then what was not', () => {
  const coverage = {
    operations: [...count(['getMe'], 2), ...count(['getChat', 'sendPhoto'])],
    update_types: count(['message'], 1),
    errors: [...count(['404 Not Found'], 1), ...count(['401 Unauthorized'])],
    buttons: [],
  }
  expect(coverageScreen(coverage)).toEqual([
    'operations: 1 of 3',
    '  used     getMe × 2',
    '  not yet  getChat, sendPhoto',
    'update types: 1 of 1',
    '  used     message × 1',
    'documented errors: 1 of 2',
    '  used     404 Not Found × 1',
    'buttons pressed: none',
    'All names: --coverage coverage.json',
  ])
})
