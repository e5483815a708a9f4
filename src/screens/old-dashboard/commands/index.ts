// All commands of the dashboard, and their lookup by context and key.

import { browseCommands } from './browse.ts'
import { type Command, INHERITED_CONTEXTS, type KeyContext } from './command.ts'
import { composeCommands } from './compose.ts'
import { conversationCommands } from './conversation.ts'
import { formCommands } from './fill-form.ts'
import { findCommands } from './find.ts'
import { inspectorCommands } from './inspect.ts'
import { clockCommands, menuCommands, terminalCommands } from './menus.ts'
import { overlayCommands } from './overlays.ts'
import { recordCommands } from './record.ts'
import { replayCommands } from './replay.ts'
import { trafficCommands } from './traffic.ts'

export const COMMANDS: Readonly<Record<string, Command>> = {
  ...composeCommands,
  ...conversationCommands,
  ...trafficCommands,
  ...overlayCommands,
  ...browseCommands,
  ...findCommands,
  ...menuCommands,
  ...inspectorCommands,
  ...clockCommands,
  ...recordCommands,
  ...replayCommands,
  ...formCommands,
  ...terminalCommands,
}

export const commandsOf = (context: KeyContext) =>
  Object.values(COMMANDS).flatMap((command) => {
    const keys = command.keys[context]
    return keys ? [{ keys, command }] : []
  })

export const bindingsIn = (context: KeyContext) =>
  [context, ...(INHERITED_CONTEXTS[context] ?? []), ...(context === 'past' ? [] : ['anywhere' as const])].flatMap(
    commandsOf,
  )

export const commandFor = (context: KeyContext, key: string): Command | undefined =>
  bindingsIn(context).find(({ keys }) => keys.includes(key === ' ' ? 'space' : key))?.command
