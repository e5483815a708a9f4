// The operations getMe, setMyCommands, setMyName, setMyDescription and setMyShortDescription.

import * as z from 'zod'
import { trim } from '../../../lib/text.ts'
import { changeProfile, renameBot } from '../../messenger/profile.ts'
import { presentMe } from '../../messenger/users/present-user.ts'
import { LIMITS } from '../../rules/limits.ts'
import { botCommand, jsonText, textOfLength } from '../../rules/params.ts'
import { operation } from './operation.ts'

export const profile = {
  getMe: operation({
    summary: 'Returns the bot itself as a User.',
    params: z.object({}),
    result: 'BotUser',
    housekeeping: true,
    run: (_tx, bot) => presentMe(bot),
  }),
  setMyCommands: operation({
    summary: "Replaces the bot's command list; scope and language_code are ignored.",
    params: z.object({ commands: jsonText(z.array(botCommand).max(LIMITS.commands)) }),
    result: 'Done',
    housekeeping: true,
    ignores: ['scope', 'language_code'],
    run(tx, bot, { commands }) {
      changeProfile(tx, bot, { commands: JSON.stringify(commands) })
      return true
    },
  }),
  setMyName: operation({
    summary: "Changes the bot's name; language_code is ignored.",
    params: z.object({ name: z.string().overwrite(trim).pipe(textOfLength(1, LIMITS.namePoints)) }),
    result: 'Done',
    refusals: ['reservedName'],
    housekeeping: true,
    // Loads the tables of look-alike letters only for the first new name, because they would slow the start.
    prepare: () => import('../../messenger/reserved-name.ts'),
    ignores: ['language_code'],
    run(tx, bot, { name }, { requireUnreservedName }) {
      requireUnreservedName(tx, bot, name)
      renameBot(tx, bot, name)
      return true
    },
  }),
  setMyDescription: operation({
    summary: 'Changes the text that people read before they start the bot. Without a text, removes it.',
    params: z.object({ description: textOfLength(0, LIMITS.descriptionPoints).optional() }),
    result: 'Done',
    housekeeping: true,
    ignores: ['language_code'],
    run(tx, bot, { description = '' }) {
      changeProfile(tx, bot, { description })
      return true
    },
  }),
  setMyShortDescription: operation({
    summary: "Changes the text in the bot's profile and on its public page. Without a text, removes it.",
    params: z.object({ short_description: textOfLength(0, LIMITS.shortDescriptionPoints).optional() }),
    result: 'Done',
    housekeeping: true,
    ignores: ['language_code'],
    run(tx, bot, { short_description = '' }) {
      changeProfile(tx, bot, { short_description })
      return true
    },
  }),
}
