// The list of tools, whose number and length are limited, because each description costs tokens.

import type { Tool } from '../tool.ts'
import { act, say } from './act.ts'
import { start, stop } from './emulator.ts'
import { describe, explain } from './explain.ts'
import { calls, chat, object, status, view, wait } from './read-only.ts'
import { record } from './record.ts'
import { explore, test } from './test.ts'

export const TOOLS: readonly Tool[] = [
  status,
  start,
  stop,
  say,
  calls,
  explain,
  chat,
  act,
  describe,
  wait,
  view,
  object,
  test,
  record,
  explore,
]
