// setMyCommands: replaces the bot's command list.

import * as z from 'zod'
import { changeProfile } from '../../messenger/profile/profile.ts'
import { LIMITS } from '../../spec/limits.ts'
import { botCommand, jsonText } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const setMyCommands = operation({
  name: 'setMyCommands',
  summary: "Replaces the bot's command list; scope and language_code are ignored.",
  params: z.object({ commands: jsonText(z.array(botCommand).max(LIMITS.commands)) }),
  result: 'Done',
  ignores: ['scope', 'language_code'],
  run(tx, bot, { commands }) {
    changeProfile(tx, bot, { commands: JSON.stringify(commands) })
    return true
  },
})
