// An operation looked up by a name that works.

import type { DeclaredOperation } from '../../contract/declared.ts'
import { OPERATION_NAMES } from '../../spec/operation-names.ts'
import { OPERATIONS } from './index.ts'
import type { Operation } from './operation.ts'

// The catalogue hides how operations run from whoever reads only its types.
export const RUNNING = OPERATIONS as readonly DeclaredOperation[] as readonly Operation[]

const own = new Map(RUNNING.map((operation) => [operation.name, operation]))
const byName = new Map([...OPERATION_NAMES].map(([name, ownName]) => [name, own.get(ownName)]))

export const operationNamed = (name: string): Operation | undefined => byName.get(name)
