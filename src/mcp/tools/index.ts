// The list of tools: at most eight, because each description costs tokens.

import type { Tool } from '../tool.ts'
import { act } from './act.ts'
import { describe } from './describe.ts'
import { calls, chat, object, status, view, wait } from './read-only.ts'

export const TOOLS: readonly Tool[] = [status, calls, chat, act, describe, wait, view, object]
