// References to people, bots and chats, which are found or created by their names.

import type { ActionResults, Client, Values } from '../../control/client/client.ts'
import { Problem } from '../../lib/problem.ts'
import { botUsername, displayNameOf, nameFromHandle } from '../worlds/world-file.ts'
import { invalidParam } from './explain-problems.ts'

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

/** Returns a function that finds a person, bot or chat. If it does not exist, creates it; only then uses `fields`. */
export function findOrCreate<Create extends keyof ActionResults>(
  client: Client,
  create: Create,
  find: (ref: Ref) => Promise<ActionResults[Create]>,
) {
  type View = ActionResults[Create]
  let previous: Promise<unknown> = Promise.resolve()

  const what = create.slice('create'.length).toLowerCase()

  async function obtain(ref: Ref, fields: Values): Promise<View> {
    try {
      return await find(ref)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not-found') throw error
    }
    // No check of the fields is necessary, because the types of Stage's methods check them.
    return client.perform(create as string, {
      ...identityFields(ref, displayNameOf(create)),
      ...usernameFor(create, ref),
      ...withIds(fields),
    }) as Promise<View>
  }

  /** One request after another, so that two with the same name don't create two entries. */
  return async (ref: Ref, fields: Values = {}, defaults: Values = {}): Promise<View> => {
    if (!ref || (typeof ref !== 'string' && typeof ref !== 'number'))
      throw invalidParam(what, 'a handle, an @username or an id', ref)
    if (typeof fields !== 'object' || fields === null) {
      const field = what === 'bot' && String(fields).includes(':') ? 'token' : displayNameOf(create)
      const hint = `Write ${what}(${JSON.stringify(ref)}, { ${field}: ${JSON.stringify(fields)} }).`
      throw new Problem('invalid-params', `${what} takes the fields as an object.`, hint)
    }
    const result = previous.then(() => obtain(ref, { ...defaults, ...fields }))
    previous = result.catch(() => {})
    return result
  }
}

/** Returns a username for a new bot, because some bot libraries don't start without one. */
function usernameFor(create: string, ref: Ref): Values {
  if (create !== 'createBot' || String(ref).startsWith('@')) return {}
  return { username: botUsername(String(ref)) }
}

function identityFields(ref: Ref, name: string): Values {
  const text = String(ref)
  if (/^-?\d+$/.test(text)) return { id: Number(text), [name]: text }
  const bare = text.replace(/^@/, '')
  return { [text === bare ? 'handle' : 'username']: bare, [name]: nameFromHandle(bare) }
}
