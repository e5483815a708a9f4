// The key map as data: every command has a key, no key two meanings in one place, and help names them all.

import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/dashboard/commands/index.ts'
import { ALSO, bindingsIn, KEYS, keyName, type Place, WRITING } from '../../src/dashboard/keys.ts'
import { EDITS } from '../../src/dashboard/terminal/input.ts'
import { createKeyboard } from '../../src/dashboard/terminal/keyboard.ts'
import { helpLines } from '../../src/dashboard/view/help.ts'

const PLACES = [...new Set(KEYS.flatMap((binding) => binding.in))] as Place[]

it('gives every command a key', () => {
  const bound = new Set(KEYS.map((binding) => binding.does))
  expect(Object.keys(COMMANDS).filter((name) => !bound.has(name as keyof typeof COMMANDS))).toEqual([])
})

it.each(PLACES)('gives no key two meanings in %s', (place) => {
  const keys = KEYS.filter((binding) => binding.in.includes(place)).flatMap((binding) => binding.keys)
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

it.each(WRITING)('leaves every character in %s to the writer, and every editing key', (place) => {
  const own = [place, ...(ALSO[place] ?? [])]
  const keys = KEYS.filter((binding) => binding.in.some((one) => own.includes(one) || one === 'anywhere')).flatMap(
    (binding) => binding.keys,
  )
  expect(keys.filter((key) => key.length === 1)).toEqual([])
  expect(keys.filter((key) => key in EDITS)).toEqual([])
})

it.each(PLACES.filter((place) => !['anywhere', 'browse', 'reading'].includes(place)))('leads out of %s', (place) => {
  expect(bindingsIn(place).some((binding) => binding.keys.includes('esc'))).toBe(true)
  expect(bindingsIn(place).some((binding) => binding.keys.includes('ctrl-c'))).toBe(true)
})

it('names every key in the help', () => {
  const help = helpLines(100)
    .map((line) => line.map((span) => span.text).join(''))
    .join('\n')
  for (const { keys, says } of KEYS)
    expect(help).toMatch(new RegExp(`${[...keys].map(keyName).map(escaped).join(' ')} +${escaped(says)}`))
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('the keyboard', () => {
  const typed = (...chunks: string[]) => {
    const keyboard = createKeyboard()
    return chunks.flatMap((chunk) => keyboard.push(chunk)).concat(keyboard.flush())
  }
  const names = (...chunks: string[]) => typed(...chunks).map(({ key }) => key)

  it.each([
    ['\u001b[A\u001b[B\u001b[C\u001b[D', ['up', 'down', 'right', 'left']],
    ['\u001bOA\u001b[5~\u001b[6~\u001b[H\u001b[F\u001b[3~', ['up', 'pgup', 'pgdn', 'home', 'end', 'delete']],
    ['\r\t\u001b[Z\u007f\u0003', ['enter', 'tab', 'shift-tab', 'backspace', 'ctrl-c']],
    ['\u001b\r\u001b1', ['alt-enter', 'alt-1']],
    ['jj', ['j', 'j']],
    ['hi\r', ['h', 'i', 'enter']],
    ['\u001b', ['esc']],
    ['\u001bq', ['esc', 'q']],
    ['\u001b\u001b[A', ['esc', 'up']],
    ['é猫👋', ['é', '猫', '👋']],
    ['\u001b[1;9Q', []],
  ])('reads %j', (bytes, expected) => {
    expect(names(bytes)).toEqual(expected)
  })

  it('reads a sequence that comes in pieces', () => {
    expect(names('\u001b', '[', 'A')).toEqual(['up'])
  })

  it('takes a paste as one text, whatever is in it and however it is cut', () => {
    const paste = '\u001b[200~one\r\ntwo\u001b[A q\u0003\u001b[201~x'
    const expected = [
      { key: 'paste', text: 'one\ntwo\u001b[A q\u0003' },
      { key: 'x', text: 'x' },
    ]
    expect(typed(paste)).toEqual(expected)
    for (let i = 1; i < paste.length; i++) expect(typed(paste.slice(0, i), paste.slice(i))).toEqual(expected)
  })

  it('takes several lines at once for a paste, where the terminal does not tell', () => {
    expect(typed('one\rtwo')).toEqual([{ key: 'paste', text: 'one\ntwo' }])
  })
})
