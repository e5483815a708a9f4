// An action looked up by its name.

import type { DeclaredAction } from '../../contract/declared.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import type { Action } from './action.ts'
import { ACTIONS } from './index.ts'

// The catalogue hides how actions run from whoever reads only its types.
const ALL = ACTIONS as readonly DeclaredAction[] as readonly Action[]

const byName = new Map(ALL.map((action) => [action.name, action]))

export function actionNamed(name: string): Action {
  const action = byName.get(name)
  if (action) return action
  const hint = didYouMean(name, [...byName.keys()], 'GET /_emulator/actions lists them.')
  throw new Problem('unknown-action', `There is no action "${name}".`, hint)
}
