// ChatMember: each status and the fields that go with it.

import { describe, expect, it } from 'vitest'
import { granted, NOON } from '../helpers/service.ts'
import {
  ALICE,
  ALL_RIGHTS,
  BOB,
  CAROL,
  DAVE,
  GREETER,
  NEWS,
  NO_RIGHTS,
  type Stage,
  stage,
  TEAM,
} from '../helpers/stage.ts'

const HOUR = 3600

const member = ({ bot }: Stage, { id }: { id: number }) => bot.call('getChatMember', { chat_id: TEAM.id, user_id: id })
const mute = ({ bot }: Stage, until_date?: number) =>
  bot.ok('restrictChatMember', { chat_id: TEAM.id, user_id: CAROL.id, permissions: {}, until_date })

/** The bot has to know Bob, whom no update has named yet. */
async function acquainted() {
  const staged = await stage()
  await staged.bot.ok('getChatAdministrators', { chat_id: TEAM.id })
  return staged
}

describe('status', () => {
  it('MEM-01 MEM-02 MEM-03 GAP-24 creator', async () => {
    const staged = await stage()
    expect(await member(staged, ALICE)).toEqual(granted({ user: ALICE, status: 'creator' }))
  })

  it('MEM-01 MEM-02 MEM-04 MEM-13 administrator', async () => {
    const staged = await acquainted()
    expect(await member(staged, BOB)).toEqual(granted({ user: BOB, status: 'administrator', ...NO_RIGHTS }))
  })

  it('MEM-01 MEM-02 MEM-05 GAP-24 member', async () => {
    const staged = await stage()
    expect(await member(staged, CAROL)).toEqual(granted({ user: CAROL, status: 'member' }))
  })

  it('MEM-01 MEM-02 MEM-06 MEM-09 MEM-10 MEM-12 restricted', async () => {
    const staged = await stage()
    await mute(staged)
    const muted = { user: CAROL, status: 'restricted', is_member: true, can_send_messages: false, until_date: 0 }
    expect(await member(staged, CAROL)).toEqual(granted(muted))
  })

  it('MEM-01 MEM-02 MEM-07 GAP-24 GAP-25 left', async () => {
    const staged = await stage()
    await staged.s.act('leave', { as: 'carol', chat: TEAM.id })
    expect(await member(staged, CAROL)).toEqual(granted({ user: CAROL, status: 'left' }))
  })

  it('MEM-07 GAP-24 GAP-25 left, of a person seen who never was there', async () => {
    const staged = await stage()
    await staged.s.act('start', { as: 'dave', bot: 'greeter' })
    expect(await member(staged, DAVE)).toEqual(granted({ user: DAVE, status: 'left' }))
  })

  it('MEM-01 MEM-02 MEM-08 GAP-24 GAP-25 kicked', async () => {
    const staged = await stage()
    await staged.s.act('ban', { as: 'alice', chat: TEAM.id, who: 'carol' })
    expect(await member(staged, CAROL)).toEqual(granted({ user: CAROL, status: 'kicked' }))
  })

  it('MEM-08 GAP-24 GAP-25 kicked, of one who was muted', async () => {
    const staged = await stage()
    await mute(staged)
    await staged.s.act('ban', { as: 'alice', chat: TEAM.id, who: 'carol' })
    expect(await member(staged, CAROL)).toEqual(granted({ user: CAROL, status: 'kicked' }))
  })

  it('MEM-04 MEM-05 of one who was an administrator', async () => {
    const staged = await acquainted()
    await staged.s.act('demote', { as: 'alice', chat: TEAM.id, who: 'bob' })
    expect(await member(staged, BOB)).toEqual(granted({ user: BOB, status: 'member' }))
  })
})

describe('a mute', () => {
  it('MEM-09 MEM-10 MEM-11 shows when it ends', async () => {
    const staged = await stage()
    await mute(staged, NOON + HOUR)
    const muted = { user: CAROL, status: 'restricted', is_member: true, can_send_messages: false }
    expect(await member(staged, CAROL)).toEqual(granted({ ...muted, until_date: NOON + HOUR }))
  })

  it('MEM-06 MEM-12 without an end lasts', async () => {
    const staged = await stage()
    await mute(staged)
    await staged.s.act('advanceClock', { seconds: 400 * 24 * HOUR })
    const muted = { user: CAROL, status: 'restricted', is_member: true, can_send_messages: false, until_date: 0 }
    expect(await member(staged, CAROL)).toEqual(granted(muted))
  })

  it('MEM-06 MEM-09 by a person looks the same', async () => {
    const staged = await stage()
    await staged.s.act('mute', { as: 'alice', chat: TEAM.id, who: 'carol', until_date: NOON + HOUR })
    const muted = { user: CAROL, status: 'restricted', is_member: true, can_send_messages: false }
    expect(await member(staged, CAROL)).toEqual(granted({ ...muted, until_date: NOON + HOUR }))
  })
})

describe('an administrator', () => {
  it.each(Object.keys(ALL_RIGHTS))('MEM-13 MEM-14 GAP-23 shows %s when granted that', async (right) => {
    const staged = await acquainted()
    const rights = { ...NO_RIGHTS, [right]: true }
    await staged.s.act('promote', { as: 'alice', chat: TEAM.id, who: 'bob', rights: { [right]: true } })
    expect(await member(staged, BOB)).toEqual(granted({ user: BOB, status: 'administrator', ...rights }))
    await staged.s.act('promote', { as: 'alice', chat: TEAM.id, who: 'greeter', rights: { [right]: true } })
    const can_read_all_group_messages = true
    const shown = { user: GREETER, status: 'administrator', ...rights, can_read_all_group_messages }
    expect(await member(staged, GREETER)).toEqual(granted(shown))
  })

  it.each(Object.keys(ALL_RIGHTS))('MEM-14 does not show %s when granted all but that', async (right) => {
    const staged = await acquainted()
    const rights = { ...ALL_RIGHTS, [right]: false }
    await staged.s.act('promote', { as: 'alice', chat: TEAM.id, who: 'bob', rights })
    expect(await member(staged, BOB)).toEqual(granted({ user: BOB, status: 'administrator', ...rights }))
  })

  it('MEM-13 MEM-14 MEM-15 of a channel looks the same', async () => {
    const { s, bot } = await stage()
    await s.act('promote', { as: 'alice', chat: NEWS.id, who: 'bob', rights: { can_edit_messages: true } })
    const admins = [
      { user: ALICE, status: 'creator' },
      { user: GREETER, status: 'administrator', ...ALL_RIGHTS, can_read_all_group_messages: true },
      { user: BOB, status: 'administrator', ...NO_RIGHTS, can_edit_messages: true },
    ]
    expect(await bot.call('getChatAdministrators', { chat_id: NEWS.id })).toEqual(granted(admins))
  })

  it.each([true, false])(
    'MEM-15 that is a bot shows can_read_all_group_messages: %s',
    async (can_read_all_group_messages) => {
      const staged = await acquainted()
      await staged.s.act('updateBot', { bot: 'greeter', can_read_all_group_messages })
      const shown = { user: GREETER, status: 'administrator', ...ALL_RIGHTS, can_read_all_group_messages }
      expect(await member(staged, GREETER)).toEqual(granted(shown))
      expect((await member(staged, BOB)).body.result).not.toHaveProperty('can_read_all_group_messages')
    },
  )

  it('MEM-16 has a custom title or none', async () => {
    const staged = await acquainted()
    await staged.s.act('promote', { as: 'alice', chat: TEAM.id, who: 'bob', custom_title: 'Deputy' })
    const plain = { user: BOB, status: 'administrator', ...NO_RIGHTS }
    expect(await member(staged, BOB)).toEqual(granted({ ...plain, custom_title: 'Deputy' }))
    await staged.s.act('promote', { as: 'alice', chat: TEAM.id, who: 'bob' })
    expect(await member(staged, BOB)).toEqual(granted(plain))
  })
})

it('MEM-02 the list of administrators holds the statuses of administrators', async () => {
  const { bot } = await stage()
  const list: { status: string }[] = await bot.ok('getChatAdministrators', { chat_id: TEAM.id })
  expect(list.map(({ status }) => status)).toEqual(['creator', 'administrator', 'administrator'])
})
