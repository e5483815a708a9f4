// setMyName: the name people see.

import { z } from 'zod'
import { LIMITS } from '../spec/limits.ts'
import { points } from '../spec/params.ts'
import { renameBot } from '../world/profile.ts'
import { requireUnreservedName } from '../world/reserved-name.ts'
import { operation } from './operation.ts'

export const setMyName = operation({
  name: 'setMyName',
  summary: "Changes the bot's name; language_code is ignored.",
  params: z.object({ name: z.string().trim().pipe(points(1, LIMITS.namePoints)) }),
  run(world, bot, { name }) {
    requireUnreservedName(world, bot, name)
    renameBot(world, bot, name)
    return true
  },
})
