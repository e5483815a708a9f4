// The actions with their names and facts: finds one, and describes all.

import * as z from 'zod'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import type { Declaration } from '../../service/rules/declarations.ts'
import type { UpdateType } from '../../service/rules/update-types.ts'
import type { ActionDescription, ParamsSchema } from '../contract/service.ts'
import { fieldsOf } from '../describe/fields.ts'
import type { Action } from './action.ts'
import { DEFINED } from './index.ts'

// This cast adds `run` and the facts. The published type omits them, because it must not mention the database.
const byName = new Map(Object.entries(DEFINED as Record<string, Declaration> as Record<string, Omit<Action, 'name'>>))

export const ACTIONS: readonly Action[] = [...byName].map(([name, action]) => ({ name, ...action }))

export const causedUpdates = (action: string): readonly UpdateType[] => byName.get(action)?.updates ?? []

export function requireAction(name: string): Action {
  const action = ACTIONS.find((one) => one.name === name)
  if (action) return action
  const hint = didYouMean(name, [...byName.keys()], 'GET /_emulator/actions lists all actions.')
  throw new Problem('unknown-action', `Unknown action "${name}".`, hint)
}

let described: ActionDescription[] | undefined

export function catalogue(): ActionDescription[] {
  described ??= ACTIONS.map(describe)
  return described
}

function describe(action: Action): ActionDescription {
  const { name, summary, updates = [], replacesWorld = false, recorded = true, undoable = true, variants = [] } = action
  const params = z.toJSONSchema(action.params, { io: 'input', unrepresentable: 'any' }) as ParamsSchema
  const example = action.example as ActionDescription['example']
  const facts = { updates, replaces_world: replacesWorld, recorded, undoable, example }
  return { name, summary, ...facts, fields: fieldsOf(params), variants: [...variants], params }
}
