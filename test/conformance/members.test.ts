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

const MUTED = { user: CAROL, status: 'restricted', is_member: true, can_send_messages: false }
const LEFT = { user: CAROL, status: 'left' }
const KICKED = { user: CAROL, status: 'kicked' }
const ban = ({ s }: Stage) => s.act('ban', { as: 'alice', chat: TEAM.id, who: 'carol' })

type Shown = Record<string, unknown> & { user: { id: number } }

const STATUSES: [rules: string, who: string, shown: Shown, arrange?: (on: Stage) => unknown][] = [
  ['MEM-01 MEM-02 MEM-03 GAP-24', 'the creator', { user: ALICE, status: 'creator' }],
  ['MEM-01 MEM-02 MEM-04 MEM-13', 'an administrator', { user: BOB, status: 'administrator', ...NO_RIGHTS }],
  ['MEM-01 MEM-02 MEM-05 GAP-24', 'a member', { user: CAROL, status: 'member' }],
  ['MEM-01 MEM-02 MEM-06 MEM-09 MEM-10 MEM-12', 'somebody muted', { ...MUTED, until_date: 0 }, (on) => mute(on)],
  [
    'MEM-01 MEM-02 MEM-07 GAP-24 GAP-25',
    'one who left',
    LEFT,
    ({ s }) => s.act('leave', { as: 'carol', chat: TEAM.id }),
  ],
  [
    'MEM-07 GAP-24 GAP-25',
    'somebody seen who never was there',
    { user: DAVE, status: 'left' },
    ({ s }) => s.act('start', { as: 'dave', bot: 'greeter' }),
  ],
  ['MEM-01 MEM-02 MEM-08 GAP-24 GAP-25', 'somebody banned', KICKED, ban],
  ['MEM-08 GAP-24 GAP-25', 'somebody muted and banned', KICKED, (on) => mute(on).then(() => ban(on))],
  [
    'MEM-04 MEM-05',
    'a former administrator',
    { user: BOB, status: 'member' },
    ({ s }) => s.act('demote', { as: 'alice', chat: TEAM.id, who: 'bob' }),
  ],
  [
    'MEM-09 MEM-10 MEM-11',
    'somebody muted for an hour',
    { ...MUTED, until_date: NOON + HOUR },
    (on) => mute(on, NOON + HOUR),
  ],
  [
    'MEM-06 MEM-09',
    'somebody whom a person has muted',
    { ...MUTED, until_date: NOON + HOUR },
    ({ s }) => s.act('mute', { as: 'alice', chat: TEAM.id, who: 'carol', until_date: NOON + HOUR }),
  ],
  [
    'MEM-06 MEM-12',
    'somebody muted long ago without an end',
    { ...MUTED, until_date: 0 },
    (on) => mute(on).then(() => on.s.act('advanceClock', { seconds: 400 * 24 * HOUR })),
  ],
]

it.each(STATUSES)('%s shows %s', async (_rules, _who, shown, arrange) => {
  const staged = await acquainted()
  await arrange?.(staged)
  expect(await member(staged, shown.user)).toEqual(granted(shown))
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
