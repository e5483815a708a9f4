// updateUser: other facts of a person; `deleted` deletes the account or brings it back.

import * as z from 'zod'
import { requireFreeHandle, requireFreeUsername } from '../../messenger/users/handles.ts'
import { personNamed } from '../../messenger/users/named.ts'
import { viewUser } from '../build-views/people.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const updateUser = action({
  name: 'updateUser',
  summary: 'Changes a person, or deletes the account.',
  params: z.strictObject({
    user: p.ref,
    handle: p.handle.optional(),
    first_name: p.name.optional(),
    last_name: p.name.nullish(),
    username: p.username.nullish(),
    language_code: z.string().nullish(),
    devices: z.int().min(0).optional(),
    deleted: z.boolean().optional(),
  }),
  result: 'UserView',
  run(tx, { user, deleted, ...changes }) {
    const person = personNamed(tx, user)
    if (changes.handle !== undefined && changes.handle !== person.handle) requireFreeHandle(tx, changes.handle)
    requireFreeUsername(tx, changes.username, person.username)
    tx.store.users.change(person, { ...changes, ...(deleted !== undefined && { deleted: deleted ? 1 : 0 }) })
    tx.emit({ type: 'user', user: person.id })
    return viewUser(personNamed(tx, person.id))
  },
})
