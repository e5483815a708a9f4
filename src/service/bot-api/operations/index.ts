// All operations of the service by name, and the types of their parameters and results.

import type * as z from 'zod'
import type { CallerParams, Declaration, OperationResult } from '../../rules/declarations.ts'
import { OWN_NAMES } from '../../rules/operation-names.ts'
import { chats } from './chats.ts'
import { edit } from './edit.ts'
import { moderation } from './moderation.ts'
import { pins } from './pins.ts'
import { profile } from './profile.ts'
import { send } from './send.ts'
import { updates } from './updates.ts'

const DEFINED = { ...updates, ...send, ...edit, ...chats, ...moderation, ...pins, ...profile }

type Defined = typeof DEFINED

export type OperationName = keyof Defined

export type OperationParams = { [Name in OperationName]: CallerParams<z.input<Defined[Name]['params']>> }

export type OperationResults = { [Name in OperationName]: OperationResult<Defined[Name]['result']> }

export const OPERATIONS = OWN_NAMES.map((name): Declaration & { name: string } => ({ name, ...DEFINED[name] }))
