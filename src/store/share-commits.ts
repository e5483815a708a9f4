// One commit for all the work that comes in one turn of the event loop: a commit costs more than what is in it.

import { setImmediate } from 'node:timers'

type Run = <T>(work: () => T) => T

interface Waiting {
  work: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Each piece of work succeeds or fails alone, and nobody hears of either before the commit. A failure that took the
 * whole transaction with it, as a full disk does, is everybody's: `intact` tells.
 */
export function shareCommits(commit: Run, alone: Run, intact: () => boolean) {
  let waiting: Waiting[] = []

  /** Runs it now, and gives back what remains to be told. */
  function outcome({ work, resolve, reject }: Waiting): () => void {
    try {
      const value = alone(work)
      return () => resolve(value)
    } catch (error) {
      if (!intact()) throw error
      return () => reject(error)
    }
  }

  function commitTurn() {
    const turn = waiting
    waiting = []
    try {
      for (const settle of commit(() => turn.map(outcome))) settle()
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }

  return <T>(work: () => T): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (!waiting.length) setImmediate(commitTurn)
    waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
    return promise
  }
}
