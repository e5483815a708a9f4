// References to people, bots and chats: ids, names, or objects with an id.

import type { Values } from '../../control/client/client.ts'

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

/** Replaces objects that have an id, also in lists, with their ids. */
export const withIds = (params: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.map(idOf) : idOf(value)]),
  )

const idOf = (value: unknown): unknown => {
  const { id } = Object(value)
  return typeof id === 'number' ? id : value
}

export const refOf = (who: Who): Ref => (typeof who === 'object' ? who.id : who)
