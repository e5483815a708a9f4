// Creates the Problem for a wrong parameter of an action.

import * as z from 'zod'
import { Problem } from '../lib/problem.ts'
import type { Action } from './actions/action.ts'

export function wrongParam({ name, params }: Pick<Action, 'name' | 'params'>, at: string, how: string): Problem {
  const knownParams = Object.keys(
    (z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object,
  )
  return new Problem(
    'invalid-params',
    `${name}: ${at ? `${at}: ` : ''}${how}`,
    `${name} takes ${knownParams.join(', ') || 'no parameters'}.`,
  )
}
