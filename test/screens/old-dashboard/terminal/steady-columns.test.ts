// Columns stay where they belong, whatever cells a terminal gives to joined characters.

import { expect, it } from 'vitest'
import { steadyColumns } from '../../../../src/screens/old-dashboard/terminal/screen-stream.ts'

const steady = (...written: string[]) => {
  const columns = steadyColumns()
  return written.map(columns).join('')
}

it('leaves plain text and sequences as they are', () => {
  const frame = '\u001b[2K\u001b[1Gplain \u001b[1mbold\u001b[22m 猫\n\u001b]0;title\u0007x'
  expect(steady(frame)).toBe(frame)
})

it.each([
  ['👋🏽│', '👋🏽\u001b[3G│'],
  ['a👨‍👩‍👧‍👦b', 'a👨‍👩‍👧‍👦\u001b[4Gb'],
  ['မြန်│', 'မြ\u001b[3Gန်\u001b[4G│'],
  ['one\nक्│', 'one\nक्\u001b[2G│'],
  ['\u001b[10G❤️│', '\u001b[10G❤️\u001b[12G│'],
  ['\u001b[3;5H❤️', '\u001b[3;5H❤️\u001b[7G'],
])('says the column after what is measured differently: %j', (written, expected) => {
  expect(steady(written)).toBe(expected)
})

it('goes on from one piece to the next', () => {
  expect(steady('abc', '❤️│')).toBe('abc❤️\u001b[6G│')
})
