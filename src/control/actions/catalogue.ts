// The catalogue of actions: what each declares, and its parameters.

import * as z from 'zod'
import type { ActionDescription, ParamsSchema } from '../contract/service.ts'
import { fieldsOf } from '../describe/fields.ts'
import type { Action } from './action.ts'
import { ACTIONS } from './find-action.ts'

let described: ActionDescription[] | undefined

export function catalogue(): ActionDescription[] {
  described ??= ACTIONS.map(describe)
  return described
}

function describe(action: Action): ActionDescription {
  const { name, summary, updates = [], replacesWorld = false, recorded = true, undoable = true } = action
  const params = z.toJSONSchema(action.params, { io: 'input', unrepresentable: 'any' }) as ParamsSchema
  const example = action.example as ActionDescription['example']
  const facts = { updates, replaces_world: replacesWorld, recorded, undoable, example }
  return { name, summary, ...facts, fields: fieldsOf(params), params }
}
