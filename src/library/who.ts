// Whoever is named: by id, @username or handle, or as anything that has an id.

import type { Values } from '../client/client.ts'
import { REFERENCE_PARAMS } from '../contract/reference-params.ts'

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

/** Returns the parameters with ids in place of objects that have one. */
export function withIds(params: Values = {}): Values {
  const ids: Record<string, unknown> = { ...params }
  for (const [name, value] of Object.entries(params)) {
    if (!REFERENCE_PARAMS.has(name) || typeof value !== 'object' || value === null) continue
    ids[name] = Array.isArray(value) ? value.map((each) => each?.id ?? each) : refOf(value as Who)
  }
  return ids
}

export const refOf = (who: Who): Ref => (typeof who === 'object' ? who.id : who)
