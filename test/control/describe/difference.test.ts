// Values in sentences: nothing that looks like something else.

import { describe, expect, it } from 'vitest'
import { differenceLines, differenceText } from '../../../src/control/describe/difference.ts'
import { describeValue } from '../../../src/lib/safe-text.ts'

describe('one value', () => {
  it.each<[unknown, string]>([
    [undefined, 'missing'],
    [null, 'null'],
    [5, '5 (a number)'],
    ['5', '"5"'],
    [true, 'true'],
    ['true', '"true"'],
    ['', '""'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['a\u00a0b\u200b\u202e\ufeff', '"a\\u00a0b\\u200b\\u202e\\ufeff"'],
    ['\u001b[31m', '"\\u001b[31m"'],
    [{ a: [1] }, '{"a":[1]}'],
    ['x'.repeat(400), `"${'x'.repeat(299)}…`],
  ])('%j', (value, text) => expect(describeValue(value)).toBe(text))
})

describe('one in place of another', () => {
  it.each<[string, unknown, unknown, string]>([
    ['plain texts', 'Hi', 'Hello', '"Hi", not "Hello"'],
    ['a number and a text', 5, 'five', '5 (a number), not "five"'],
    ['nothing', undefined, 'x', 'missing, not "x"'],
    ['what cannot be seen', 'Hello\u200b', 'Hello', '"Hello\\u200b", not "Hello"'],
    [
      'letters that look alike',
      'pаy',
      'pay',
      '"pаy", not "pay" (the first difference is at character 2: U+0430 in place of U+0061)',
    ],
    [
      'composed and decomposed',
      'é',
      'e\u0301',
      '"é", not "e\u0301" (the first difference is at character 1: U+00E9 in place of U+0065)',
    ],
    [
      'two emoji that share half a character',
      '😀',
      '😁',
      '"😀", not "😁" (the first difference is at character 1: U+1F600 in place of U+1F601)',
    ],
    ['an expression', 'Hi', '/Hello/i', '"Hi", which does not match /Hello/i'],
    ['an expression, and nothing there', undefined, '/Hello/i', 'missing, not "/Hello/i"'],
  ])('%s', (_name, actual, expected, text) => expect(differenceText(actual, expected)).toBe(text))

  it('shows long texts from near the place where they part', () => {
    const start = 'x'.repeat(1000)
    expect(differenceText(`${start}abc`, `${start}abd`)).toBe(
      `…"${'x'.repeat(38)}abc", not …"${'x'.repeat(38)}abd" (the first difference is at character 1003: U+0063 in place of U+0064)`,
    )
    expect(differenceText(`${start}a`, start)).toMatch(/U\+0061 in place of the end\)$/)
  })
})

describe('one below the other', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['plain texts', 'Hi', 'Hello', ['  text was       "Hi"', '       expected  "Hello"']],
    ['an expression', 'Hi', '/a\\.b/', ['  text was       "Hi"', '       expected  /a\\.b/']],
    [
      'letters that look alike',
      'pаy',
      'pay',
      [
        '  text was       "pаy"',
        '       expected  "pay"',
        '       the first difference is at character 2: U+0430 in place of U+0061',
      ],
    ],
  ])('%s', (_name, actual, expected, lines) =>
    expect(differenceLines({ path: 'text', actual, expected })).toEqual(lines),
  )
})
