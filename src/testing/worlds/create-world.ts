// Creates the users, bots, groups and channels of a world file by performing actions.

import type { Client } from '../../control/client/client.ts'
import { Problem } from '../../lib/problem.ts'
import { botIdIn } from '../../service/rules/names.ts'
import { botUsername, entriesIn, nameFromHandle, readWorld, type WorldFile } from './world-file.ts'

/** The results of the create actions, by the handle of the user, bot, group or channel. */
export type CreatedEntries = Record<string, unknown>

/** For each kind of entry, a function that returns its nth id. Supergroups and channels use `wide` (longer ids). */
export interface Ids extends Record<'users' | 'bots' | 'owners' | 'groups' | 'wide', (n: number) => number> {}

interface CreateWorldOptions {
  /** Handles of bots that already exist. These bots keep the profile that their programs have set. */
  existingBots?: ReadonlySet<string>
  ids?: Ids
}

type Kind = ReturnType<typeof entriesIn>[number]['kind']

type Fields = Readonly<Record<string, unknown>>

type Perform = (action: string, params: Record<string, unknown>) => unknown

export async function fillWorld(
  perform: Perform,
  file: WorldFile,
  { existingBots = new Set(), ids }: CreateWorldOptions = {},
) {
  const world = readWorld(file)
  const created: CreatedEntries = {}
  const entries = entriesIn(world)
  const usernames = new Set(entries.map(({ fields }) => String(fields?.username ?? '').toLowerCase()))
  const nextId =
    ids && createIdCounter(ids, new Set(entries.map(({ fields }) => fields?.id ?? idInToken(fields ?? {}))))
  if (world.clock?.frozen) await perform('freezeClock', {})
  if (world.clock?.at !== undefined) await perform('setClock', { at: world.clock.at })
  if (world.service) await perform('updateService', world.service)

  async function createEntry(kind: Kind, action: string, fields: Fields) {
    const id =
      fields.id ?? idInToken(fields) ?? nextId?.(kind === 'channels' || fields.type === 'supergroup' ? 'wide' : kind)
    const all = { ...fields, id }
    if (kind !== 'bots') return perform(action, all)
    const isExisting = existingBots.has(String(fields.handle))
    if (!ids && !isExisting) return perform(action, all)
    const owner = fields.owner ?? (await createOwner(perform, fields, nextId?.('owners')))
    return isExisting ? resetBot(perform, { ...fields, owner }) : perform(action, { ...all, owner })
  }

  for (const { kind, action, name, handle, fields } of entries) {
    const all = {
      handle,
      [name]: nameFromHandle(handle),
      ...(kind === 'bots' && usernameFor(handle, usernames)),
      ...fields,
    }
    created[handle] = await withEntryInError(`world.${kind}.${handle}`, () => createEntry(kind, action, all))
  }
  return created
}

const idInToken = ({ token }: Fields) => (token === undefined ? undefined : botIdIn(token))

function createIdCounter(ids: Ids, usedIds: ReadonlySet<unknown>) {
  const next: Record<keyof Ids, number> = { users: 0, bots: 0, owners: 0, groups: 0, wide: 0 }
  return (kind: keyof Ids): number => {
    let id = ids[kind](next[kind]++)
    while (usedIds.has(id)) id = ids[kind](next[kind]++)
    return id
  }
}

/** Resets the emulator and recreates the world. The bots keep their tokens, so that their programs stay connected. */
export async function refillWorld({ view, perform }: Client, world: WorldFile) {
  const tokens = new Map((await view('/bots')).map(({ handle, token }) => [handle, token]))
  await perform('reset')
  const bots = Object.entries(world.bots ?? {}).map(([handle, fields]) => {
    const token = tokens.get(handle)
    return [handle, token === undefined ? fields : { ...fields, token }]
  })
  await fillWorld(perform, { ...world, bots: Object.fromEntries(bots) })
}

async function withEntryInError(entry: string, create: () => unknown): Promise<unknown> {
  try {
    return await create()
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unreachable') throw error
    throw new Problem(error.code, `${entry}: ${error.message}`, error.hint, error.details)
  }
}

async function createOwner(perform: Perform, { first_name }: Fields, id?: number): Promise<unknown> {
  return ((await perform('createUser', { id, first_name: `${first_name} owner` })) as { id: number }).id
}

/** Resets the bot except its name and profile, because the bot's program sets those only when it starts. */
const resetBot = (perform: Perform, { handle, id, token, first_name, username, ...fields }: Fields) =>
  perform('updateBot', { ...BOT_FLAGS, bot: handle, ...fields })

export const BOT_FLAGS = {
  verified: false,
  accepted_terms: true,
  can_join_groups: true,
  can_read_all_group_messages: true,
  suspended: false,
}

function usernameFor(handle: string, usedNames: ReadonlySet<string>): Fields {
  const username = botUsername(handle)
  return usedNames.has(username.toLowerCase()) ? {} : { username }
}
