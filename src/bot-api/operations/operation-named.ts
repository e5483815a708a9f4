// The operations as the bot API runs them, looked up by any name that works.

import type { Declared } from '../../contract/declared.ts'
import { OPERATION_NAMES } from '../../spec/operation-names.ts'
import { OPERATIONS } from './index.ts'
import type { Operation } from './operation.ts'

// The published types of OPERATIONS must not mention the store, which `run` takes.
export const RUNNING = OPERATIONS as readonly Declared[] as readonly Operation[]

const own = new Map(RUNNING.map((operation) => [operation.name, operation]))
const byName = new Map([...OPERATION_NAMES].map(([name, ownName]) => [name, own.get(ownName)]))

export const operationNamed = (name: string): Operation | undefined => byName.get(name)
