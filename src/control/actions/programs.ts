// The actions restartProgram and repeatUpdate.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { queueUpdate } from '../../service/messenger/updates/update-queue.ts'
import { requireBot } from '../../service/messenger/users/find-by-ref.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const programs = {
  restartProgram: action({
    summary: "Restarts a bot's process that `start --bot` runs.",
    params: z.strictObject({ bot: p.bot }),
    result: 'Done',
    example: { bot: 'greeter' },
    recorded: false,
    undoable: false,
    run(tx, { bot: ref }, _, { programs }) {
      const bot = requireBot(tx, ref)
      programs.requireRestart(bot.id, bot.first_name)()
    },
  }),
  repeatUpdate: action({
    summary: 'Sends an update from the event log to a bot again, with a new id.',
    params: z.strictObject({ bot: p.bot, update_id: z.int().min(1).describe('The id of the update to send again.') }),
    result: 'RepeatedUpdate',
    example: { bot: 'greeter', update_id: 1 },
    recorded: false,
    undoable: false,
    run(tx, { bot: ref, update_id }) {
      const bot = requireBot(tx, ref)
      const past = tx.log
        .since(0, Number.POSITIVE_INFINITY)
        .entries.findLast((one) => one.type === 'update' && one.bot === bot.id && one.update_id === update_id)
      if (past?.type !== 'update') {
        const message = `The event log does not contain update ${update_id} for ${bot.first_name}.`
        const hint =
          'The event log keeps only the newest events of the current world. Repeat the action that caused the update.'
        throw new Problem('no-such-update', message, hint)
      }
      const newId = queueUpdate(tx, bot, past.update_type, () => JSON.parse(past.body)[past.update_type])
      if (newId !== undefined) return { update_id: newId }
      const message = `${bot.first_name} no longer asks for updates of the type ${past.update_type}.`
      const hint = `Add ${past.update_type} to the bot's allowed_updates.`
      throw new Problem('filtered-update', message, hint)
    },
  }),
}
