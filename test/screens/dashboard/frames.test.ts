// Whole frames at two sizes; docs/dashboard.md shows one of them.
// They are written anew by: npx vitest run test/screens/dashboard/frames.test.ts --update

import { describe, expect, it } from 'vitest'
import { openDashboard } from './stage/open.tsx'
import { places, TOKEN, talk } from './stage/talk.ts'

type Opened = Awaited<ReturnType<typeof openDashboard>>

const opened =
  (columns: number, rows: number, more: object = {}) =>
  async () => {
    const { s } = await talk()
    const screen = await openDashboard({
      url: s.url,
      columns,
      rows,
      isSteady: true,
      me: 'alice',
      open: 'greeter',
      ...more,
    })
    await screen.until('Greeting went out.')
    // All that is loaded after the chat: the diagnosis, the past calls, and that the chat is read.
    await screen.until('Greeter has not asked for update')
    await expect.poll(() => screen.model.counts.peek().refused).toBe(1)
    await screen.gone('(2)')
    return screen
  }

const SCENES: Readonly<Record<string, (screen: Opened) => Promise<unknown>>> = {
  talk: async () => {},
  buttons: ({ press }) => press('up'),
  traffic: ({ press }) => press('ctrl-g'),
  exchange: ({ press }) => press('ctrl-g', 'enter'),
  async palette({ press, until }) {
    await press('ctrl-p', '"photo')
    await until('Send a photo or file')
  },
  async form({ press, until }) {
    await press('ctrl-p', '"mute', 'enter')
    await until('Mute a member: Chat')
    await press('enter', '"bob', 'enter')
    await until('Mutes a member')
  },
  help: ({ press }) => press('f1'),
  async clock({ press, until }) {
    await press('ctrl-t')
    await until('Forward 1 hour')
  },
  async members({ press, until }) {
    await press('ctrl-p', '"open team', 'enter')
    await until('write to Team')
    await press('tab', 'P')
    await until('owner')
  },
}

describe.each([
  [80, 24],
  [120, 40],
])('at %i x %i', (columns, rows) => {
  it.each(Object.entries(SCENES))('shows %s', async (name, act) => {
    const screen = await opened(columns, rows)()
    await act(screen)
    await screen.settled()
    await expect(`${screen.text()}\n`).toMatchFileSnapshot(`../../../fixtures/frames/${columns}x${rows}/${name}.txt`)
  })

  it('shows the three first steps, with the command that starts a bot', async () => {
    const { s } = await places()
    const screen = await openDashboard({ url: s.url, columns, rows, isSteady: true, me: 'alice', open: 'greeter' })
    await screen.until('Start your bot')
    await screen.until('Enter starts the bot')
    await screen.until('not connected')
    await expect(`${screen.text()}\n`).toMatchFileSnapshot(`../../../fixtures/frames/${columns}x${rows}/new.txt`)
    await screen.press('ctrl-p', 'enter')
    await expect.poll(() => screen.copied).toEqual([`BOT_API_URL=http://127.0.0.1:8081 BOT_TOKEN=${TOKEN} node bot.js`])
  })
})

it('draws in ASCII whatever is its own, and leaves what people wrote as it is', async () => {
  const screen = await opened(120, 40, { ascii: true })()
  const OURS = /[│┃╭╮╰╯┏┓┗┛─━●→←↪⊤↗▸▾‹›█░▁-▇·▌▏…]/
  for (const keys of [[], ['up'], ['ctrl-g'], ['enter'], ['ctrl-p'], ['esc'], ['f1']]) {
    await screen.press(...keys)
    expect(screen.text().replaceAll('日本語', '')).not.toMatch(OURS)
  }
  await screen.press('esc', 'esc', 'esc', 'esc')
  await screen.until('猫です')
})

it('uses no colour where there is to be none, and attributes all the same', async () => {
  const screen = await opened(120, 40)()
  await screen.press('up')
  expect(screen.bytes()).not.toMatch(/\u001b\[(?:\d+;)*(?:3\d|4\d|9\d)m/)
  for (const attribute of ['\u001b[1m', '\u001b[2m', '\u001b[7m']) expect(screen.bytes()).toContain(attribute)
})

it("uses only the terminal's own sixteen colours", async () => {
  const screen = await opened(120, 40, { env: { NO_COLOR: '' } })()
  await screen.press('up')
  expect(screen.bytes()).toMatch(/\u001b\[3[1-6]m/)
  expect(screen.bytes()).not.toMatch(/\u001b\[[34]8;/)
})

it('reads to a screen reader: no frames, and new messages once', async () => {
  const { s, alice, bot } = await talk()
  const env = { INK_SCREEN_READER: 'true' }
  const screen = await openDashboard({
    url: s.url,
    columns: 100,
    rows: 60,
    isSteady: true,
    env,
    me: 'alice',
    open: 'greeter',
  })
  await screen.until('Greeting went out.')
  expect(screen.text()).not.toMatch(/[│┃╭╮╰╯┏┓┗┛]/)
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'news for you' })
  await screen.until('Greeter: news for you')
  await screen.press('"a', '"b')
  expect(screen.bytes().split('Greeter: news for you')).toHaveLength(2)
})

const HOSTILE = 'a\rb\b\u0007c \u202eevil\u202c \u001b[2J\u001b]0;title\u0007 z\u0300\u0301\u0302\u0303\tx\u200b\u2028y'

it('keeps hostile text in its cell', async () => {
  const { s, alice, bot } = await talk()
  await bot.ok('sendMessage', { chat_id: alice.id, text: HOSTILE })
  const screen = await openDashboard({ url: s.url, isSteady: true, me: 'alice', open: 'greeter' })
  await screen.until('evil')
  expect(screen.text()).not.toMatch(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
  )
  expect(screen.bytes()).not.toContain('\u001b[2J')
  expect(screen.scrolled()).toBe(0)
})

it('draws nothing while nothing changes', async () => {
  const screen = await opened(120, 40)()
  const before = screen.bytes().length
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(screen.bytes().length).toBe(before)
})
