// Whoever is named: by id, @username or handle, or as anything that has an id.

import type { Values } from '../client/client.ts'

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

/** People, bots and chats by their ids; other values stay as they are. */
export const withIds = (params: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.map(bare) : bare(value)]),
  )

function bare(value: unknown): unknown {
  const { id, handle } = (value ?? {}) as { id?: unknown; handle?: unknown }
  return typeof id === 'number' && typeof handle === 'string' ? id : value
}

export const refOf = (who: Who): Ref => (typeof who === 'object' ? who.id : who)
