// References to people, bots and chats: ids, names, or objects with an id.

import type { Values } from '../client/client.ts'
import { CONTROL_REFERENCE_PARAMS } from '../contract/fields.ts'

export type Ref = string | number
export type Who = Ref | { readonly id: number }

/** A person, bot or chat may also be passed as an object with an id. */
export type WithReferences<Params> = {
  [Name in keyof Params]: Ref extends Params[Name]
    ? Params[Name] | Who
    : Ref[] extends Params[Name]
      ? Params[Name] | readonly Who[]
      : Params[Name]
}

export function withIds(params: Values = {}): Values {
  const ids: Record<string, unknown> = { ...params }
  for (const [name, value] of Object.entries(params)) {
    if (!CONTROL_REFERENCE_PARAMS.has(name) || typeof value !== 'object' || value === null) continue
    ids[name] = Array.isArray(value) ? value.map((each) => each?.id ?? each) : refOf(value as Who)
  }
  return ids
}

export const refOf = (who: Who): Ref => (typeof who === 'object' ? who.id : who)
