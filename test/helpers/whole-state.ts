// Reads all control views of a world, to compare its state before and after.

import type { Service } from './service.ts'

export async function wholeState({ s }: { s: Service }) {
  const views = ['/bots', '/users', '/chats']
  for (const { id } of await s.viewDirectly('/chats')) views.push(`/chats/${id}/messages`, `/chats/${id}/members`)
  for (const { id } of await s.viewDirectly('/bots'))
    views.push(...['updates', 'profile', 'limits'].map((of) => `/bots/${id}/${of}`))
  for (const { id } of await s.viewDirectly('/users')) {
    views.push(`/users/${id}/chats`)
    for (const chat of await s.viewDirectly(`/users/${id}/chats`)) views.push(`/users/${id}/chats/${chat.handle}`)
  }
  return Object.fromEntries(await Promise.all(views.map(async (path) => [path, await s.viewDirectly(path)] as const)))
}
