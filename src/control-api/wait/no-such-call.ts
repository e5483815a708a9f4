// What to say when no call came as expected: how near the nearest was, and where it first differs.

import { isLenient } from '../../bot-api/operations/unknown-operation.ts'
import type { Wanted } from '../../contract/expectation.ts'
import type { Call } from '../../event-log/entry.ts'
import type { Comparison, Difference } from '../../lib/compare/difference.ts'
import { nearest as nearestWord } from '../../lib/compare/nearest.ts'
import { shownDifference } from '../../lib/compare/shown.ts'
import { Problem } from '../../lib/problem.ts'
import { viewCall } from '../build-views/traffic.ts'
import type { WaitSources } from './expectation.ts'
import { candidates, judge } from './judge.ts'

/** Of calls with another name only the last are looked at. */
const LAST = 100

type Rated = Comparison & { call: Call }

export function noSuchCall(sources: WaitSources, wanted: Wanted): Problem {
  const message = `No call of ${wanted.call} ${wanted.ok ? '' : 'that is refused '}came within ${wanted.within} s.`
  const came = candidates(sources, wanted)
  const nearest = nearestOf(sources, wanted, came)
  const unknown = unknownOperation(sources, wanted.call)
  if (!nearest) return new Problem('no-such-call', message, unknown + silence(came.length), { nearest: null })
  const { call } = nearest
  const { path, expected, actual } = nearest.difference as Difference
  const cause = [call.why, call.rule && `(${call.rule})`].filter(Boolean).join(' ')
  const because = cause ? ` It was refused: ${cause}.` : ''
  return new Problem(
    'no-such-call',
    message,
    `${unknown}The nearest, call ${call.id}, has ${path} ${shownDifference(actual, expected)}.${because}`,
    { nearest: { call: viewCall(sources.world, call), path, expected, actual: actual ?? null } },
  )
}

/** A bot may call what there is not, and a test may wait for that; more often it is mistyped. */
function unknownOperation({ world }: WaitSources, name: string): string {
  const { operations } = world.faults
  if (operations.has(name) || isLenient(world, name)) return ''
  const near = nearestWord(name, [...operations.keys()])
  return `The service has no operation ${name}${near ? `; did you mean ${near}?` : '.'} `
}

const silence = (polls: number) =>
  polls ? 'Nothing came but getUpdates: the bot polls, and does nothing.' : 'No call came at all: is the bot running?'

function nearestOf(sources: WaitSources, wanted: Wanted, came: Call[]): Rated | undefined {
  const named = came.filter((call) => call.method === wanted.call)
  const others = () => came.filter((call) => call.method !== 'getUpdates').slice(-LAST)
  const rated = (named.length ? named : others()).map((call) => ({ call, ...judge(sources.world, wanted, call) }))
  return rated.reduce<Rated | undefined>((best, each) => (best && best.agreed > each.agreed ? best : each), undefined)
}
