// createUser: a new person.

import * as z from 'zod'
import { createUser as create } from '../../messenger/users/create-user.ts'
import { viewUser } from '../build-views/people.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const createUser = action({
  name: 'createUser',
  summary: 'Makes a new person.',
  params: z.strictObject({
    handle: p.handle.optional(),
    id: p.id.optional(),
    first_name: p.name,
    last_name: p.name.optional(),
    username: p.username.optional(),
    language_code: z.string().optional(),
    devices: z.int().min(0).default(1),
  }),
  result: 'UserView',
  run: (tx, fields) => viewUser(create(tx, fields)),
})
