// Properties that the user writes: calls that must never happen, or must follow an action.

import * as z from 'zod'
import { span } from '../../control/contract/time.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { compare } from '../../lib/compare/difference.ts'
import { expectNever, type Judge } from './judges/suspicion.ts'

const params = z.record(z.string(), z.unknown())
const callPattern = z.strictObject({ call: z.string(), with: params.default({}) })

export const propertiesSchema = z.strictObject({
  always: z.array(z.strictObject({ name: z.string(), never: callPattern })).default([]),
  after: z
    .array(
      z.strictObject({
        name: z.string(),
        action: z.string(),
        with: params.default({}),
        eventually: callPattern.extend({ within: span.optional() }),
      }),
    )
    .default([]),
})

export type Properties = z.output<typeof propertiesSchema>

type CallPattern = z.output<typeof callPattern>

const matches = (pattern: CallPattern, { method, params: actual, ok }: CallView) =>
  ok && method === pattern.call && !compare(pattern.with, actual).difference

/** Returns the judge that reports a call that a property forbids, or the lack of a call that a property requires. */
export const propertyJudge =
  ({ always, after }: Properties): Judge =>
  ({ observation: { calls, move, params: actual, outcome } }) => {
    const forbidden = always.find(({ never }) => calls.some((call) => matches(never, call)))
    if (forbidden) {
      const { name, never } = forbidden
      return {
        what: `, the bot calls ${never.call}, so "${name}" does not hold.`,
        cause: `always ${name}`,
        check: [expectNever(never.call, { with: never.with })],
      }
    }
    const missing = after.find(
      (each) =>
        outcome === 'idle' &&
        each.action === move.action &&
        !compare(each.with, actual).difference &&
        !calls.some((call) => matches(each.eventually, call)),
    )
    if (!missing) return undefined
    const { name, eventually } = missing
    return {
      what: `, the bot does not call ${eventually.call}, so "${name}" does not hold.`,
      cause: `after ${name}`,
      check: [{ expect: eventually }],
    }
  }
