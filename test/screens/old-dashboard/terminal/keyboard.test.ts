// The keyboard: what comes from a terminal, through Ink, as named keys and pasted text.

import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { Text, useInput, usePaste } from 'ink'
import { render } from 'ink-testing-library'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { keyStream, paste, type Stroke, strokesOf } from '../../../../src/screens/old-dashboard/terminal/keyboard.ts'

function Probe({ strokes }: { strokes: Stroke[] }) {
  useInput((input, key) => void strokes.push(...strokesOf(input, key)))
  usePaste((text) => void strokes.push(paste(text)))
  return createElement(Text, null, 'listening')
}

/** What Ink makes of chunks, once a lone Escape has waited for what may follow. */
async function typed(...chunks: string[]): Promise<Stroke[]> {
  const strokes: Stroke[] = []
  const { stdin, unmount } = render(createElement(Probe, { strokes }))
  await new Promise((resolve) => setImmediate(resolve))
  for (const chunk of chunks) stdin.write(chunk)
  await new Promise((resolve) => setTimeout(resolve, 40))
  unmount()
  return strokes
}

const names = async (...chunks: string[]) => (await typed(...chunks)).map(({ key }) => key)

it.each([
  ['\u001b[A\u001b[B\u001b[C\u001b[D', ['up', 'down', 'right', 'left']],
  ['\u001bOA\u001b[5~\u001b[6~\u001b[H\u001b[F\u001b[3~', ['up', 'pgup', 'pgdn', 'home', 'end', 'delete']],
  ['\r', ['enter']],
  ['\t', ['tab']],
  ['\u001b[Z\u007f\u0003', ['shift-tab', 'backspace', 'ctrl-c']],
  ['\n', ['ctrl-j']],
  ['\u001b[1;5C\u001b[1;3D\u001bf\u001bb', ['ctrl-right', 'ctrl-left', 'ctrl-right', 'ctrl-left']],
  ['\u001b\r\u001b1', ['alt-enter', 'alt-1']],
  ['\u001b[13;2u', ['alt-enter']],
  ['\u001b[97;5u', ['ctrl-a']],
  ['jj', ['j', 'j']],
  ['\u0005\u0015hi', ['ctrl-e', 'ctrl-u', 'h', 'i']],
  ['hi\r', ['h', 'i', 'enter']],
  ['\u001b', ['esc']],
  ['\u001bq', ['esc', 'q']],
  ['é猫👋', ['é', '猫', '👋']],
  ['\u001b[1;9Q', []],
  ['\u001b[<0;10;10M', []],
])('reads %j', async (bytes, expected) => {
  expect(await names(bytes)).toEqual(expected)
})

it('reads a sequence that comes in pieces', async () => {
  expect(await names('\u001b', '[', 'A')).toEqual(['up'])
})

it('takes a paste as one text, whatever is in it and however it is cut', async () => {
  const pasted = '\u001b[200~one\r\ntwo\u001b[A q\u0003\u001b[201~x'
  const expected = [
    { key: 'paste', text: 'one\ntwo\u001b[A q\u0003' },
    { key: 'x', text: 'x' },
  ]
  expect(await typed(pasted)).toEqual(expected)
  const cuts = Array.from({ length: pasted.length - 1 }, (_, i) => i + 1)
  const all = await Promise.all(cuts.map((i) => typed(pasted.slice(0, i), pasted.slice(i))))
  for (const strokes of all) expect(strokes).toEqual(expected)
})

it('takes several lines at once for a paste, where the terminal does not say so', async () => {
  expect(await typed('one\rtwo')).toEqual([{ key: 'paste', text: 'one\ntwo' }])
})

describe('what Ink has no name for', () => {
  function passed(...chunks: string[]) {
    const stdin = Object.assign(new PassThrough(), { setRawMode() {}, ref() {}, unref() {} })
    const reports: object[] = []
    const keys = keyStream(stdin as unknown as ReadStream, (report) => reports.push(report))
    keys.setRawMode(true)
    for (const chunk of chunks) stdin.emit('data', chunk)
    return { reports, rest: keys.read() ?? '' }
  }

  it.each(['\u001bOP', '\u001b[11~', '\u001b[P'])('reports F1 as %j', (bytes) => {
    expect(passed(`a${bytes}b`)).toEqual({ reports: [{ type: 'key', key: 'f1' }], rest: 'ab' })
  })

  it.each([
    ['rgb:ffff/ffff/ffff', 'light'],
    ['rgb:00/00/00', 'dark'],
    ['rgba:fdfd/f6f6/e3e3/ffff', 'light'],
    ['rgb:1/2/3', 'dark'],
  ])('reports the answer %s as %s, however it is cut', (colour, theme) => {
    for (const end of ['\u0007', '\u001b\\']) {
      const answer = `\u001b]11;${colour}${end}`
      for (let cut = 2; cut <= answer.length; cut++)
        expect(passed(`a${answer.slice(0, cut)}`, `${answer.slice(cut)}b`)).toEqual({
          reports: [{ type: 'background', theme }],
          rest: 'ab',
        })
    }
  })

  it('reports the left button and the wheel, however they are cut, and nothing else of the mouse', () => {
    const wheel = '\u001b[<65;120;40M'
    for (let cut = 2; cut <= wheel.length; cut++)
      expect(passed(`a${wheel.slice(0, cut)}`, `${wheel.slice(cut)}b`)).toEqual({
        reports: [{ type: 'mouse', how: 'down', x: 119, y: 39 }],
        rest: 'ab',
      })
    expect(passed('\u001b[<0;1;2M\u001b[<0;1;2m\u001b[<2;1;2M\u001b[<35;1;2M\u001b[<64;1;2M')).toEqual({
      reports: [
        { type: 'mouse', how: 'click', x: 0, y: 1 },
        { type: 'mouse', how: 'up', x: 0, y: 1 },
      ],
      rest: '',
    })
  })

  it('reports what a terminal says that it can do', () => {
    expect(passed('a\u001b[?62;4;', '22cb')).toEqual({
      reports: [{ type: 'attributes', attributes: '62;4;22' }],
      rest: 'ab',
    })
    expect(passed('\u001b[?1u')).toEqual({ reports: [], rest: '\u001b[?1u' })
  })

  it('leaves a key with Alt that begins like an answer', () => {
    expect(passed('\u001b]', 'x')).toEqual({ reports: [], rest: '\u001b]x' })
  })

  it('asks each time that it can read the answer unseen', () => {
    const stdin = Object.assign(new PassThrough(), { setRawMode() {}, ref() {}, unref() {} })
    let asked = 0
    const keys = keyStream(
      stdin as unknown as ReadStream,
      () => {},
      () => void asked++,
    )
    keys.setRawMode(true)
    keys.setRawMode(false)
    keys.setRawMode(true)
    expect(asked).toBe(2)
  })

  it('leaves what is pasted as it is', () => {
    const pasted = '\u001b[200~\u001bOP\u001b[201~'
    expect(passed(pasted)).toEqual({ reports: [], rest: pasted })
    expect(passed(pasted.slice(0, 8), pasted.slice(8))).toEqual({ reports: [], rest: pasted })
  })
})
