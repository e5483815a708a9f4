// setMyDescription: what people read before they start the bot.

import * as z from 'zod'
import { changeProfile } from '../../messenger/profile/profile.ts'
import { LIMITS } from '../../spec/limits.ts'
import { points } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const setMyDescription = operation({
  name: 'setMyDescription',
  summary: 'Changes what people read before they start the bot; left out or empty, it goes.',
  params: z.object({ description: points(0, LIMITS.descriptionPoints).optional() }),
  result: 'Done',
  ignores: ['language_code'],
  run(tx, bot, { description = '' }) {
    changeProfile(tx, bot, { description })
    return true
  },
})
