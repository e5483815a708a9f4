// All views, and the types of their parameters and results.

import type { ParamsOf, ResultOf, ViewDeclaration } from '../contract/declarations.ts'
import { bots } from './bots.ts'
import { chats, users } from './chats.ts'
import { service } from './service.ts'

export const VIEWS = [...bots, ...users, ...chats, ...service] as const satisfies readonly ViewDeclaration[]

type Listed = (typeof VIEWS)[number]

export type ViewPath = Listed['path']

export type ViewParams = { [V in Listed as V['path']]: ParamsOf<V> }

export type ViewResults = { [V in Listed as V['path']]: ResultOf<V['result']> }
