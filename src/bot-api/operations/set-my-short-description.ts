// setMyShortDescription: what the bot's profile and public page say.

import * as z from 'zod'
import { changeProfile } from '../../messenger/profile/profile.ts'
import { LIMITS } from '../../spec/limits.ts'
import { points } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const setMyShortDescription = operation({
  name: 'setMyShortDescription',
  summary: "Changes the text of the bot's profile and public page; left out or empty, it goes.",
  params: z.object({ short_description: points(0, LIMITS.shortDescriptionPoints).optional() }),
  result: 'Done',
  ignores: ['language_code'],
  run(tx, bot, { short_description = '' }) {
    changeProfile(tx, bot, { short_description })
    return true
  },
})
