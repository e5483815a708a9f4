// A world written down: who and what there is at the beginning, put in place by actions.

import * as z from 'zod'
import type { Perform } from '../client/perform.ts'
import { Problem } from '../lib/problem.ts'

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

/** What was made, by handle. */
export type LaidOut = Record<string, unknown>

/** The kinds of things, in the order in which they can name one another. */
export const KINDS = [
  ['users', 'createUser', 'first_name'],
  ['bots', 'createBot', 'first_name'],
  ['groups', 'createGroup', 'title'],
  ['channels', 'createChannel', 'title'],
] as const

/** Bots that are there already, by handle, stay as they have made themselves. */
export async function layOut(perform: Perform, file: WorldFile, present: ReadonlySet<string> = new Set()) {
  const world = worldSchema.parse(file, { jitless: true })
  const created: LaidOut = {}
  if (world.clock?.frozen) await perform('freezeClock', {})
  if (world.clock?.at !== undefined) await perform('setClock', { at: world.clock.at })
  if (world.service) await perform('updateService', world.service)
  for (const [kind, action, name] of KINDS) {
    for (const [handle, fields] of Object.entries(world[kind])) {
      const isThere = kind === 'bots' && present.has(handle)
      created[handle] = await named(`world.${kind}.${handle}`, () =>
        isThere
          ? createBot(perform, handle, fields ?? {})
          : perform(action, { handle, [name]: titled(handle), ...fields }),
      )
    }
  }
  return created
}

/** A refusal says which entry it is of. */
async function named(entry: string, put: () => unknown): Promise<unknown> {
  try {
    return await put()
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unreachable') throw error
    throw new Problem(error.code, `${entry}: ${error.message}`, error.hint, error.details)
  }
}

/** What a bot says of itself, its name among it, it says once, when it starts. */
async function createBot(perform: Perform, bot: string, fields: Record<string, unknown>) {
  const { id, token, first_name, username, owner, ...flags } = fields
  const own =
    owner ?? ((await perform('createUser', { first_name: `${first_name ?? titled(bot)} owner` })) as Created).id
  return perform('updateBot', { ...BOT_FLAGS, bot, owner: own, ...flags })
}

interface Created {
  id: number
}

const BOT_FLAGS = {
  verified: false,
  accepted_terms: true,
  can_join_groups: true,
  can_read_all_group_messages: true,
  suspended: false,
}

/** Who is given no name has the handle for one. */
export const titled = (handle: string) => handle.charAt(0).toUpperCase() + handle.slice(1)
