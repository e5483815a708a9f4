// A client that says plainly, once its emulator was stopped, that it was.

import type { Client } from '../client/client.ts'
import { stopped } from './stopped.ts'

type Method = (...args: never[]) => unknown

export function untilStopped(client: Client, isStopped: () => boolean): Client {
  const methods = Object.entries(client) as [keyof Client, Method][]
  const guarded = methods.map(([name, method]): [keyof Client, Method] => [
    name,
    (...args) => {
      if (!isStopped()) return method(...args)
      if (name === 'events') throw stopped()
      return Promise.reject(stopped())
    },
  ])
  return Object.fromEntries(guarded) as unknown as Client
}
