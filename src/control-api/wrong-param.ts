// Creates the Problem for a wrong parameter of an action.

import * as z from 'zod'
import { Problem } from '../lib/problem.ts'
import type { Action } from './actions/action.ts'

export function wrongParam({ name, params }: Pick<Action, 'name' | 'params'>, at: string, how: string): Problem {
  const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })
  const knownParams = Object.keys(properties)
  const hint = `${name} takes ${knownParams.join(', ') || 'no parameters'}.`
  return new Problem('invalid-params', `${name}: ${at ? `${at}: ` : ''}${how}`, hint)
}
