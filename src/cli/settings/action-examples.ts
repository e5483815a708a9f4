// Example commands for actions, with the people and bots of the default world.

import type { ActionDescription } from '../../control/contract/service.ts'
import { flagsOf } from './action-flags.ts'

export function exampleOf(action: ActionDescription): string {
  const { name, example } = action
  const flags = flagsOf(action).filter((flag) => flag.name in example)
  return ['npx bot-emulator do', name, ...flags.map((flag) => `${flag.flag} ${wordFor(example[flag.name])}`)].join(' ')
}

/** Writes a value as one word of a command: a list with commas, rights by their names, a file by its name. */
function wordFor(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object' && value !== null)
    return 'name' in value ? String(value.name) : Object.keys(value).join(',')
  const text = String(value)
  return text.includes(' ') ? `"${text}"` : text
}
