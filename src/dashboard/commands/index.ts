// All commands, and which of them a key runs in each place.

import { topOf } from '../state/change.ts'
import type { State } from '../state/state.ts'
import { browseCommands } from './browse.ts'
import { ALSO, type Command, type Place } from './command.ts'
import { composeCommands } from './compose.ts'
import { formCommands } from './fill-form.ts'
import { findCommands } from './find.ts'
import { inspectorCommands } from './inspect.ts'
import { clockCommands, menuCommands, terminalCommands } from './menus.ts'
import { overlayCommands } from './on-top.ts'
import { recordCommands } from './record.ts'
import { talkCommands } from './talk.ts'
import { trafficCommands } from './traffic.ts'

export const COMMANDS: Readonly<Record<string, Command>> = {
  ...composeCommands,
  ...talkCommands,
  ...trafficCommands,
  ...overlayCommands,
  ...browseCommands,
  ...findCommands,
  ...menuCommands,
  ...inspectorCommands,
  ...clockCommands,
  ...recordCommands,
  ...formCommands,
  ...terminalCommands,
}

/** The place that gets the keys now. */
export function placeOf(state: State): Place {
  return topOf(state)?.kind ?? (state.find ? 'find' : state.focus)
}

export interface Binding {
  keys: readonly string[]
  command: Command
}

/** Returns the commands of one place alone. */
export const commandsOf = (place: Place): Binding[] =>
  Object.values(COMMANDS).flatMap((command) => {
    const keys = command.keys[place]
    return keys ? [{ keys, command }] : []
  })

/** Returns the commands that work in a place, its own first. */
export const bindingsIn = (place: Place): Binding[] =>
  [place, ...(ALSO[place] ?? []), 'anywhere' as const].flatMap(commandsOf)

export const commandFor = (place: Place, key: string): Command | undefined =>
  bindingsIn(place).find(({ keys }) => keys.includes(key === ' ' ? 'space' : key))?.command
