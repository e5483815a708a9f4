// Every tool for an agent, one line each: at most eight, since each costs every conversation its description.

import type { Tool } from '../tool.ts'
import { act } from './act.ts'
import { describe } from './describe.ts'
import { calls, chat, object, status, view, wait } from './look.ts'

export const TOOLS: readonly Tool[] = [status, calls, chat, act, describe, wait, view, object]
