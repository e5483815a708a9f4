// Styles where they are shown, and spaces passed over: the screen is the same, with fewer bytes.

import { expect, it } from 'vitest'
import { fewerBytes, steadyColumns } from '../../../../src/screens/old-dashboard/terminal/screen-stream.ts'
import { playing } from '../stage/playing.ts'
import { PLAIN, said, scene } from '../stage/scene.ts'

const wide = ' '.repeat(13)
const ERASED = '\u001b[13X\u001b[13C'

it.each([
  [`a${wide}b`, `a${ERASED}b`],
  [`a${' '.repeat(12)}b`, `a${' '.repeat(12)}b`],
  // What a space does not show waits for what shows it, and comes at the end at the latest.
  [`\u001b[2;31m${wide}\u001b[0m`, ERASED],
  [`\u001b[2;31m${wide}a`, `${ERASED}\u001b[2m\u001b[31ma`],
  [`\u001b[38;2;4;7;48m${wide}`, `${ERASED}\u001b[38;2;4;7;48m`],
  [`\u001b[38;5;7m${wide}`, `${ERASED}\u001b[38;5;7m`],
  ['\u001b[1m\u001b[22m\u001b[2m\u001b[39m\u001b[22mx', 'x'],
  ['\u001b[1ma\u001b[22m\u001b[2mb\u001b[22m', '\u001b[1ma\u001b[22m\u001b[2mb\u001b[22m'],
  ['\u001b[1ma\u001b[22m \u001b[1mb\u001b[22m', '\u001b[1ma b\u001b[22m'],
  ['\u001b[7ma\u001b[27m\u001b[K', '\u001b[7ma\u001b[27m\u001b[K'],
  ['\u001b[31ma\u001b[39m\u001b[K\u001b[31mb', '\u001b[31ma\u001b[Kb'],
  ...['4', '7', '9', '48;2;0;0;0', '48;5;1', '41', '107'].map((style) => [
    `\u001b[${style}m${wide}`,
    `\u001b[${style}m${wide}`,
  ]),
  ...['27', '0'].map((end) => [`\u001b[7m\u001b[${end}m${wide}`, ERASED]),
  [`\u001b[7m\u001b[24m${wide}`, `\u001b[7m${wide}`],
])('writes %j as %j', (written, expected) => {
  expect(fewerBytes()(written)).toBe(expected)
})

it('remembers from one piece to the next how things look', () => {
  const runs = fewerBytes()
  expect([runs('\u001b[7m'), runs(wide), runs('\u001b[27m'), runs(wide)]).toEqual([
    '\u001b[7m',
    wide,
    '\u001b[27m',
    ERASED,
  ])
})

it('scrolls a chat by a line at 120 x 40 with fewer than 4 kB', async () => {
  const state = scene(120, 40, { ...PLAIN, colours: 'full' })
  const messages = Array.from({ length: 60 }, (_, i) => said(10 + i, { text: `message number ${i}`, by: 'alice' }))
  const { press, bytes } = await playing({ ...state, toast: null, conversation: { ...state.conversation, messages } })
  await press('esc', ...Array(25).fill('k'))
  const before = bytes().length
  await press('k')
  const written = fewerBytes()(steadyColumns()(bytes().slice(before)))
  expect(Buffer.byteLength(written)).toBeGreaterThan(500)
  expect(Buffer.byteLength(written)).toBeLessThan(4000)
})
