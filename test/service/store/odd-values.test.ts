// Whatever a world can hold, a snapshot of it can be put back.

import { expect, it } from 'vitest'
import { stage, TEAM } from '../../helpers/stage.ts'

const MOST = Number.MAX_SAFE_INTEGER

it('odd names of files, and numbers as large as they may be', async () => {
  const { s, bot } = await stage()
  for (const name of ['a\nb', 'a\0b', '\u001f', ' ', '"\\'.repeat(60)]) {
    const file = { name, base64: 'YQ==' }
    await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  }
  await s.act('createUser', { first_name: 'a\0b', last_name: '\n', language_code: '', handle: 'most', devices: MOST })
  await s.act('seedDailyChats', { bot: 'greeter', count: MOST })
  await s.act('promote', { as: 'alice', chat: TEAM.id, who: 'bob', custom_title: 'a\0b' })
  await s.act('updateChat', { chat: TEAM.id, title: 'a\0b', description: 'c\0d' })
  await bot.ok('setMyDescription', { description: 'a\0b' })
  await bot.ok('setMyCommands', { commands: [{ command: 'a', description: 'a\0b' }] })
  await bot.ok('getUpdates')
  const views = ['/users', '/bots', '/chats', '/users/alice/chats', `/chats/${TEAM.id}/members`]
  const before = await Promise.all(views.map(s.view))
  await s.act('snapshot', { name: 'odd' })
  await s.act('reset')
  await s.act('restore', { name: 'odd' })
  expect(await Promise.all(views.map(s.view))).toEqual(before)
})
