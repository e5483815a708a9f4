// setMyName: the name people see.

import * as z from 'zod'
import { trimmed } from '../../lib/text.ts'
import { renameBot } from '../../messenger/profile/profile.ts'
import { LIMITS } from '../../spec/limits.ts'
import { points } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const setMyName = operation({
  name: 'setMyName',
  summary: "Changes the bot's name; language_code is ignored.",
  params: z.object({ name: z.string().overwrite(trimmed).pipe(points(1, LIMITS.namePoints)) }),
  /** The table of letters that look alike is large, and wanted here alone. */
  result: 'Done',
  prepare: () => import('../../messenger/profile/reserved-name.ts'),
  ignores: ['language_code'],
  run(tx, bot, { name }, { requireUnreservedName }) {
    requireUnreservedName(tx, bot, name)
    renameBot(tx, bot, name)
    return true
  },
})
