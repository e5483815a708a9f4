// Combines the work of one turn of the event loop into a single commit.

import { setImmediate } from 'node:timers'

type Run = <T>(work: () => T) => T

interface Pending {
  work: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that queues work. All work of a turn of the event loop shares a transaction, because a commit
 * costs more than the work. Each piece has its own savepoint, so that it fails alone. If an error such as a full disk
 * ends the whole transaction, `isIntact` returns false and all promises are rejected.
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
      // A single piece of work needs no savepoint, because it can roll back the whole transaction.
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
