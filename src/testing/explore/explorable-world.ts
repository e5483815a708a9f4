// The world that an exploration plays in: people, the bot and a group.

import type { Values } from '../../control/client/client.ts'
import { nameFromHandle, type WorldFile } from '../worlds/world-file.ts'

const HANDLES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi']
const BOT = 'bot'

/** Returns the given world, or a new one with `count` people, a bot and groups. Adds the settings in `service`. */
export function explorableWorld(given: WorldFile | undefined, count: number, service: Values): WorldFile {
  const world = given ?? defaultWorld(count)
  const settings = { ...world.service, ...service }
  return { ...world, ...(Object.keys(settings).length && { service: settings }) }
}

function defaultWorld(count: number): WorldFile {
  const people = Array.from({ length: count }, (_, i) => HANDLES[i] ?? `person${i + 1}`)
  const [owner = '', ...members] = people
  const group = { owner, members: [...members, BOT] }
  const user = (handle: string) => ({ first_name: nameFromHandle(handle), language_code: 'en' })
  return {
    users: Object.fromEntries(people.map((handle) => [handle, user(handle)])),
    bots: { [BOT]: { first_name: 'Bot', username: 'explored_bot' } },
    groups: { team: { title: 'Team', ...group }, club: { title: 'Club', type: 'supergroup', ...group } },
  }
}
