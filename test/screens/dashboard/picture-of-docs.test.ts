// The picture in the README and in docs/dashboard.md is what the dashboard draws.
// It is drawn anew by: npx vitest run test/screens/dashboard/picture-of-docs.test.ts --update

import sharp from 'sharp'
import { expect, it } from 'vitest'
import { NOON, service } from '../../helpers/service.ts'
import { openDashboard } from './stage/open.tsx'
import { svgOf } from './stage/svg.ts'

const EIGHT = NOON + 8 * 3600

/** The sun goes down behind the sea. */
async function sunset(): Promise<Blob> {
  const [width, height] = [80, 40]
  const pixels = Array.from({ length: width * height }, (_, i) => colourAt((i % width) / 2, Math.floor(i / width) / 2))
  const raw = { width, height, channels: 3 } as const
  const png = await sharp(Uint8Array.from(pixels.flat()), { raw }).png().toBuffer()
  return new File([new Uint8Array(png)], 'sunset.png')
}

function colourAt(x: number, y: number): number[] {
  const isSun = Math.hypot(x - 26, y - 11) < 4.5
  if (y < 13) return isSun ? [255, 226, 150] : [70 + y * 14, 60 + y * 7, 120 - y * 3]
  const glitters = Math.abs(x - 26) < 1 + (y - 12) / 2 && Math.floor(x + y) % 2 === 0
  return glitters ? [240, 180, 110] : [30 - (y - 13) * 2, 60 - (y - 13) * 4, 100 - (y - 13) * 6]
}

const BUTTONS = {
  inline_keyboard: [
    [
      { text: 'Book it', callback_data: 'book' },
      { text: 'Another one', callback_data: 'next' },
    ],
    [{ text: 'See the menu', url: 'https://example.org/menu' }],
  ],
}

async function evening() {
  const s = await service()
  const alice = await s.user('Alice', { handle: 'alice' })
  for (const name of ['Bob', 'Carol']) await s.user(name, { handle: name.toLowerCase() })
  const bot = await s.bot({ handle: 'tables', username: 'tables_bot', first_name: 'Table for two', owner: 'bob' })
  const team = await s.act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['bob', 'tables'] })
  await s.act('createChannel', { title: 'News', handle: 'news', owner: 'alice', subscribers: ['bob'] })
  const at = (seconds: number) => s.act('setClock', { at: EIGHT + seconds })
  const say = (text: string, more: object = {}) => bot.ok('sendMessage', { chat_id: alice.id, text, ...more })
  await at(0)
  await s.act('start', { as: 'alice', bot: 'tables' })
  await bot.drain()
  await at(1)
  await say('Hello, Alice! Where shall I book a table?')
  await at(24)
  const wish = await s.act('send', { as: 'alice', to: 'tables', text: 'By the water, for two, at nine.' })
  await bot.drain()
  await at(25)
  const caption = 'The Harbour has a table by the window.'
  const photo = { chat_id: alice.id, photo: await sunset(), caption, reply_markup: JSON.stringify(BUTTONS) }
  const offer = await bot.ok('sendPhoto', photo, 'multipart')
  await at(40)
  await s.act('press', { as: 'alice', chat: 'tables', button: 'Book it', message_id: offer.message_id })
  await bot.drain()
  await at(41)
  await say('Booked: The Harbour, tonight at nine, for two.', { reply_to_message_id: wish.message_id })
  await s.act('injectFault', { bot: 'tables', status: 429, retry_after: 7 })
  await bot.call('sendMessage', { chat_id: team.id, text: 'Alice dines at The Harbour tonight.' })
  await s.act('send', { as: 'bob', to: 'team', text: 'Who comes along?' })
  await bot.drain()
  return s
}

it.each(['dark', 'light'] as const)('in a %s terminal', async (theme) => {
  const { url } = await evening()
  const env = { NO_COLOR: '' }
  const screen = await openDashboard({ url, columns: 120, rows: 40, isSteady: true, env, me: 'alice', open: 'tables' })
  await screen.until('▀▀▀')
  await screen.until('1 refused')
  await screen.until('ok sendPhoto')
  // What the chat shows counts as read a moment after it is shown.
  await screen.gone('(2)')
  await screen.settled()
  const picture = svgOf(screen.cells(), theme, 'The dashboard of bot-emulator')
  await expect(picture).toMatchFileSnapshot(`../../../docs/dashboard-${theme}.svg`)
})
