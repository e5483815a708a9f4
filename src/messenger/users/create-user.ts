// New people and bots.

import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { updateIdFloor } from '../updates/update-ids.ts'
import type { Tx } from '../world.ts'
import { newHandle, requireFreeUsername } from './handles.ts'
import { newToken, newUserId } from './new-id.ts'

export interface NewUser {
  handle?: string | undefined
  id?: number | undefined
  first_name: string
  last_name?: string | undefined
  username?: string | undefined
  language_code?: string | undefined
  devices?: number | undefined
}

export function createUser(tx: Tx, given: NewUser, is_bot: 0 | 1 = 0): UserRow {
  if (given.username !== undefined) requireFreeUsername(tx, given.username)
  const row: UserRow = {
    id: newUserId(tx, given.id),
    handle: newHandle(tx, given.handle, given.username ?? given.first_name),
    is_bot,
    first_name: given.first_name,
    last_name: given.last_name ?? null,
    username: given.username ?? null,
    language_code: given.language_code ?? null,
    devices: given.devices ?? 1,
    deleted: 0,
  }
  tx.store.users.insert(row)
  tx.emit({ type: 'user', user: row.id })
  return row
}

export interface NewBot extends Omit<NewUser, 'language_code' | 'devices' | 'last_name'> {
  token?: string | undefined
  owner?: UserRow | undefined
  verified: boolean
  accepted_terms: boolean
  can_join_groups: boolean
  can_read_all_group_messages: boolean
}

export function createBot(tx: Tx, given: NewBot): BotRow {
  const { handle, id, first_name, username } = given
  const user = createUser(tx, { handle, id, first_name, username, devices: 0 }, 1)
  const owner = given.owner ?? createUser(tx, { handle: undefined, first_name: `${first_name} owner` })
  tx.store.bots.insert(user.id, {
    token: newToken(tx, given.token, user.id),
    owner: owner.id,
    verified: given.verified ? 1 : 0,
    accepted_terms: given.accepted_terms ? 1 : 0,
    suspended: 0,
    can_join_groups: given.can_join_groups ? 1 : 0,
    can_read_all_group_messages: given.can_read_all_group_messages ? 1 : 0,
    last_update_id: updateIdFloor(tx),
  })
  return tx.store.bots.byId(user.id)!
}
