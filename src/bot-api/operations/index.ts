// All operations of the service by name, and the types of their parameters and results.

import type * as z from 'zod'
import type { Declared, ResultOf, Written } from '../../contract/declared.ts'
import { OPERATION_NAMES, OWN_NAMES } from '../../spec/operation-names.ts'
import { chats } from './chats.ts'
import { edit } from './edit.ts'
import { moderation } from './moderation.ts'
import type { Operation } from './operation.ts'
import { pins } from './pins.ts'
import { profile } from './profile.ts'
import { send } from './send.ts'
import { updates } from './updates.ts'

const DEFINED = { ...updates, ...send, ...edit, ...chats, ...moderation, ...pins, ...profile }

type Defined = typeof DEFINED

export type OperationName = keyof Defined

/** The parameters of each operation. */
export type OperationParams = { [Name in OperationName]: Written<z.input<Defined[Name]['params']>> }

/** The result of each operation. */
export type OperationResults = { [Name in OperationName]: ResultOf<Defined[Name]['result']> }

const named = (name: OperationName) => ({ name, ...(DEFINED[name] as Declared) }) as Operation

export const OPERATIONS: readonly Operation[] = OWN_NAMES.map(named)

const byName = new Map([...OPERATION_NAMES].map(([name, ownName]) => [name, named(ownName)]))

export const operationNamed = (name: string): Operation | undefined => byName.get(name)
