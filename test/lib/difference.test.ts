// Comparing what is with what is expected: exact, in part, by expression, and where it first differs.

import { describe, expect, it } from 'vitest'
import { compare, requireValidPatterns } from '../../src/lib/compare/difference.ts'

const difference = (expected: unknown, actual: unknown) => compare(expected, actual).difference

describe('agrees', () => {
  it.each<[string, unknown, unknown]>([
    ['the same text', 'a', 'a'],
    ['a number and its digits, as a query carries them', 5, '5'],
    ['digits and their number', '5', 5],
    ['a Boolean and its word', true, 'true'],
    ['a part of an object', { a: 1 }, { a: 1, b: 2 }],
    ['a part deep inside', { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1, d: 2 }], e: 3 } }],
    [
      'a structure that travels as JSON text',
      { inline_keyboard: [[{ text: 'Yes' }]] },
      '{"inline_keyboard":[[{"text":"Yes"}]]}',
    ],
    ['a list that travels as JSON text', [1, 2], ' [1,2]'],
    ['null and nothing', { a: null }, {}],
    ['null and null', { a: null }, { a: null }],
    ['an expression', '/^Hello, \\w+$/', 'Hello, Alice'],
    ['an expression on a number', '/^-100/', -1001000000500],
    ['an expression in a list', ['/a/', 'b'], ['xax', 'b']],
    ['a text between slashes and just that text', '/start/', '/start/'],
    ['a path, which is no expression', '/start/now', '/start/now'],
    ['an empty object and any object', {}, { a: 1 }],
    ['an empty list and an empty list', [], []],
  ])('%s', (_name, expected, actual) => expect(difference(expected, actual)).toBeUndefined())
})

describe('differs', () => {
  it.each<[string, unknown, unknown, string, unknown, unknown]>([
    ['a text', { a: 'x' }, { a: 'y' }, 'a', 'x', 'y'],
    ['case', 'Hello', 'hello', '', 'Hello', 'hello'],
    ['a missing key', { a: 'x' }, {}, 'a', 'x', undefined],
    ['a key that every object inherits', { constructor: '/./' }, {}, 'constructor', '/./', undefined],
    ['a text for nothing', 'undefined', undefined, '', 'undefined', undefined],
    ['a text for null', 'null', null, '', 'null', null],
    ['something for null', { a: null }, { a: 0 }, 'a', null, 0],
    ['the empty text for 0', '', 0, '', '', 0],
    ['a longer list', [1], [1, 2], 'length', 1, 2],
    ['a shorter list', { a: [1, 2] }, { a: [1] }, 'a.1', 2, undefined],
    ['an object for a text', { a: 1 }, 'x', '', { a: 1 }, 'x'],
    ['a list for an object', { 0: 'a' }, null, '', { 0: 'a' }, null],
    ['an object for a list', ['a'], { 0: 'a' }, '', ['a'], { 0: 'a' }],
    ['a text for an object', 'a', { a: 1 }, '', 'a', { a: 1 }],
    ['an expression', { a: '/^x/' }, { a: 'ax' }, 'a', '/^x/', 'ax'],
    ['an expression for an object', '/a/', { a: 1 }, '', '/a/', { a: 1 }],
    ['broken JSON text', { a: 1 }, '{"a":1', '', { a: 1 }, '{"a":1'],
  ])('%s', (_name, expected, actual, path, wanted, found) =>
    expect(difference(expected, actual)).toEqual({ path, expected: wanted, actual: found }),
  )

  it('names the first of several, in the order of what is expected, and counts what agrees', () => {
    expect(compare({ b: 1, a: 2, c: 3 }, { a: 0, b: 1, c: 0 })).toEqual({
      matches: 1,
      difference: { path: 'a', expected: 2, actual: 0 },
    })
  })
})

it('asks under which key two names may mean the same', () => {
  const asked: unknown[] = []
  const same = (key: string, expected: unknown, actual: unknown) => {
    asked.push([key, expected, actual])
    return key === 'chat_id'
  }
  expect(compare({ chat_id: 'alice', deep: [{ user: 'bob' }] }, { chat_id: 7, deep: [{ user: 8 }] }, same)).toEqual({
    matches: 1,
    difference: { path: 'deep.0.user', expected: 'bob', actual: 8 },
  })
  expect(asked).toEqual([
    ['chat_id', 'alice', 7],
    ['user', 'bob', 8],
  ])
})

it('finds an unreadable expression anywhere in an expectation', () => {
  expect(() => requireValidPatterns({ a: ['x', { b: '/(/' }] })).toThrow(
    expect.objectContaining({ code: 'bad-pattern' }),
  )
  expect(() => requireValidPatterns({ a: ['x', { b: '/(a)/', c: null, d: 1 }] })).not.toThrow()
})
