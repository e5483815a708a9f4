// Runs a script of this folder in a child process and exchanges messages with it.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Runs `<name>.mjs` of this folder in a child process. `first` is the first message that the process sends. */
export async function startChild(name) {
  const child = fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)))
  const next = async () => (await once(child, 'message'))[0]
  const first = await next()
  return {
    first,
    next,
    tell: (message) => void child.send(message),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
