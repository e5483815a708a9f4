// Work of one turn shares a commit, and nobody hears of it earlier.

import { expect, it } from 'vitest'
import { shareCommits } from '../../../src/service/messenger/world.ts'

type Run = <T>(work: () => T) => T

/** Shares commits that only keep a log. */
function logged({ commit = (work) => work(), intact = true }: { commit?: Run; intact?: boolean } = {}) {
  const log: string[] = []
  const committed: Run = (work) => {
    const result = commit(work)
    log.push('commit')
    return result
  }
  const share = shareCommits(
    committed,
    (work) => work(),
    () => intact,
  )
  const hand = (name: string, fails = false) =>
    share(() => {
      log.push(`run ${name}`)
      if (fails) throw new Error(name)
    }).then(
      () => void log.push(`done ${name}`),
      (error: Error) => void log.push(`failed ${name}: ${error.message}`),
    )
  return { log, hand }
}

it('commits once for a turn, before anyone hears of it', async () => {
  const { log, hand } = logged()
  await Promise.all([hand('a'), hand('b')])
  await hand('c')
  expect(log).toEqual(['run a', 'run b', 'commit', 'done a', 'done b', 'run c', 'commit', 'done c'])
})

it('lets one fail without the others', async () => {
  const { log, hand } = logged()
  await Promise.all([hand('a'), hand('b', true), hand('c')])
  expect(log).toEqual(['run a', 'run b', 'run c', 'commit', 'done a', 'failed b: b', 'done c'])
})

it('tells everybody when the commit fails', async () => {
  const { log, hand } = logged({
    commit: (work) => {
      work()
      throw new Error('no room')
    },
  })
  await Promise.all([hand('a'), hand('b', true)])
  expect(log).toEqual(['run a', 'run b', 'failed a: no room', 'failed b: no room'])
})

it('stops at a failure that took the transaction with it, and tells everybody', async () => {
  const { log, hand } = logged({ intact: false })
  await Promise.all([hand('a'), hand('b', true), hand('c')])
  expect(log).toEqual(['run a', 'run b', 'failed a: b', 'failed b: b', 'failed c: b'])
})
