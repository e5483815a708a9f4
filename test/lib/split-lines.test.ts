// Lines out of pieces, and those that are longer than anybody reads.

import { expect, it } from 'vitest'
import { createSecretMask } from '../../src/lib/secret-mask.ts'
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

it.each([4, 9990, 9999])('a secret at character %i of a long line is masked whole', (at) => {
  const { add, mask } = createSecretMask('<token>')
  add('4242:SECRET')
  for (const rest of ['', 'y'.repeat(100), 'y'.repeat(50_000)]) {
    const lines: string[] = []
    const { write } = splitLines((line) => lines.push(line), mask)
    write(`${'x'.repeat(at)}4242:SECRET${rest}\n`)
    expect(lines[0]).toMatch(/^x+[<…]/)
    expect(lines[0]).not.toMatch(/4242|SECRET/)
  }
})

it('no part of a secret is shown if many are masked before it', () => {
  const { add, mask } = createSecretMask('…')
  add('4242:SECRET')
  const lines: string[] = []
  const { write } = splitLines((line) => lines.push(line), mask)
  write(`${'4242:SECRET '.repeat(2000)}\n`)
  expect(lines[0]).toMatch(/… \(24000 characters\)$/)
  expect(lines[0]).not.toMatch(/42:|SEC/)
})
