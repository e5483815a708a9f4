// How people, chats, standings and updates look on the wire.

import { expect } from 'vitest'
import type { Json } from '../helpers/furnish.ts'
import { NO_RIGHTS } from '../helpers/stage.ts'

/** A person or bot as a User, without the optional names. */
export const userOf = ({ id, is_bot = true, first_name = 'Greeter' }: Json) => ({ id, is_bot, first_name })

export const privateChatOf = ({ id, first_name }: Json) => ({ id, type: 'private', first_name })

export const chatOf = ({ id, type, title }: Json) => ({ id, type, title })

export const creator = (user: Json) => ({ user: userOf(user), status: 'creator' })

export const member = (user: Json, status = 'member') => ({ user: userOf(user), status })

export const administrator = (user: Json, given: Json = {}) => ({
  user: userOf(user),
  status: 'administrator',
  ...NO_RIGHTS,
  ...given,
})

export const restricted = (user: Json, until_date = 0) => ({
  user: userOf(user),
  status: 'restricted',
  is_member: true,
  can_send_messages: false,
  until_date,
})

export const typeOf = ({ update_id, ...payload }: Json) => {
  expect(Object.keys(payload)).toHaveLength(1)
  return Object.keys(payload)[0]!
}
