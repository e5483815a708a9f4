// The lines of a scenario file that a failure shows.

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codeFrame } from '../../../src/testing/scenarios/location.ts'
import { folder } from '../../helpers/folder.ts'

const frameOf = (text: string, line: number, column: number) =>
  codeFrame({ file: join(folder({ 'a.yaml': text }), 'a.yaml'), line, column })

it('contain the selected line and the lines next to it', () => {
  expect(frameOf('a\nb\nc\nd\n', 3, 1)).toEqual(['  2 | b', '> 3 | c', '  4 | d'])
  expect(frameOf('a\nb\n', 2, 1)).toEqual(['  1 | a', '> 2 | b'])
})

it('are whole up to 160 columns', () => {
  expect(frameOf('x'.repeat(160), 1, 150)).toEqual([`> 1 | ${'x'.repeat(160)}`])
})

it('show the part of a longer line around the location', () => {
  const long = `${'a'.repeat(1000)}HERE${'b'.repeat(1000)}`
  expect(frameOf(long, 1, 1001)).toEqual([`> 1 | …${'a'.repeat(40)}HERE${'b'.repeat(116)}…`])
  expect(frameOf(`${long}\n${long}`, 2, 2004)[1]).toBe(`> 2 | …${'b'.repeat(41)}`)
  expect(frameOf(`${long}\nshort`, 2, 1)[0]).toBe(`  1 | ${'a'.repeat(160)}…`)
})
