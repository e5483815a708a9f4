// Pictures as terminals draw them: which protocol, and that what is sent is the picture.

import sharp from 'sharp'
import { expect, it } from 'vitest'
import { encodePicture, protocolOf, supportsSixel } from '../../../../src/screens/old-dashboard/terminal/graphics.ts'

it.each([
  [{ TERM: 'xterm-kitty' }, false, 'kitty'],
  [{ TERM: 'xterm-ghostty' }, false, 'kitty'],
  [{ TERM_PROGRAM: 'WezTerm' }, true, 'kitty'],
  [{ KONSOLE_VERSION: '230800' }, true, 'kitty'],
  [{ TERM_PROGRAM: 'iTerm.app' }, true, 'iterm'],
  [{ LC_TERMINAL: 'iTerm2' }, false, 'iterm'],
  [{ TERM: 'foot' }, true, 'sixel'],
  [{ TERM: 'xterm-256color' }, false, null],
  // Around tmux is another terminal, of which nothing is known.
  [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, false, null],
  [{ TERM_PROGRAM: 'iTerm.app', STY: '1.screen' }, true, 'sixel'],
])('draws with what %j and sixel %j mean', (env, hasSixel, protocol) => {
  expect(protocolOf(env, hasSixel)).toBe(protocol)
})

it.each([
  ['62;4;22', true],
  ['4', false],
  ['1;2', false],
  ['64;14;24', false],
])('reads from %j whether there is sixel', (attributes, has) => {
  expect(supportsSixel(attributes)).toBe(has)
})

/** Red above blue, twice as wide as high. */
const picture = () => {
  const half = (background: string) => ({ create: { width: 400, height: 100, channels: 3, background } }) as const
  const below = { input: half('#0000ff'), left: 0, top: 100 }
  return sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
    .composite([below])
    .png()
    .toBuffer()
}

const ROOM = { width: 20, height: 20 }

async function coloursOf(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const last = data.length - 3
  return [info.width, info.height, [...data.subarray(0, 3)], [...data.subarray(last)]]
}

const SEEN = [160, 80, [255, 0, 0], [0, 0, 255]]

it('sends kitty a PNG in pieces, into the cells that it fills', async () => {
  const noise = Buffer.from(Array.from({ length: 120 * 120 * 3 }, (_, i) => (i * 7919) % 251))
  const rich = await sharp(noise, { raw: { width: 120, height: 120, channels: 3 } })
    .png()
    .toBuffer()
  const text = await encodePicture('kitty', rich, ROOM)
  const pieces = [...text.matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g)]
  expect(pieces.map(([whole]) => whole).join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces[0]?.[1]).toBe('a=T,f=100,q=2,C=1,c=20,r=10,m=1')
  expect(pieces.slice(1).map(([, head]) => head)).toEqual([...Array(pieces.length - 2).fill('m=1'), 'm=0'])
  const { width, height } = await sharp(Buffer.from(pieces.map(([, , body]) => body).join(''), 'base64')).metadata()
  expect([width, height]).toEqual([160, 160])
})

it('sends iTerm a PNG with its cells', async () => {
  const [, head, body = ''] =
    /^\u001b\]1337;File=([^:]*):(.*)\u0007$/.exec(await encodePicture('iterm', await picture(), ROOM)) ?? []
  expect(head).toBe('inline=1;width=20;height=5;doNotMoveCursor=1')
  expect(await coloursOf(Buffer.from(body, 'base64'))).toEqual(SEEN)
})

it('sends sixels that are the picture', async () => {
  const text = await encodePicture('sixel', await picture(), ROOM)
  const [, size, palette = '', body = ''] =
    /^\u001bP0;1q"1;1;(\d+;\d+)((?:#\d+;2;[\d;]+)*)(.*)\u001b\\$/.exec(text) ?? []
  expect(size).toBe('160;80')
  const colours = Object.fromEntries(
    [...palette.matchAll(/#(\d+);2;([\d;]+)/g)].map(([, name, parts]) => [name, parts]),
  )
  expect(Object.values(colours).sort()).toEqual(['0;0;100', '100;0;0'])
  const bands = body
    .split('-')
    .map((band) => band.split('$').map((run) => run.replace(/^#(\d+)/, (_, name) => `${colours[name]} `)))
  // Six rows to a band: forty rows of red end within the seventh.
  expect(bands).toEqual([
    ...Array(6).fill(['100;0;0 !160~']),
    ['100;0;0 !160N', '0;0;100 !160o'],
    ...Array(6).fill(['0;0;100 !160~']),
    ['0;0;100 !160B'],
  ])
})
