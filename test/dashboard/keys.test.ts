// The key map as data: every command has a key, no key two meanings in one place, and help names them all.

import { expect, it } from 'vitest'
import { COMMANDS } from '../../src/dashboard/commands/index.ts'
import { EDITS } from '../../src/dashboard/forms/input.ts'
import { ALSO, bindingsIn, KEYS, keyName, type Place, WRITING } from '../../src/dashboard/keys.ts'
import { keys, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

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

it('names every key in the help', async () => {
  const help = await textOf(keys(scene(120, 260), 'esc', '?').state)
  for (const { keys, says } of KEYS)
    expect(help).toMatch(new RegExp(`${[...keys].map(keyName).map(escaped).join(' ')} +${escaped(says)}`))
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
