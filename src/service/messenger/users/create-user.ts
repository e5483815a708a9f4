// Creates people and bots.

import { botIdIn } from '../../rules/names.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { updateIdFloor } from '../updates/update-queue.ts'
import type { Tx } from '../world.ts'
import { newHandle, newToken, newUserId, requireFreeUsername } from './new-names.ts'

export interface NewUser {
  handle?: string | undefined
  id?: number | undefined
  first_name: string
  last_name?: string | undefined
  username?: string | undefined
  language_code?: string | undefined
  devices?: number | undefined
}

export function createUser(tx: Tx, fields: NewUser, is_bot: 0 | 1 = 0): UserRow {
  requireFreeUsername(tx, fields.username)
  const row: UserRow = {
    id: newUserId(tx, fields.id),
    handle: newHandle(tx, fields.handle, fields.username ?? fields.first_name),
    is_bot,
    first_name: fields.first_name,
    last_name: fields.last_name ?? null,
    username: fields.username ?? null,
    language_code: fields.language_code ?? null,
    devices: fields.devices ?? 1,
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

export function createBot(tx: Tx, fields: NewBot): BotRow {
  const { handle, first_name, username, token } = fields
  const id = fields.id ?? freeIdIn(tx, token)
  const user = createUser(tx, { handle, id, first_name, username, devices: 0 }, 1)
  const owner = fields.owner ?? createUser(tx, { handle: undefined, first_name: `${first_name} owner` })
  tx.store.bots.insert(user.id, {
    token: newToken(tx, token, user.id),
    owner: owner.id,
    verified: fields.verified ? 1 : 0,
    accepted_terms: fields.accepted_terms ? 1 : 0,
    suspended: 0,
    can_join_groups: fields.can_join_groups ? 1 : 0,
    can_read_all_group_messages: fields.can_read_all_group_messages ? 1 : 0,
    last_update_id: updateIdFloor(tx),
  })
  return tx.store.bots.getOrThrow(user.id)
}

function freeIdIn(tx: Tx, token: string | undefined): number | undefined {
  const id = botIdIn(token)
  return id === undefined || tx.store.users.byId(id) ? undefined : id
}
