// The schema of world files, and the default world.

import * as z from 'zod'
import { momentText } from '../contract/time.ts'
import { didYouMean } from '../lib/compare/nearest.ts'
import { Problem } from '../lib/problem.ts'

const params = z.record(z.string(), z.unknown())
const byHandle = z.record(z.string(), z.union([params, z.null()])).default({})

export const worldSchema = z.strictObject({
  service: params.optional(),
  clock: z
    .strictObject({ at: z.union([z.number(), momentText]).optional(), frozen: z.boolean().optional() })
    .optional(),
  users: byHandle,
  bots: byHandle,
  groups: byHandle,
  channels: byHandle,
})

export type WorldFile = z.input<typeof worldSchema>

/**
 * The kinds of entries, each with the action that creates it and the parameter for its name. Users and bots are created
 * first, because groups and channels refer to them.
 */
const KINDS = [
  ['users', 'createUser', 'first_name'],
  ['bots', 'createBot', 'first_name'],
  ['groups', 'createGroup', 'title'],
  ['channels', 'createChannel', 'title'],
] as const

/**
 * Returns all entries of a world, each with the action that creates it and the parameter of that action that sets the
 * name.
 */
export const entriesIn = (world: WorldFile) =>
  KINDS.flatMap(([kind, action, name]) =>
    Object.entries(world[kind] ?? {}).map(([handle, fields]) => ({ kind, action, name, handle, fields })),
  )

export const handlesIn = (world: WorldFile): string[] => entriesIn(world).map(({ handle }) => handle)

/** Returns a default username for a bot: some bot libraries do not start without one. */
export const botUsername = (handle: string) => `${handle.replace(/\W/g, '_')}_bot`

/**
 * Validates a world. If it is invalid, throws a Problem that names the path of the keys, such as `world.users.alice`,
 * because the line in a file is not known here.
 */
export function readWorld(file: WorldFile): z.output<typeof worldSchema> {
  const parsed = worldSchema.safeParse(file, { jitless: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const at = ['world', ...(issue?.path ?? [])].join('.')
  const [unknownKey] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  if (unknownKey !== undefined) {
    throw new Problem(
      'bad-world',
      `${at} has no "${unknownKey}".`,
      didYouMean(unknownKey, Object.keys(worldSchema.shape)),
    )
  }
  throw new Problem(
    'bad-world',
    `${at}: ${issue?.message}.`,
    'A world has service, clock, users, bots, groups and channels.',
  )
}

/** Returns the default name of an entry: its handle with a capital letter. */
export const nameFromHandle = (handle: string) => handle.charAt(0).toUpperCase() + handle.slice(1)

/**
 * The world of a new emulator, and of scenario files without a world, so that there are people and a bot to try at
 * once.
 */
export const DEFAULT_WORLD: WorldFile = {
  users: {
    alice: { first_name: 'Alice', username: 'alice', language_code: 'en' },
    bob: { first_name: 'Bob', language_code: 'en' },
    carol: { first_name: 'Carol', last_name: 'Jones', language_code: 'de' },
  },
  bots: { greeter: { first_name: 'Greeter', username: 'greeter_bot', owner: 'alice' } },
  groups: { team: { title: 'Team', owner: 'alice', members: ['bob', 'carol', 'greeter'] } },
  channels: {
    news: { title: 'News', username: 'news', owner: 'alice', subscribers: ['bob', 'carol'], comments: true },
  },
}
