// The handles, usernames and ids of a world's people, bots and chats.

import type { Client } from '../../control/client/client.ts'

export const loadLists = (client: Client) =>
  Promise.all([client.view('/users'), client.view('/bots'), client.view('/chats')])

export const handlesById = async (client: Client) =>
  new Map((await loadLists(client)).flat().map(({ id, handle }) => [id, handle]))

export const idsByName = async (client: Client) =>
  new Map(
    (await loadLists(client))
      .flat()
      .flatMap(({ id, handle, username }): [string, number][] => [
        [handle, id],
        ...(username ? [[`@${username}`, id] as [string, number]] : []),
      ]),
  )
