// A world written down: who and what there is at the beginning, put in place by actions.

import * as z from 'zod'
import type { Perform } from '../client/perform.ts'

const params = z.record(z.string(), z.unknown())
const byHandle = z.record(z.string(), z.union([params, z.null()])).default({})

export const worldSchema = z.strictObject({
  service: params.optional(),
  clock: z.strictObject({ at: z.number().optional(), frozen: z.boolean().optional() }).optional(),
  users: byHandle,
  bots: byHandle,
  groups: byHandle,
  channels: byHandle,
})

export type WorldFile = z.input<typeof worldSchema>

/** The kinds of things, in the order in which they can name one another. */
const KINDS = [
  ['users', 'createUser', 'first_name'],
  ['bots', 'createBot', 'first_name'],
  ['groups', 'createGroup', 'title'],
  ['channels', 'createChannel', 'title'],
] as const

export async function layOut(perform: Perform, file: WorldFile) {
  const world = worldSchema.parse(file, { jitless: true })
  if (world.clock?.frozen) await perform('freezeClock', {})
  if (world.clock?.at !== undefined) await perform('setClock', { at: world.clock.at })
  if (world.service) await perform('updateService', world.service)
  for (const [kind, action, name] of KINDS) {
    for (const [handle, given] of Object.entries(world[kind])) {
      await perform(action, { handle, [name]: titled(handle), ...given })
    }
  }
}

/** Who is given no name has the handle for one. */
const titled = (handle: string) => handle.charAt(0).toUpperCase() + handle.slice(1)
