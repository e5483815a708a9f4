// Commands as data: each has a key, no key has two meanings in one place, and help names them all.

import { expect, it } from 'vitest'
import {
  CONTEXT_TITLES,
  INHERITED_CONTEXTS,
  type KeyContext,
  keyName,
  TEXT_CONTEXTS,
} from '../../../src/screens/old-dashboard/commands/command.ts'
import { bindingsIn, COMMANDS, commandsOf } from '../../../src/screens/old-dashboard/commands/index.ts'
import { EDITS } from '../../../src/screens/old-dashboard/forms/input.ts'
import { keys, scene } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const ALL = Object.keys(CONTEXT_TITLES) as KeyContext[]
const keysOf = (place: KeyContext) => commandsOf(place).flatMap((binding) => binding.keys)

it('gives every command a key', () => {
  const without = Object.entries(COMMANDS).filter(([, { keys }]) => !Object.values(keys).flat().length)
  expect(without).toEqual([])
})

it.each(ALL)('gives no key two meanings in %s', (place) => {
  const all = keysOf(place)
  expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([])
})

it.each(TEXT_CONTEXTS)('leaves every character in %s to the writer, and every editing key', (place) => {
  const all = [place, ...(INHERITED_CONTEXTS[place] ?? []), 'anywhere' as const].flatMap(keysOf)
  // Before a bot is connected, y copies the command that starts it, as long as nothing is written.
  expect(all.filter((key) => key.length === 1)).toEqual(place === 'first' ? ['y'] : [])
  expect(all.filter((key) => key in EDITS)).toEqual([])
})

it.each(ALL.filter((place) => !['anywhere', 'browse'].includes(place)))('leads out of %s', (place) => {
  expect(bindingsIn(place).some((binding) => binding.keys.includes('esc'))).toBe(true)
  expect(bindingsIn(place).some((binding) => binding.keys.includes('ctrl-c'))).toBe(true)
})

it('names every key in the help', async () => {
  const help = await textOf(keys(scene(120, 260), 'esc', '?').state)
  for (const { keys, command } of ALL.flatMap(commandsOf))
    expect(help).toMatch(
      new RegExp(`${[...keys].map(keyName).map(escaped).join(' ')} +${escaped(command.description)}`),
    )
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
