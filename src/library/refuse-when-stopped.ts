// A client that says plainly, once its emulator was stopped, that it was.

import type { Client } from '../client/client.ts'
import { Problem } from '../lib/problem.ts'

export const refuseWhenStopped = (client: Client, isStopped: () => boolean): Client =>
  new Proxy(client, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        if (!isStopped()) return method(...args)
        if (name === 'events') throw stopped()
        return Promise.reject(stopped())
      }
    },
  })

export const stopped = () => new Problem('closed', 'The emulator was stopped.', 'Do this before stop().')
