// Combines the work of one turn of the event loop into a single commit.

import { setImmediate } from 'node:timers'

type Run = <T>(work: () => T) => T

interface Pending {
  work: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that queues work. All work queued in one turn of the event loop runs in one transaction, because a
 * commit costs more than the work in it. Each piece of work succeeds or fails alone, in a savepoint, and its promise is
 * settled after the commit. If an error ends the whole transaction, such as a full disk, `isIntact` returns false and all
 * promises of the turn are rejected.
 */
export function shareCommits(transact: Run, savepoint: Run, isIntact: () => boolean) {
  let pending: Pending[] = []

  function attempt({ work, resolve, reject }: Pending): () => void {
    try {
      const value = savepoint(work)
      return () => resolve(value)
    } catch (error) {
      if (!isIntact()) throw error
      return () => reject(error)
    }
  }

  function commitTurn() {
    const turn = pending
    pending = []
    const [first, ...others] = turn
    try {
      // If a turn has only one piece of work, a savepoint is not needed: a failure rolls back the whole transaction.
      if (first && !others.length) first.resolve(transact(first.work))
      else for (const settle of transact(() => turn.map(attempt))) settle()
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }

  return <T>(work: () => T): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (!pending.length) setImmediate(commitTurn)
    pending.push({ work, resolve: resolve as (value: unknown) => void, reject })
    return promise
  }
}
