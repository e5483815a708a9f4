// Every command that a key can give, by its name: from one state to the next.

import type { State } from '../state/state.ts'
import { redo, undo } from '../state/undo.ts'
import * as browse from './browse.ts'
import * as clock from './clock.ts'
import * as compose from './compose.ts'
import * as fillForm from './fill-form.ts'
import * as find from './find.ts'
import * as inspect from './inspect.ts'
import * as menus from './menus.ts'
import * as onTop from './on-top.ts'
import * as record from './record.ts'
import * as talk from './talk.ts'
import * as terminal from './terminal.ts'
import * as traffic from './traffic.ts'

export const COMMANDS = {
  ...compose,
  ...browse,
  ...talk,
  ...menus,
  ...onTop,
  ...fillForm,
  ...find,
  ...terminal,
  ...traffic,
  ...inspect,
  ...record,
  ...clock,
  undo,
  redo,
} satisfies Record<string, (state: State) => State>

export type CommandName = keyof typeof COMMANDS
