// All views, and the types of their parameters and results.

import type { DeclaredView, ParamsOf, ResultOf } from '../../contract/declared.ts'
import { bots } from './bots.ts'
import { chats } from './chats.ts'
import { service } from './service.ts'
import { users } from './users.ts'

export const VIEWS = [...bots, ...users, ...chats, ...service] as const satisfies readonly DeclaredView[]

type Listed = (typeof VIEWS)[number]

export type ViewPath = Listed['path']

/** The parameters of each view: the references in its path, and the words of its query. */
export type ViewParams = { [V in Listed as V['path']]: ParamsOf<V> }

/** The result of each view. */
export type ViewResults = { [V in Listed as V['path']]: ResultOf<V['result']> }
