// What --update makes of a file, whatever form the place has that it writes to.

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { applyCorrections } from '../../../src/cli/test/update-files.ts'

const PATH = ['scenarios', 0, 'steps', 0, 'expect']
const file = (value: string) =>
  `scenarios:\n  - steps:\n      - expect:\n          with:\n            text:${value}\n            z: 1\n`
const updated = (text: string, at: string, written: unknown) =>
  applyCorrections(text, [{ path: PATH, at, newValue: written }])

describe('--update', () => {
  it.each([
    '',
    ' # nothing',
    ' a',
    ' |\n              a\n              b',
    ' { a: 1 }',
    ' &a a',
    '\n              - a',
  ])('writes a value in place of "text:%s"', (value) => {
    const [scenario] = parse(updated(file(value), 'with.text', 'new: "x"')).scenarios
    expect(scenario.steps[0].expect).toEqual({ with: { text: 'new: "x"', z: 1 } })
  })

  it('keeps the format of a JSON file', () => {
    const text = JSON.stringify({ scenarios: [{ steps: [{ expect: { call: 'sendMessage' } }] }] })
    expect(JSON.parse(updated(text, 'error', 'Bad: request'))).toEqual({
      scenarios: [{ steps: [{ expect: { call: 'sendMessage', error: 'Bad: request' } }] }],
    })
  })
})
