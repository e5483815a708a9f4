// What a newcomer does, in few keys and with no letter lost, at two sizes.

import { describe, expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'
import { openDashboard } from './stage/open.tsx'

const SIZES = [
  [80, 24],
  [120, 40],
] as const

const BUTTONS = {
  inline_keyboard: [
    [
      { text: 'Thanks', callback_data: 't' },
      { text: 'Help', callback_data: 'h' },
    ],
  ],
}

async function stage(columns = 120, rows = 40) {
  const s = await service()
  const alice = await s.user('Alice', { handle: 'alice' })
  const bob = await s.user('Bob', { handle: 'bob' })
  const bot = await s.bot({ handle: 'greeter', username: 'greeter_bot' })
  const open = (more: object = {}) => openDashboard({ url: s.url, columns, rows, ...more })
  return { s, alice, bob, bot, open }
}

/** A chat that was started, with a message of the bot that has buttons. */
async function started(columns?: number, rows?: number) {
  const here = await stage(columns, rows)
  await here.s.act('start', { as: 'alice', bot: 'greeter' })
  await here.bot.drain()
  await here.bot.ok('sendMessage', { chat_id: here.alice.id, text: 'What shall I do?', reply_markup: BUTTONS })
  return here
}

describe.each(SIZES)('at %i x %i', (columns, rows) => {
  it('text typed at the start is text, and Enter starts the chat and keeps it', async () => {
    const { s, open } = await stage(columns, rows)
    const screen = await open()
    await screen.until('Enter starts the bot')
    await screen.rush('"yes hello ?!:/')
    await screen.until('yes hello ?!:/')
    await screen.press('enter')
    await screen.until('/start')
    expect(screen.text()).toContain('› yes hello ?!:/')
    await screen.press('enter')
    await expect
      .poll(async () => (await s.view('/users/alice/chats/greeter')).messages.at(-1).text)
      .toBe('yes hello ?!:/')
    await screen.until('write to Greeter')
  })

  it('hi and Enter in one chunk are sent', async () => {
    const { s, open } = await started(columns, rows)
    const screen = await open()
    await screen.until('What shall I do?')
    await screen.rush('"hi', 'enter')
    await expect.poll(async () => (await s.view('/users/alice/chats/greeter')).messages.at(-1).text).toBe('hi')
  })

  it('the end of a chat stays in sight, however long the chat is', async () => {
    const { alice, bot, open } = await started(columns, rows)
    const screen = await open()
    for (let n = 1; n <= 24; n++) {
      await bot.ok('sendMessage', { chat_id: alice.id, text: `answer ${n}` })
      // The rule below the messages stands above the input.
      await expect
        .poll(() => screen.rows().at(screen.rows().findIndex((row) => row.includes('Alice ›')) - 2))
        .toMatch(`answer ${n} `)
    }
  })

  it('Up and Enter press the newest button', async () => {
    const { bot, open } = await started(columns, rows)
    const screen = await open()
    await screen.until('Thanks')
    await screen.press('up')
    await screen.until('[ Thanks ]')
    expect(screen.rows().at(-1)).toContain('press Thanks')
    await screen.press('right', 'enter')
    await expect.poll(async () => (await bot.drain())[0]?.callback_query?.data).toBe('h')
    await screen.press('"delete it')
    await screen.until('Alice › delete it')
  })

  it('a refusal is told with its cause at once, and Ctrl-G shows it', async () => {
    const { alice, bot, open } = await started(columns, rows)
    const screen = await open()
    await screen.until('What shall I do?')
    await bot.call('sendMessage', { chat_id: alice.id, text: 'x'.repeat(4100) })
    await screen.until('Refused: greeter sendMessage 400')
    expect(screen.text()).toContain('(Ctrl-G)')
    expect(screen.rows()[0]).toContain('1 refused')
    await screen.press('ctrl-g')
    await screen.until(/traffic \d+ of \d+/)
    await screen.until(/4100 of/)
    await screen.gone('Refused: greeter')
    await screen.press('enter')
    await screen.until('sendMessage 400 refused')
  })

  it('a success does not replace a refusal', async () => {
    const { alice, bot, open } = await started(columns, rows)
    const screen = await open()
    await screen.until('What shall I do?')
    await bot.call('sendMessage', { chat_id: alice.id + 77, text: 'x' })
    await screen.until('Refused: greeter sendMessage')
    await screen.press('up', 'd')
    await screen.until('Deleted "What shall I do?". Ctrl-X undoes it.')
    expect(screen.text()).toContain('Refused: greeter sendMessage')
  })

  it('Ctrl-X undoes and Ctrl-Y redoes, from the input', async () => {
    const { open } = await started(columns, rows)
    const screen = await open()
    await screen.until('What shall I do?')
    await screen.press('"first', 'enter')
    await screen.until(/first/)
    await screen.until('write to Greeter')
    await screen.press('ctrl-x')
    await screen.until('Undone: Send a text. Ctrl-Y brings it back.')
    await expect.poll(() => screen.screen.conversation.peek()?.messages.at(-1)?.text).toBe('What shall I do?')
    await screen.press('ctrl-y')
    await screen.until('Redone: Send a text.')
    await expect.poll(() => screen.screen.conversation.peek()?.messages.at(-1)?.text).toBe('first')
  })

  it('Ctrl-T moves the clock', async () => {
    const { s, open } = await started(columns, rows)
    const screen = await open()
    await screen.until('What shall I do?')
    const { now } = await s.view('/clock')
    await screen.press('ctrl-t')
    await screen.until('Let the clock run')
    await screen.press('"+1h', 'enter')
    await expect.poll(async () => (await s.view('/clock')).now).toBe(now + 3600)
  })

  it('Ctrl-P finds another person, and the draft stays with its chat', async () => {
    const { open } = await started(columns, rows)
    const screen = await open()
    await screen.until('write to Greeter')
    await screen.press('"half a', 'ctrl-p', '"bob', 'enter')
    await screen.until('Bob ›')
    expect(screen.text()).not.toContain('half a')
    await screen.press('ctrl-p', '"be alice', 'enter')
    await screen.until('Alice › half a')
  })

  it('Ctrl-S records, and stops', async () => {
    const { open } = await started(columns, rows)
    const screen = await open()
    await screen.until('write to Greeter')
    await screen.press('ctrl-s')
    await screen.until('Recording. Ctrl-S stops and saves.')
    expect(screen.rows()[0]).toContain('● rec')
    await screen.press('"hello', 'enter')
    await screen.until('hello')
    await screen.press('ctrl-s')
    await screen.until('Save the recording')
    await screen.press('enter')
    await screen.until('Saved as recorded.scenario.yaml. Run it: npx bot-emulator test recorded.scenario.yaml')
  })

  it('a blocked bot has a button that unblocks it', async () => {
    const { s, open } = await started(columns, rows)
    await s.act('block', { as: 'alice', bot: 'greeter' })
    const screen = await open()
    await screen.until('Unblock (Enter)')
    await screen.press('enter')
    await screen.until('write to Greeter')
    expect((await s.view('/users/alice/chats/greeter')).blocked).toBe(false)
  })
})

it('/start with the payload of a deep link starts the chat with it', async () => {
  const { bot, open } = await stage()
  const screen = await open()
  await screen.until('Enter starts the bot')
  await screen.press('"/start ref42', 'enter')
  await expect.poll(async () => (await bot.drain()).map(({ message }) => message.text)).toEqual(['/start ref42'])
  await screen.until('Alice › ▏write to Greeter')
})

it('Esc never clears the text, and returns from each list to the input', async () => {
  const { open } = await started()
  const screen = await open()
  await screen.until('write to Greeter')
  await screen.press('"draft', 'esc', 'esc')
  expect(screen.text()).toContain('Alice › draft')
  for (const tabs of [1, 2, 3]) {
    await screen.press(...Array<string>(tabs).fill('tab'))
    expect(screen.screen.focus.peek()).toBe(['messages', 'chats', 'traffic'][tabs - 1])
    await screen.press('esc')
    expect(screen.screen.focus.peek()).toBe('input')
  }
  expect(screen.text()).toContain('Alice › draft')
})

it('sent texts come back with Ctrl-Up and Ctrl-Down', async () => {
  const { open } = await started()
  const screen = await open()
  await screen.until('write to Greeter')
  await screen.press('"one', 'enter', '"two', 'enter', '"three')
  await screen.press('ctrl-up')
  await screen.until('Alice › two')
  await screen.press('ctrl-up')
  await screen.until('Alice › one')
  await screen.press('ctrl-down', 'ctrl-down')
  await screen.until('Alice › three')
})

it("a slash suggests the bot's commands, and Tab completes", async () => {
  const { bot, open } = await started()
  await bot.ok('setMyCommands', {
    commands: [
      { command: 'start', description: 'begin' },
      { command: 'stop', description: 'end' },
    ],
  })
  const screen = await open()
  await screen.until('write to Greeter')
  await screen.press('"/sto')
  await screen.until(/stop {2}end/)
  expect(screen.rows().at(-1)).toContain('Tab complete')
  await screen.press('tab')
  await screen.until('Alice › /stop ')
  expect(screen.screen.focus.peek()).toBe('input')
})

it('a typed path of a file can be sent by Tab, and Enter sends the text', async () => {
  const { s, open } = await started()
  const path = `${process.cwd()}/fixtures/media/plain.jpg`
  const screen = await open()
  await screen.until('write to Greeter')
  await screen.press(`"${path}`)
  await screen.until('Tab sends the file, Enter the text')
  await screen.press('tab')
  await expect
    .poll(async () => (await s.view('/users/alice/chats/greeter')).messages.at(-1).photo?.length)
    .toBeGreaterThan(0)
  await screen.until('[photo]')
})

it('a typed path without a file is told, and stays in the input', async () => {
  const { open } = await started()
  const screen = await open()
  await screen.until('write to Greeter')
  await screen.press('"./nope.jpg', 'tab')
  await screen.until('Not done: The file or its folder does not exist. Check the path.')
  await screen.until('Alice › ./nope.jpg▏')
})

it('Up and Down go through the rows of buttons of a message', async () => {
  const { alice, bot, open } = await started()
  const inline_keyboard = ['One', 'Two'].map((text) => [{ text, callback_data: text }])
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'Which one?', reply_markup: { inline_keyboard } })
  const screen = await open()
  await screen.until('Two')
  await screen.press('up', 'down')
  await screen.until('[ Two ]')
  await screen.press('up')
  await screen.until('[ One ]')
  await screen.press('up')
  await screen.until('[ Thanks ]')
})

it('Ctrl-C during a recording asks first, and a recording without steps is dropped', async () => {
  const { open } = await started()
  const screen = await open()
  await screen.until('write to Greeter')
  await screen.press('ctrl-s')
  await screen.until('● rec')
  await screen.press('ctrl-c')
  await screen.until('The recording is not saved. Ctrl-S saves it; Ctrl-C again quits without it.')
  expect(screen.hasQuit()).toBe(false)
  await screen.press('ctrl-c')
  expect(screen.hasQuit()).toBe(true)
  await screen.press('ctrl-s')
  await screen.until('Nothing was recorded.')
  await screen.gone('● rec')
})

it('a recording that is saved says which of its steps may fail', async () => {
  const { open } = await started()
  const screen = await open()
  await screen.until('write to Greeter')
  await screen.press('ctrl-s')
  await screen.until('● rec')
  await screen.press('up', 'r', '"why', 'enter')
  await screen.until(/why/)
  await screen.press('ctrl-s')
  await screen.until('Save the recording')
  await screen.press('enter')
  await screen.until(
    'A step refers to messages from before the recording and may fail in a replay. A comment marks each.',
  )
  expect(screen.text()).toContain('Saved as recorded.scenario.yaml.')
})

it('a crash of the bot is told with its code, and Ctrl-G goes to what it wrote', async () => {
  const { s, alice, bot, open } = await started()
  const screen = await open()
  await screen.until('What shall I do?')
  await screen.press('ctrl-g')
  await screen.until('No call was refused.')
  const tell = (about: object) => s.emulator.reportProgram({ bot: bot.id, ...about })
  tell({ how: 'started', command: 'node bot.mjs' })
  tell({ how: 'wrote', lines: ['Error: boom', '    at run (bot.mjs:1:1)'], error: 'Error: boom' })
  tell({ how: 'ended', code: 1, signal: null, restarts_in: 1 })
  await screen.until('greeter ended (exit code 1) (Ctrl-G)')
  await screen.until(/ended \(exit code 1\), starts +│\n.* again in 1 s /)
  await screen.press('ctrl-g')
  await screen.until(/▌.*Error: boom/)
  await screen.press('esc')
  await bot.call('sendMessage', { chat_id: alice.id, text: 'x'.repeat(4097) })
  tell({ how: 'wrote', lines: ['Error: the call failed'], error: 'Error: the call failed' })
  tell({ how: 'ended', code: 1, signal: null, restarts_in: 1 })
  await screen.until('4097 of 4096 characters. greeter ended (exit code 1) (Ctrl-G)')
  await screen.press('ctrl-g')
  await screen.until(/▌.*400 sendMessage/)
  await screen.press('ctrl-g')
  await screen.until(/▌.*Error: boom/)
})

it('the mouse opens chats, presses buttons and gives the input the focus', async () => {
  const { s, bot, open } = await started()
  await s.act('createGroup', { owner: 'alice', title: 'Team' })
  const screen = await open()
  await screen.until('Thanks')
  await screen.mouse('click', 'Thanks')
  await expect.poll(async () => (await bot.drain())[0]?.callback_query?.data).toBe('t')
  await screen.mouse('click', 'Team')
  await screen.until('write to Team')
  await screen.mouse('click', 'Greeter')
  await screen.until('write to Greeter')
  await screen.press('tab')
  await screen.mouse('click', 'write to Greeter')
  expect(screen.screen.focus.peek()).toBe('input')
})

it('a notice moves nothing below the mouse', async () => {
  const { alice, bot, open } = await started()
  const screen = await open()
  await screen.until('Thanks')
  const panes = () => screen.rows().slice(3, -1)
  const before = panes()
  await bot.call('sendMessage', { chat_id: alice.id, text: 'x'.repeat(4100) })
  await screen.until('Refused: greeter sendMessage 400')
  const isChat = (row: string) => row.slice(0, 78)
  expect(panes().map(isChat)).toEqual(before.map(isChat))
})

it('a form shows why it was refused whole, above its fields', async () => {
  const { s, open } = await stage(80, 24)
  await s.user('Carol', { handle: 'carol' })
  await s.act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['bob', 'carol'] })
  const screen = await open({ me: 'bob', open: 'team' })
  await screen.until('write to Team')
  await screen.press('ctrl-p', '"mute', 'enter')
  await screen.until('Mute a member: Who')
  await screen.press('"carol', 'enter')
  await screen.until('Mutes a member of a group. * is required.')
  await screen.press('enter')
  await screen.until(/with can_restrict_members, ┃┃\n.* {2}or promote the person\. /)
})

it('mutes and promotes with at most seven keys besides text', async () => {
  const { s, open } = await started()
  await s.act('createGroup', { owner: 'alice', title: 'Team', members: ['bob'], handle: 'team' })
  const screen = await open({ me: 'alice', open: 'team' })
  await screen.until('write to Team')
  await screen.press('ctrl-p', '"mute', 'enter')
  await screen.until('Mute a member: Who')
  await screen.press('"bob', 'enter', 'enter')
  await screen.until('Bob is muted in Team.')
  expect((await s.view('/chats/team/members/bob')).status).toBe('restricted')
  await screen.gone('Mutes a member')
  await screen.press('ctrl-p', '"admin', 'enter')
  await screen.until('Make an administrator: Who')
  await screen.press('"bob', 'enter', 'enter')
  await screen.until('Bob is an administrator of Team.')
  expect((await s.view('/chats/team/members/bob')).status).toBe('administrator')
})

it('gives an update again and compares the calls', async () => {
  const { alice, bot, open } = await stage()
  const screen = await open()
  await screen.until('Enter starts the bot')
  await screen.press('enter')
  await screen.until('← /start')
  const [first] = await bot.drain()
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
  await screen.until('ok sendMessage')
  expect(first.message.text).toBe('/start')
  await screen.press('ctrl-n')
  await screen.until(/update \d+ again: no call yet/)
  await bot.drain()
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'Hello again' })
  await screen.until(/1 call before, 1 now, 1/)
  expect(screen.text()).toContain('- sendMessage, text: Hello')
  expect(screen.text()).toContain('+ sendMessage, text: Hello again')
})

it('after an undo says that older updates cannot be given again, and gives newer ones', async () => {
  const { bot, open } = await started()
  const screen = await open()
  await screen.until('What shall I do?')
  await screen.press('"first', 'enter')
  await screen.until('← first')
  await bot.drain()
  await screen.press('"gone', 'enter')
  await screen.until('← gone')
  await screen.press('ctrl-x')
  await screen.until('Undone')
  await screen.press('ctrl-n')
  await screen.until('The world was restored after this update. Send the message again.')
  expect(screen.text()).not.toContain('given again')
  await screen.press('ctrl-y')
  await screen.until('Redone')
  expect(screen.text().split('the world was restored')).toHaveLength(2)
  await screen.press('"last', 'enter')
  await screen.until('← last')
  await screen.press('ctrl-n')
  await screen.until(/update \d+ again: no call yet/)
})
