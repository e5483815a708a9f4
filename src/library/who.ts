// Whoever is named: by id, @username or handle, or as anything that has an id.

import type { Values } from '../client/client.ts'
import { NAMING } from '../contract/naming.ts'

export type Ref = string | number
export type Who = Ref | { readonly id: number }

/** Parameters in which whoever is named may be an object. */
export type Naming<Params> = {
  [Name in keyof Params]: Ref extends Params[Name]
    ? Params[Name] | Who
    : Ref[] extends Params[Name]
      ? Params[Name] | readonly Who[]
      : Params[Name]
}

/** Whoever is named is named by an id; other parameters stay as they are. */
export const withIds = (params: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      NAMING.has(name) ? (Array.isArray(value) ? value.map(bare) : bare(value)) : value,
    ]),
  )

const bare = (value: unknown) => (typeof value === 'object' && value !== null ? refOf(value as Who) : value)

export const refOf = (who: Who): Ref => (typeof who === 'object' ? who.id : who)
