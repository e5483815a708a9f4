// Waits for a bot's call of a certain kind, and at the end of the time tells how near the nearest came.

import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import type { Wanted } from '../../contract/expectation.ts'
import type { CallView } from '../../contract/traffic.ts'
import type { Call } from '../../event-log/entry.ts'
import { Problem } from '../../lib/problem.ts'
import { viewCall } from '../build-views/traffic.ts'
import { readExpectation, type WaitSources } from './expectation.ts'
import { candidates, isCandidate, isExpected } from './judge.ts'
import { noSuchCall } from './no-such-call.ts'

export async function waitForCall(sources: WaitSources, query: unknown, signal?: AbortSignal): Promise<CallView> {
  signal?.throwIfAborted()
  const wanted = readExpectation(sources.world, query)
  const amongThoseThatCame = () => candidates(sources, wanted).find((call) => isExpected(sources.world, wanted, call))
  const match = amongThoseThatCame() ?? (await nextMatch(sources, wanted, signal)) ?? amongThoseThatCame()
  if (match) return viewCall(sources.world, match)
  throw noSuchCall(sources, wanted)
}

/** Calls are looked at in the next turn, when they are answered: a slow expression does not slow the bot. */
function nextMatch({ world, closing }: WaitSources, wanted: Wanted, signal?: AbortSignal) {
  return new Promise<Call | undefined>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      off()
      signal?.removeEventListener('abort', hungUp)
      closing.removeEventListener('abort', closed)
      settle()
    }
    const look = (call: Call) => {
      try {
        if (isExpected(world, wanted, call)) end(() => resolve(call))
      } catch (error) {
        end(() => reject(error))
      }
    }
    const hungUp = () => end(() => reject(signal?.reason))
    const closed = () =>
      end(() => reject(new Problem('closed', 'The emulator was stopped.', 'Wait before it is stopped.')))
    const timer = setTimeout(() => end(() => resolve(undefined)), wanted.within * 1000)
    const off = world.log.subscribe((entries) => {
      for (const entry of entries) {
        if (entry.type === 'call' && isCandidate(world, wanted, entry.call)) setImmediate(look, entry.call)
      }
    })
    signal?.addEventListener('abort', hungUp)
    closing.addEventListener('abort', closed)
  })
}
