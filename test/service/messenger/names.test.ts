// Handles and ids that the emulator gives by itself.

import { expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'

it('the next free number tells people of one name apart', async () => {
  const s = await service()
  const handles: string[] = []
  for (let n = 0; n < 9; n++) handles.push((await s.actDirectly('createUser', { first_name: 'Alice' })).handle)
  expect(handles).toEqual(['alice', ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `alice-${n}`)])
})

const LAST_USER = 999_999_999_999
const LAST_GROUP = -999_999_999_999
const LAST_WIDE = -1_999_999_999_999

it.each([
  ['createUser', { first_name: 'Bob' }, LAST_USER],
  ['createGroup', { title: 'Team', owner: 'owner' }, LAST_GROUP],
  ['createChannel', { title: 'News', owner: 'owner' }, LAST_WIDE],
])('%s goes on beyond the last id of its form', async (action, params, last) => {
  const s = await service()
  await s.act('createUser', { first_name: 'Owner', handle: 'owner' })
  const step = Math.sign(last)
  const ids: number[] = []
  for (const id of [last, undefined, undefined, undefined]) ids.push((await s.act(action, { ...params, id })).id)
  expect(ids).toEqual([last, last + step, last + 2 * step, last + 3 * step])
})

it.each([
  ['updateUser', 'createUser', 'user', { first_name: 'Bob' }],
  ['updateBot', 'createBot', 'bot', { first_name: 'Bob' }],
  ['updateChat', 'createGroup', 'chat', { title: 'Bob', owner: 'owner' }],
])(
  '%s changes the letter case of a username, and takes no other’s, nor an empty one',
  async (update, create, ref, params) => {
    const s = await service()
    await s.act('createUser', { first_name: 'Owner', handle: 'owner', username: 'The_Owner' })
    await s.act(create, { ...params, handle: 'bob', username: 'bob_stone' })
    expect(await s.act(update, { [ref]: 'bob', username: 'Bob_Stone' })).toMatchObject({ username: 'Bob_Stone' })
    const { body } = await s.tryAct(update, { [ref]: 'bob', username: 'the_owner' })
    expect(body.error).toMatchObject({ code: 'username-taken' })
    for (const username of ['', '@', '7up']) {
      expect((await s.tryAct(update, { [ref]: 'bob', username })).body.error).toMatchObject({ code: 'bad-username' })
    }
    expect(await s.act(update, { [ref]: 'bob', username: null })).not.toHaveProperty('username')
  },
)
