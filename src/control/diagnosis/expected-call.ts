// Waits for a bot's call: what matches, and what comes closest.

import { type Comparison, compare, type Difference } from '../../lib/compare/difference.ts'
import { nearest as nearestWord } from '../../lib/compare/nearest.ts'
import { isLenient } from '../../service/bot-api/operations/unknown-operation.ts'
import type { Call } from '../../service/event-log/entry.ts'
import { findUser, sameReference } from '../../service/messenger/users/find-by-ref.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { ExpectedCall } from '../contract/expectation.ts'
import type { CallView } from '../contract/traffic.ts'
import { causeText, isPoll } from '../describe/call.ts'
import { differenceText } from '../describe/difference.ts'
import { viewCall } from '../present/traffic.ts'
import { type Condition, mostSimilar } from './condition.ts'

type Rated = Comparison & { call: Call }

export function expectCall(read: Read, expected: ExpectedCall): Condition {
  let comparedUpTo = expected.after
  let hasOther = false

  /** Looks up the bot each time, because the world may have been replaced since the last check. */
  function candidates(after: number): Call[] {
    const id = expected.bot === undefined ? undefined : findUser(read, expected.bot)?.id
    const isOfBot = (call: Call) => expected.bot === undefined || call.bot === id
    return read.log.calls.since(after).filter((call) => !expected.except.includes(call.id) && isOfBot(call))
  }

  /** The call with the most matching values. A call that differs only in being refused is the nearest of all. */
  function findNearest(): Rated | undefined {
    const calls = candidates(expected.after)
    const sameOperation = calls.filter(({ method }) => method === expected.call)
    const compared = sameOperation.length ? sameOperation : calls.filter(({ method }) => !isPoll(method))
    const rated = compared.map((call): Rated => ({ call, ...compareCall(read, expected, call) }))
    const isOnlyRefused = ({ difference, call }: Rated) =>
      difference?.path === 'ok' && !compareCall(read, { ...expected, ok: false }, call).difference
    return rated.findLast(isOnlyRefused) ?? mostSimilar(rated)
  }

  return {
    look() {
      const calls = candidates(comparedUpTo).filter(({ method }) => method === expected.call)
      comparedUpTo = read.log.calls.lastId()
      const found = calls.find((call) => !compareCall(read, expected, call).difference)
      hasOther ||= calls.length > 0
      return found && viewCall(read, found)
    },
    hasOther: () => hasOther,
    explain(ended) {
      const found = findNearest()
      const unknown = explainUnknown(read, expected.call)
      const difference = found?.difference as Difference
      return {
        code: 'no-such-call',
        message: `No ${expected.ok ? '' : 'refused '}call of ${expected.call} was made${ended}.`,
        lines: [...unknown, ...(found ? [nearestText(found.call, difference)] : [])],
        details: {
          nearest: found
            ? { call: viewCall(read, found.call), ...difference, actual: difference.actual ?? null }
            : null,
        },
        isExplained: found !== undefined,
      }
    },
  }
}

function nearestText(call: Call, { path, expected, actual }: Difference): string {
  const cause = causeText(call)
  if (path === 'ok' && cause) return `The nearest call, ${call.id}, was refused: ${cause}.`
  const because = cause ? ` It was refused: ${cause}.` : ''
  return `The nearest call, ${call.id}, has ${path} ${differenceText(actual, expected)}.${because}`
}

function compareCall(read: Read, { call: method, ok, result, error, with: params }: ExpectedCall, call: Call) {
  const body: Partial<CallView['body']> = result === undefined && error === undefined ? {} : JSON.parse(call.body)
  const expected = {
    call: method,
    ...(error === undefined && { ok }),
    with: params,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  }
  const isOk = call.status === 200
  const actual = { call: call.method, ok: isOk, with: call.params, result: body.result, error: body.description }
  return compare(expected, actual, sameReference(read))
}

/** A hint, because the name is probably mistyped. No error, because a test may expect it on purpose. */
function explainUnknown(read: Read, name: string): string[] {
  const { operations } = read.faults
  if (operations.has(name) || isLenient(read, name)) return []
  const near = nearestWord(name, [...operations.keys()])
  return [`The service does not have the operation ${name}${near ? `; did you mean ${near}?` : '.'}`]
}
