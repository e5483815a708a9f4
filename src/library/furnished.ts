// Whoever is asked for by name, made where there is nobody of that name.

import type { Client, Json } from '../client/client.ts'
import { Problem } from '../lib/problem.ts'
import { inPath, type Ref, refOf, type Who } from './who.ts'

export interface Kind {
  view: 'users' | 'bots' | 'chats'
  create: 'createUser' | 'createBot' | 'createGroup' | 'createChannel'
  /** What its name is called. */
  name: 'first_name' | 'title'
}

/** What is given holds for a new one; an old one is taken as it is. */
export function furnished(client: Client, { view, create, name }: Kind) {
  const asked = new Map<string, Promise<Json>>()

  async function find(ref: Ref, given: Readonly<Record<string, unknown>>): Promise<Json> {
    try {
      return await client.view(`/${view}/${inPath(ref)}`)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not-found') throw error
    }
    return client.perform(create as string, { ...identity(ref, name), ...withRefs(given) })
  }

  /** Asked for by two at once, it is made once. */
  return async (ref: Ref, given: Readonly<Record<string, unknown>> = {}): Promise<Json> => {
    const before = asked.get(String(ref))
    if (before) {
      await before.catch(() => {})
      return find(ref, given)
    }
    const found = find(ref, given).finally(() => asked.delete(String(ref)))
    asked.set(String(ref), found)
    return found
  }
}

function identity(ref: Ref, name: Kind['name']): Record<string, unknown> {
  const text = String(ref)
  if (/^-?\d+$/.test(text)) return { id: Number(text), [name]: text }
  const bare = text.replace(/^@/, '')
  const title = bare.charAt(0).toUpperCase() + bare.slice(1)
  return text.startsWith('@') ? { username: bare, [name]: title } : { handle: bare, [name]: title }
}

/** People and bots may be given as objects. */
const withRefs = (given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(bare) : key === 'owner' ? bare(value) : value,
    ]),
  )

const bare = (value: unknown) => (typeof value === 'object' && value !== null ? refOf(value as Who) : value)
