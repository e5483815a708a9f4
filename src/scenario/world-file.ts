// A world written down: who and what there is at the beginning.

import * as z from 'zod'
import { didYouMean } from '../lib/compare/nearest.ts'
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

/** The kinds of things, in the order in which they can name one another. */
const KINDS = [
  ['users', 'createUser', 'first_name'],
  ['bots', 'createBot', 'first_name'],
  ['groups', 'createGroup', 'title'],
  ['channels', 'createChannel', 'title'],
] as const

/** Everybody and everything in a world, each with the action that creates it and what its name is called there. */
export const entriesIn = (world: WorldFile) =>
  KINDS.flatMap(([kind, action, name]) =>
    Object.entries(world[kind] ?? {}).map(([handle, fields]) => ({ kind, action, name, handle, fields })),
  )

export const handlesIn = (world: WorldFile): string[] => entriesIn(world).map(({ handle }) => handle)

/** Libraries ask a bot for its username, and some do not start without one. */
export const botUsername = (handle: string) => `${handle.replace(/\W/g, '_')}_bot`

/** What a program gives has no lines to name. */
export function readWorld(file: WorldFile): z.output<typeof worldSchema> {
  const parsed = worldSchema.safeParse(file, { jitless: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const at = ['world', ...(issue?.path ?? [])].join('.')
  const [stray] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  if (stray !== undefined) {
    throw new Problem('bad-world', `${at} has no "${stray}".`, didYouMean(stray, Object.keys(worldSchema.shape)))
  }
  throw new Problem(
    'bad-world',
    `${at}: ${issue?.message}.`,
    'A world has service, clock, users, bots, groups and channels.',
  )
}

/** Whoever has no name is called by the handle. */
export const titled = (handle: string) => handle.charAt(0).toUpperCase() + handle.slice(1)

/** The world of a first start: somebody to talk to at once. */
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
