// Every tool for an agent, one line each: at most eight, since each costs every conversation its description.

import type { Tool } from '../tool.ts'
import { act } from './act.ts'
import { calls } from './calls.ts'
import { chat } from './chat.ts'
import { describe } from './describe.ts'
import { object } from './object.ts'
import { status } from './status.ts'
import { view } from './view.ts'
import { wait } from './wait.ts'

export const TOOLS: readonly Tool[] = [status, calls, chat, act, describe, wait, view, object]
