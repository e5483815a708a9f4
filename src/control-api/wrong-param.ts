// A parameter of an action that does not fit, as a sentence.

import * as z from 'zod'
import { Problem } from '../lib/problem.ts'
import type { Action } from './actions/action.ts'

/** What is wrong with a parameter, or, without a name, with all of them. */
export function wrongParam({ name, params }: Pick<Action, 'name' | 'params'>, at: string, how: string): Problem {
  const known = Object.keys(
    (z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object,
  )
  return new Problem(
    'invalid-params',
    `${name}: ${at ? `${at}: ` : ''}${how}`,
    `${name} takes ${known.join(', ') || 'no parameters'}.`,
  )
}
