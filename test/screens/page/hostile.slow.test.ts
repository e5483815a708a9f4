// Hostile names, texts and links on the page: they stay texts, and the page loads nothing from elsewhere.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { service } from '../../helpers/service.ts'

const IMAGE = '<img src=x onerror="document.title=1">'
const SCRIPT = '"><script>document.title=1</script>'
const REVERSED = '\u202Etxt.exe'
const LONG = 'x'.repeat(4096)

const foreignRequests = (page: Page, url: string) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(url) && !/^(data|blob):/.test(address)) requests.push(address)
  })
  return requests
}

describe.runIf(isHere('chromium'))('hostile content', () => {
  it.each([360, 1280])(
    'stays text in every part of the page, at a width of %s',
    { timeout: 120_000 },
    async (width) => {
      const s = await service()
      const eve = await s.user(IMAGE, { handle: 'eve' })
      await s.user(REVERSED, { handle: 'reversed' })
      const bot = await s.bot({ handle: 'greeter', first_name: SCRIPT })
      await s.act('createGroup', { handle: 'team', title: SCRIPT, owner: 'eve', members: ['reversed', 'greeter'] })
      await s.act('start', { as: 'eve', bot: 'greeter' })
      await bot.ok('setMyCommands', { commands: [{ command: 'menu', description: IMAGE }] })
      const reply_markup = { inline_keyboard: [[{ text: IMAGE, url: 'https://example.com/?q="><script>' }]] }
      await bot.ok('sendMessage', { chat_id: eve.id, text: `${IMAGE} </script>`, reply_markup })
      await bot.ok('sendMessage', { chat_id: eve.id, text: LONG, reply_markup: { keyboard: [[{ text: SCRIPT }]] } })
      await bot.ok('sendMessage', { chat_id: eve.id, text: REVERSED })
      await bot.ok('sendMessage', {
        chat_id: eve.id,
        text: 'javascript:document.title=1 //example.com https://example.com',
      })
      await s.act('send', { as: 'reversed', to: 'team', text: IMAGE })
      await bot.call('sendMessage', { chat_id: IMAGE, text: SCRIPT, [IMAGE]: SCRIPT })
      await s.act('snapshot', { name: 'x' })

      const page = await openPage(s.url, { width, height: 800 })
      const requests = foreignRequests(page, s.url)
      for (const panel of ['phones', 'traffic', 'bots', 'world', 'record', 'actions']) {
        await page.goto(`${s.url}/_emulator/#phone=eve/greeter&phone=reversed/team&panel=${panel}`)
        const part = panel === 'phones' ? phoneOf(page, IMAGE) : page.getByRole('complementary')
        await part.waitFor()
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
      await page.goto(`${s.url}/_emulator/#phone=eve/greeter&panel=${width < 960 ? 'phones' : 'traffic'}`)
      const texts = phoneOf(page, IMAGE).getByRole('log').locator('.text')
      await expect
        .poll(() => texts.allTextContents())
        .toEqual([
          '/start',
          `${IMAGE} </script>`,
          LONG,
          REVERSED,
          'javascript:document.title=1 //example.com https://example.com',
        ])
      await phoneOf(page, IMAGE)
        .getByRole('button', { name: `${IMAGE} ↗`, exact: true })
        .click()
      await expect
        .poll(() => page.getByRole('dialog', { name: 'The button opens a link' }).locator('p').first().textContent())
        .toBe('https://example.com/?q="><script>')
      expect(await page.locator('img, body script, iframe').count()).toBe(0)
      const links = await page.locator('a').evaluateAll((all: { href?: string }[]) => all.map(({ href = '' }) => href))
      expect(links.filter((link) => !link.startsWith(`${s.url}/_emulator/`))).toEqual([])
      expect(await page.title()).toBe('bot-emulator')
      expect(requests).toEqual([])
    },
  )

  it('a reversing character turns only its own text', async () => {
    const s = await service()
    await s.user(`Eve${REVERSED}`, { handle: 'eve' })
    await s.bot({ handle: 'greeter' })
    await s.act('start', { as: 'eve', bot: 'greeter' })
    const page = await openPage(s.url, { route: 'phone=eve/greeter' })
    const update = page.getByRole('region', { name: 'Traffic' }).locator('a.entry')
    await update.waitFor()
    const text = update.locator('bdi')
    expect(await text.allTextContents()).toEqual([`Eve${REVERSED}`, '/start'])
    expect(await page.evaluate(`getComputedStyle(document.querySelector('bdi')).unicodeBidi`)).toBe('isolate')
  })
})
