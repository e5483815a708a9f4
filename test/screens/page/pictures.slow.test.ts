// The pictures in docs/ show the page as it is. To make a picture again, delete it and run this test.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, isDrawn, openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { type Service, service } from '../../helpers/service.ts'

const MENU = {
  inline_keyboard: [
    [
      { text: 'Espresso', callback_data: 'espresso' },
      { text: 'Cappuccino', callback_data: 'cappuccino' },
    ],
    [{ text: 'Nothing today', callback_data: 'none' }],
  ],
}

/** A cup of coffee, seen from above. */
const CUP = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">
  <rect width="480" height="320" fill="#c9a27a"/><rect y="230" width="480" height="90" fill="#b88d63"/>
  <circle cx="240" cy="160" r="130" fill="#f4efe8"/><circle cx="240" cy="160" r="92" fill="#e3dbd0"/>
  <rect x="310" y="142" width="76" height="36" rx="18" fill="#f9f6f1"/>
  <circle cx="240" cy="160" r="84" fill="#f9f6f1"/><circle cx="240" cy="160" r="70" fill="#5b3a24"/>
  <circle cx="240" cy="160" r="48" fill="#d8b48a"/><circle cx="240" cy="152" r="22" fill="#f2e3cd"/>
</svg>`

async function furnish(s: Service) {
  const alice = await s.user('Alice', { handle: 'alice' })
  await s.user('Bob', { handle: 'bob' })
  const cafe = await s.bot({ handle: 'cafe', first_name: 'Café' })
  await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['bob', 'cafe'] })
  const send = (as: string, to: string, text: string) => s.act('send', { as, to, text })
  await send('bob', 'team', 'Who wants coffee?')
  await send('alice', 'team', 'Me! Two cups, please.')
  await send('bob', 'team', 'I ask the bot.')
  await s.act('start', { as: 'alice', bot: 'cafe' })
  await cafe.ok('sendMessage', {
    chat_id: alice.id,
    text: 'Good morning, Alice. What may I bring you?',
    reply_markup: MENU,
  })
  await s.act('press', { as: 'alice', chat: 'cafe', button: 'Cappuccino' })
  await cafe.ok('sendMessage', { chat_id: alice.id, text: 'A cappuccino. Please send a picture of your cup.' })
  const jpeg = await sharp(Buffer.from(CUP)).jpeg().toBuffer()
  const photo = { name: 'cup.jpg', base64: jpeg.toString('base64') }
  await s.act('sendFile', { as: 'alice', to: 'cafe', kind: 'photo', file: photo, caption: 'My cup' })
  await cafe.call('sendMessage', { chat_id: alice.id, text: '' })
  await cafe.ok('sendMessage', { chat_id: alice.id, text: 'Thank you, it is on its way.', parse_mode: 'HTML' })
  await cafe.drain()
}

/** Returns the mean difference of two pictures, from 0 to 255. They are made small first, because fonts may differ. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all(
    [one, other].map((picture) => sharp(picture).resize(48, 48, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
  )
  return first!.reduce((sum, value, at) => sum + Math.abs(value - second![at]!), 0) / first!.length
}

const SIZES = { 1600: 900, 1200: 800, 768: 1024, 375: 740 } as const
const IN_DOCS: readonly number[] = [1600, 375]

describe.runIf(isHere('chromium')).each([1600, 1200, 768, 375] as const)('at a width of %s', (width) => {
  it.each(['light', 'dark'] as const)('the page fits and looks as in docs/, in %s colours', async (colorScheme) => {
    const s = await service()
    await furnish(s)
    const height = SIZES[width]
    const isWide = width > 960
    const route = `phone=alice/cafe${width === 1600 ? '&phone=bob/team' : ''}&panel=${isWide ? 'traffic' : 'phones'}`
    const page = await openPage(s.url, { route, width, height, colorScheme })
    const phone = phoneOf(page, 'Alice')
    await phone.getByRole('log').getByText('Thank you').waitFor()
    await expect.poll(() => phone.getByRole('img', { name: 'My cup' }).evaluate(isDrawn)).toBe(true)
    const { x, width: drawn } = (await phone.boundingBox())!
    expect(x + drawn).toBeLessThanOrEqual(width)
    expect(drawn).toBeGreaterThan(330)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect((await page.locator('header').boundingBox())!.height).toBeLessThan(60)
    expect(await accessibilityProblems(page)).toEqual([])
    const picture = await page.screenshot()
    if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/${width}-${colorScheme}.png`, picture)
    if (!IN_DOCS.includes(width)) return
    const file = `docs/page-${isWide ? 'wide' : 'narrow'}-${colorScheme}.webp`
    if (!existsSync(file)) writeFileSync(file, await sharp(picture).webp({ quality: 40, effort: 6 }).toBuffer())
    expect(await differenceOf(picture, readFileSync(file))).toBeLessThan(8)
  })
})
