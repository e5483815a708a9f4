// Makes a Node process follow an emulator's clock. NODE_OPTIONS loads it before the program.

import { SEED_VARIABLE, seededRandom } from '../../../lib/seeded-random.ts'
import { FOLLOW_VARIABLE } from '../follow-variable.ts'
import { findClock, installClock } from './install.ts'
import { real } from './real-functions.ts'

/**
 * Keeps the messages of the parent process until the program has loaded. A worker of node:cluster receives messages
 * before the program has loaded, so the program would miss them.
 */
function holdMessages(): () => void {
  const { emit } = process
  const held: unknown[][] = []
  const emitOther = (event: string | symbol, ...args: unknown[]): boolean =>
    event === 'message' ? held.push(args) > 0 : Reflect.apply(emit, process, [event, ...args])
  Object.assign(process, { emit: emitOther })
  const release = () => {
    Object.assign(process, { emit })
    for (const args of held) Reflect.apply(emit, process, ['message', ...args])
  }
  return () => void real.setImmediate(release)
}

const seed = process.env[SEED_VARIABLE]
if (seed) Math.random = seededRandom(Number(seed))

const address = process.env[FOLLOW_VARIABLE]
if (address && URL.canParse(address)) {
  const release = process.listenerCount('message') ? holdMessages() : () => {}
  await (findClock() ?? installClock(new URL(address)))
  release()
}
