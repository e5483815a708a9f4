// However a body is cut on its way, the same parts come out of it.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitterAt } from '../../src/http/split-multipart.ts'

const BOUNDARY = 'x'

function partsOf(chunks: Buffer[]): [string, string][] {
  const splitter = splitterAt(BOUNDARY)
  const parts: [string, string][] = []
  for (const chunk of chunks) {
    for (const piece of splitter.take(chunk)) {
      if ('head' in piece) parts.push([piece.head, ''])
      else parts.at(-1)![1] += piece.data.toString('latin1')
    }
  }
  splitter.end()
  return parts
}

function cut(body: Buffer, at: number[]): Buffer[] {
  const places = [0, ...at.map((place) => place % (body.length + 1)).sort((a, b) => a - b), body.length]
  return places.slice(1).map((end, i) => body.subarray(places[i], end))
}

// What resembles the marks of the format, so that the cuts fall within them.
const data = fc
  .array(fc.constantFrom('\r\n--x', '\r\n--', '\r\n', '\r', '--x--', '-', 'x', 'abc', '\0'), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !/\r\n--x(--|\r\n)/.test(`${text}\r\n--x--`.slice(0, -2)) && !/\r\n--x(-|\r)?$/.test(text))
const head = fc.constantFrom('Content-Disposition: form-data; name="a"', 'A: b\r\nC: d')

it('FILE-05 finds the same parts however the body is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(head, data), { maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      (parts, at) => {
        const body = Buffer.from(
          `${parts.map(([head, data]) => `--x\r\n${head}\r\n\r\n${data}\r\n`).join('')}--x--\r\n`,
          'latin1',
        )
        const expected = parts.map(([head, data]) => [`\r\n${head}`, data])
        expect(partsOf([body])).toEqual(expected)
        expect(partsOf(cut(body, at))).toEqual(expected)
        expect(partsOf([...body].map((byte) => Buffer.of(byte)))).toEqual(expected)
      },
    ),
    { numRuns: 400 },
  )
})
