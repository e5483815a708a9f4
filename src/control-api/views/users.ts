// Every person.

import { viewUser } from '../build-views/people.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

export const users = view({
  path: '/users',
  result: 'UserView[]',
  find: ({ read }) => eachRow(read.store.users.people(), viewUser),
})
