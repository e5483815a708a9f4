// What a running world holds, as it is said before all of it goes.

import type { Client } from '../client/client.ts'

export async function wholeWorld(client: Client): Promise<{ isEmpty: boolean; what: string }> {
  const [people, bots, chats] = await Promise.all([client.view('/users'), client.view('/bots'), client.view('/chats')])
  const all = [
    count(people.length, 'person', 'people'),
    count(bots.length, 'bot'),
    count(chats.length, 'group or channel', 'groups and channels'),
  ]
  return {
    isEmpty: people.length + bots.length + chats.length === 0,
    what: `the whole world: ${all.join(', ')}, all messages and files, faults and settings`,
  }
}

export const count = (many: number, one: string, more = `${one}s`) => `${many} ${many === 1 ? one : more}`
