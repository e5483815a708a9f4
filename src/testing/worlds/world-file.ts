// The schema of world files, and the default world.

import * as z from 'zod'
import { momentText } from '../../control/contract/time.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'

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

/** Users and bots are created first, because groups and channels refer to them. */
const KINDS = [
  ['users', 'createUser', 'first_name'],
  ['bots', 'createBot', 'first_name'],
  ['groups', 'createGroup', 'title'],
  ['channels', 'createChannel', 'title'],
] as const

export const CREATE_ACTIONS: ReadonlyMap<string, string> = new Map(KINDS.map(([kind, action]) => [action, kind]))

/** Returns the parameter that holds the name of an entry: `first_name` for users and bots, `title` for chats. */
export const displayNameOf = (create: string): string =>
  KINDS.find(([, action]) => action === create)?.[2] ?? 'first_name'

export const entriesIn = (world: WorldFile) =>
  KINDS.flatMap(([kind, action, name]) =>
    Object.entries(world[kind] ?? {}).map(([handle, fields]) => ({ kind, action, name, handle, fields })),
  )

export const handlesIn = (world: WorldFile): string[] => entriesIn(world).map(({ handle }) => handle)

/** Returns the username of a bot without a given username, because some bot libraries need a username to start. */
export const botUsername = (handle: string) => `${handle.replace(/\W/g, '_')}_bot`

/** Validates a world. The error names the keys, such as `world.users.alice`, because no file name is available. */
export function readWorld(file: WorldFile): z.output<typeof worldSchema> {
  const parsed = worldSchema.safeParse(file, { jitless: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const at = ['world', ...(issue?.path ?? [])].join('.')
  const [unknownKey] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  if (unknownKey === undefined) {
    const hint = 'A world can have the keys service, clock, users, bots, groups and channels.'
    throw new Problem('bad-world', `${at}: ${issue?.message}.`, hint)
  }
  const hint = didYouMean(unknownKey, Object.keys(worldSchema.shape))
  throw new Problem('bad-world', `${at} does not take "${unknownKey}".`, hint)
}

export const nameFromHandle = (handle: string) => handle.charAt(0).toUpperCase() + handle.slice(1)

/** The world of a new emulator, and of scenario files without a world. */
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

/** Returns the world. If it has no users, bots and chats, adds those of the default world, and keeps its settings. */
export const playedWorld = (world: WorldFile): WorldFile =>
  handlesIn(world).length ? world : { ...world, ...DEFAULT_WORLD }
