// Lines out of pieces, and those that are longer than anybody reads.

import { expect, it } from 'vitest'
import { splitLines } from '../../src/lib/split-lines.ts'

function linesOf(...pieces: string[]) {
  const lines: string[] = []
  const { write, end } = splitLines((line) => lines.push(line))
  pieces.forEach(write)
  end()
  return lines
}

it.each([
  [['a\nb\r\nc'], ['a', 'b', 'c']],
  [
    ['a', 'b\r', '\nc\n', '\n'],
    ['ab', 'c', ''],
  ],
  [[''], []],
  [['\n'], ['']],
])('%j', (pieces, lines) => expect(linesOf(...pieces)).toEqual(lines))

it('keeps 10 000 characters of a line, whole or in pieces, and its length', () => {
  const whole = 'x'.repeat(10_000)
  expect(linesOf(whole)).toEqual([whole])
  expect(linesOf(`${whole}x\ny`)).toEqual([`${whole}… (10001 characters)`, 'y'])
  expect(linesOf(...Array.from({ length: 2000 }, () => 'x'.repeat(65_536)), '\ny')).toEqual([
    `${whole}… (131072000 characters)`,
    'y',
  ])
})
