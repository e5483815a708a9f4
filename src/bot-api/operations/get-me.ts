// getMe: the bot's own User.

import * as z from 'zod'
import { presentMe } from '../../messenger/users/present-user.ts'
import { operation } from './operation.ts'

export const getMe = operation({
  name: 'getMe',
  summary: "The bot's own User.",
  params: z.object({}),
  result: 'BotUser',
  run: (_tx, bot) => presentMe(bot),
})
