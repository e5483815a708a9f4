// Every command that a key can give, by its name: from one state to the next.

import type { State } from '../state/state.ts'

import { redo, undo } from '../state/undo.ts'
import * as browse from './browse.ts'
import * as clock from './clock.ts'
import * as compose from './compose.ts'
import * as form from './form.ts'
import * as inspect from './inspect.ts'
import * as menus from './menus.ts'
import * as overlay from './overlay.ts'
import * as record from './record.ts'
import * as see from './see.ts'
import * as talk from './talk.ts'
import * as traffic from './traffic.ts'

export const COMMANDS = {
  ...compose,
  ...browse,
  ...talk,
  ...menus,
  ...overlay,
  ...form,
  ...see,
  ...traffic,
  ...inspect,
  ...record,
  ...clock,
  undo,
  redo,
} satisfies Record<string, (state: State) => State>

export type CommandName = keyof typeof COMMANDS
