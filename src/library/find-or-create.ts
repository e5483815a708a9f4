// Whoever is asked for by name, created where there is nobody of that name.

import type { ActionResults, Client, Values } from '../client/client.ts'
import { Problem } from '../lib/problem.ts'
import { botUsername, titled } from '../scenario/world-file.ts'
import { wrong } from './explained.ts'
import { type Ref, withIds } from './who.ts'

export interface Kind<Create extends keyof ActionResults> {
  create: Create
  find(ref: Ref): Promise<ActionResults[Create]>
  /** What its name is called. */
  name: 'first_name' | 'title'
}

/** The fields are for a new one; an old one is taken as it is. */
export function findOrCreate<Create extends keyof ActionResults>(client: Client, { create, find, name }: Kind<Create>) {
  type View = ActionResults[Create]
  const asked = new Map<string, Promise<View>>()

  async function findOrCreate(ref: Ref, fields: Values): Promise<View> {
    try {
      return await find(ref)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not-found') throw error
    }
    // Whoever calls is checked against the parameters of the action.
    return client.perform(create as string, {
      ...identity(ref, name),
      ...usernameFor(create, ref),
      ...withIds(fields),
    }) as Promise<View>
  }

  /** Asked for by two at once, it is created once. */
  return async (ref: Ref, fields: Values = {}): Promise<View> => {
    if (!ref || (typeof ref !== 'string' && typeof ref !== 'number'))
      throw wrong(create.slice('create'.length).toLowerCase(), 'a handle, an @username or an id', ref)
    const before = asked.get(String(ref))
    if (before) {
      await before.catch(() => {})
      return findOrCreate(ref, fields)
    }
    const found = findOrCreate(ref, fields).finally(() => asked.delete(String(ref)))
    asked.set(String(ref), found)
    return found
  }
}

/** Libraries ask a bot for its username, and some do not start without one. */
function usernameFor(create: string, ref: Ref): Values {
  if (create !== 'createBot' || String(ref).startsWith('@')) return {}
  return { username: botUsername(String(ref)) }
}

function identity(ref: Ref, name: 'first_name' | 'title'): Values {
  const text = String(ref)
  if (/^-?\d+$/.test(text)) return { id: Number(text), [name]: text }
  const bare = text.replace(/^@/, '')
  return { [text === bare ? 'handle' : 'username']: bare, [name]: titled(bare) }
}
