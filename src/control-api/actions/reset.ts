// reset: takes everything away, or one layer, of all or of one bot.

import * as z from 'zod'
import { botNamed } from '../../messenger/users/named.ts'
import { emptyReplacement } from '../../messenger/whole-world/empty-replacement.ts'
import { LAYERS, reset as resetWorld } from '../../messenger/whole-world/reset-world.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const reset = action({
  name: 'reset',
  summary: 'Empties the world, or takes away messages, waiting updates or faults, of everybody or of one bot.',
  params: z.strictObject({ layer: z.enum(LAYERS).default('all'), bot: p.ref.optional() }),
  result: 'Done',
  prepare: (world, { layer, bot }) => (layer === 'all' && bot === undefined ? emptyReplacement(world) : undefined),
  run(tx, { layer, bot }, empty) {
    resetWorld(tx, layer, bot === undefined ? undefined : botNamed(tx, bot), empty)
    return true
  },
})
