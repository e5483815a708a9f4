// Written expressions: what is one, and that none can hold the emulator up.

import { describe, expect, it } from 'vitest'
import { regexIn, regexTest, requireValid } from '../../src/lib/compare/regex.ts'

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

  it.each([
    ['nested repetition', `/^(a+)+$/`, `${'a'.repeat(40)}b`],
    ['choices one after the other, without any repetition', `/${'(a|a)'.repeat(34)}b/`, `${'a'.repeat(40)}c`],
    [
      'options one after the other, without any repetition',
      `/^${'a?'.repeat(34)}${'a'.repeat(34)}$/`,
      `${'a'.repeat(50)}b`,
    ],
    ['counted repetition', '/^(a{1,30}){1,30}$/', `${'a'.repeat(40)}b`],
  ])('stops what runs away: %s', (_name, written, text) => {
    const startedAt = performance.now()
    expect(tests(written, text)).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it('works on after one was stopped', () => {
    tests('/^(a+)+$/', `${'a'.repeat(40)}b`)
    expect(tests('/^a+$/', 'aaa')).toBe(true)
  })
})

describe('what ran away', () => {
  const runaway = (letter: string, length: number) => [`/^(${letter}+)+$/`, `${letter.repeat(length)}!`] as const

  it('is not tried again on a text as long, but on a shorter one', () => {
    const [written] = runaway('b', 40)
    expect(tests(...runaway('b', 40))).toBeUndefined()
    const startedAt = performance.now()
    for (let i = 0; i < 1000; i++) expect(tests(...runaway('b', 40))).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(tests(written, 'bbb')).toBe(true)
  })

  it('leaves others of the same moment little time, and those of the next all of it', async () => {
    const startedAt = process.cpuUsage()
    for (const letter of 'cdefghijkl') expect(tests(...runaway(letter, 40))).toBeUndefined()
    const { user, system } = process.cpuUsage(startedAt)
    expect((user + system) / 1000).toBeLessThan(300)
    expect(tests('/^(m+)+$/', 'mmm')).toBe(true)
  })
})
