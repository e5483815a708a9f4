// Every person.

import { viewUser } from '../build-views/people.ts'
import { view } from './view.ts'

export const users = view({
  path: '/users',
  result: 'UserView[]',
  find: ({ read }) => read.store.users.people().map((user) => viewUser(user)),
})
