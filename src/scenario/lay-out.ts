// Puts a world that is written down in place, by actions.

import type { Client } from '../client/client.ts'
import { Problem } from '../lib/problem.ts'
import { botUsername, entriesIn, readWorld, titled, type WorldFile } from './world-file.ts'

/** What actions have answered, by handle. */
export type LaidOut = Record<string, unknown>

/** The id of the nth of a kind, for whoever names none; supergroups and channels are wide. */
export interface Ids extends Record<'users' | 'bots' | 'owners' | 'groups' | 'wide', (n: number) => number> {}

interface LayOut {
  /** Bots that are there already, by handle, stay as their programs have set them. */
  present?: ReadonlySet<string>
  ids?: Ids
}

type Kind = ReturnType<typeof entriesIn>[number]['kind']

type Fields = Readonly<Record<string, unknown>>

/** How an action is performed, wherever the emulator is. */
type Perform = (action: string, params: Record<string, unknown>) => unknown

export async function layOut(perform: Perform, file: WorldFile, { present = new Set(), ids }: LayOut = {}) {
  const world = readWorld(file)
  const created: LaidOut = {}
  const entries = entriesIn(world)
  const usernames = new Set(entries.map(({ fields }) => String(fields?.username ?? '').toLowerCase()))
  const nextId = ids && counting(ids, new Set(entries.map(({ fields }) => fields?.id)))
  if (world.clock?.frozen) await perform('freezeClock', {})
  if (world.clock?.at !== undefined) await perform('setClock', { at: world.clock.at })
  if (world.service) await perform('updateService', world.service)

  async function put(kind: Kind, action: string, fields: Fields) {
    const id = fields.id ?? nextId?.(kind === 'channels' || fields.type === 'supergroup' ? 'wide' : kind)
    const all = { ...fields, id }
    if (kind !== 'bots') return perform(action, all)
    const isThere = present.has(String(fields.handle))
    if (!ids && !isThere) return perform(action, all)
    const owner = fields.owner ?? (await createOwner(perform, fields, nextId?.('owners')))
    return isThere ? renewBot(perform, { ...fields, owner }) : perform(action, { ...all, owner })
  }

  for (const { kind, action, name, handle, fields } of entries) {
    const all = { handle, [name]: titled(handle), ...(kind === 'bots' && usernameFor(handle, usernames)), ...fields }
    created[handle] = await named(`world.${kind}.${handle}`, () => put(kind, action, all))
  }
  return created
}

/** Ids that a world names itself are left to whom it names. */
function counting(ids: Ids, taken: ReadonlySet<unknown>) {
  const next: Record<keyof Ids, number> = { users: 0, bots: 0, owners: 0, groups: 0, wide: 0 }
  return (kind: keyof Ids): number => {
    let id = ids[kind](next[kind]++)
    while (taken.has(id)) id = ids[kind](next[kind]++)
    return id
  }
}

/** In place of all that there is; bots that were there keep their tokens, so that their programs go on. */
export async function layOutAgain({ view, perform }: Client, world: WorldFile) {
  const tokens = new Map((await view('/bots')).map(({ handle, token }) => [handle, token]))
  await perform('reset')
  const bots = Object.entries(world.bots ?? {}).map(([handle, fields]) => {
    const token = tokens.get(handle)
    return [handle, token === undefined ? fields : { ...fields, token }]
  })
  await layOut(perform, { ...world, bots: Object.fromEntries(bots) })
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

/** The service makes somebody who owns a bot, where nobody is named. */
async function createOwner(perform: Perform, { first_name }: Fields, id?: number): Promise<unknown> {
  return ((await perform('createUser', { id, first_name: `${first_name} owner` })) as { id: number }).id
}

/** What a bot says of itself, its name among it, it says once, when it starts. */
const renewBot = (perform: Perform, { handle, id, token, first_name, username, ...fields }: Fields) =>
  perform('updateBot', { ...BOT_FLAGS, bot: handle, ...fields })

/** As they are of a new bot. */
export const BOT_FLAGS = {
  verified: false,
  accepted_terms: true,
  can_join_groups: true,
  can_read_all_group_messages: true,
  suspended: false,
}

function usernameFor(handle: string, taken: ReadonlySet<string>): Fields {
  const username = botUsername(handle)
  return taken.has(username.toLowerCase()) ? {} : { username }
}
