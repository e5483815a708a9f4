// Written expressions: what is one, and what it matches.

import { describe, expect, it } from 'vitest'
import { matchesPattern, regexIn, regexTest, requireValid } from '../../src/lib/compare/regex.ts'

const tests = (written: string, text: string) => regexTest(regexIn(written)!, text)

describe('what is an expression', () => {
  it.each([
    ['/Hello/', { source: 'Hello', flags: '' }],
    ['/^a.b$/is', { source: '^a.b$', flags: 'is' }],
    ['/a\nb/', { source: 'a\nb', flags: '' }],
    ['/a/b/i', { source: 'a/b', flags: 'i' }],
  ])('%j is one', (written, parts) => expect(regexIn(written)).toEqual(parts))

  it.each(['/start', 'Hello', '//', '/', 'a/b/', '/start/now', '/etc/passwd', ' /a/'])('%j is plain text', (written) =>
    expect(regexIn(written)).toBeUndefined(),
  )

  it('refuses one that cannot be read, with what is wrong', () => {
    expect(() => requireValid({ source: '(', flags: '' })).toThrow(
      expect.objectContaining({ code: 'bad-pattern', message: expect.stringContaining('Unterminated group') }),
    )
    expect(() => requireValid({ source: 'a', flags: 'ii' })).toThrow('Invalid')
  })
})

describe('testing', () => {
  it.each([
    ['/Hello/', 'well, Hello there', true],
    ['/^Hello$/', 'Hello there', false],
    ['/hello/i', 'HELLO', true],
    ['/a+b?|c{2}/', 'cc', true],
    ['/^(?:a|b)+$/', 'abc', false],
    ['/^.$/u', '😀', true],
    ['/a/g', 'a', true],
  ])('%s on %j: %j', (written, text, verdict) => expect(tests(written, text)).toBe(verdict))

  it('gives the same answer each time, also with flags that remember a place', () => {
    const regex = regexIn('/a+/g')!
    expect([1, 2, 3].map(() => regexTest(regex, 'aa'))).toEqual([true, true, true])
  })
})

describe('a pattern', () => {
  it.each([
    ['casino', 'Best CASINO', true],
    ['casino', 'cas ino', false],
    ['/^cas+ino$/i', 'CASSINO', true],
    ['/^cas+ino$/', 'CASSINO', false],
    ['/path/with/slashes', 'a /path/with/slashes b', true],
  ])('%s and "%s"', (pattern, text, expected) => expect(matchesPattern(pattern, text)).toBe(expected))
})
