// Text made safe and measured: nothing that anybody writes leaves its cell.

import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { sanitizeLine, truncate, width, wrap } from '../../../src/screens/old-dashboard/text/cells.ts'

it.each([
  ['plain', 'plain', 5],
  ['猫です', '猫です', 6],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦', 2],
  ['❤️', '❤️', 2],
  ['🇩🇪', '🇩🇪', 2],
  ['👋🏽', '👋🏽', 2],
  ['\u{1f1e9}x', 'Dx', 2],
  ['ကြောင်း', 'ကြောင်း', 6],
  ['क्षत्रिय', 'क्\u200cषत्\u200cरिय', 6],
  ['น้ำ', 'น้\u0e4d\u0e32', 2],
  ['e\u0301', 'é', 1],
  ['z\u0300\u0301\u0302\u0303\u0304', 'z\u0300\u0301', 1],
  ['\u0301', '', 0],
  ['a\rb\bc\u0007d\u001b[2J', 'a␍b␈c␇d␛[2J', 11],
  ['one\ntwo\r\nthree', 'one two three', 13],
  ['a\tb', 'a b', 3],
  ['\u202eevil\u202c', '\ufffdevil\ufffd', 6],
  ['a\u200bb\u2060c\ufeff', 'abc', 3],
  ['\u009b31m', '\ufffd31m', 4],
  ['\ud800', '\ufffd', 1],
])('shows %j as %j, in %i cells', (written, shown, cells) => {
  expect(sanitizeLine(written)).toBe(shown)
  expect(width(written)).toBe(cells)
})

const anything = fc.string({ unit: 'binary', maxLength: 60 })
const hostile = fc.stringMatching(/^[\u0000-\u0300\u200b-\u2069\u{1f1e6}-\u{1f64f}a猫]{0,40}$/u)

it('never lets a control character or a change of direction through', () => {
  const forbidden =
    /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|(?<!\p{M})\u200c|(?<!\p{Extended_Pictographic}\p{M}*)\u200d/u
  fc.assert(fc.property(fc.oneof(anything, hostile), (text) => !forbidden.test(sanitizeLine(text))))
})

it('is as wide as it says, and safe when it is made safe again', () => {
  fc.assert(
    fc.property(fc.oneof(anything, hostile), (text) => {
      expect(width(sanitizeLine(text))).toBe(width(text))
      expect(stringWidth(sanitizeLine(text))).toBe(width(text))
    }),
  )
})

it('cuts and wraps to the room there is', () => {
  fc.assert(
    fc.property(fc.oneof(anything, hostile), fc.integer({ min: 2, max: 30 }), (text, room) => {
      expect(width(truncate(text, room))).toBeLessThanOrEqual(room)
      for (const line of wrap(text, room)) expect(width(line)).toBeLessThanOrEqual(room)
    }),
  )
})

it('breaks between words', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrap('unbreakable', 4)).toEqual(['unbr', 'eaka', 'ble'])
  expect(wrap('a\n\nb', 10)).toEqual(['a', '', 'b'])
})
