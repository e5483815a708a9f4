// One person.

import { personNamed } from '../../messenger/users/named.ts'
import { viewUser } from '../build-views/people.ts'
import { view } from './view.ts'

export const user = view({
  path: '/users/:user',
  result: 'UserView',
  find: ({ read }, { user }) => viewUser(personNamed(read, user)),
})
