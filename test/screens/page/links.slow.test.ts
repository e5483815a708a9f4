// Links to a chat, a message and a call: each opens the same thing in a fresh tab. What a screen reader speaks.

import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { stage } from './stage.ts'

async function greeted() {
  const staged = await stage()
  await staged.greeter.ok('sendMessage', { chat_id: staged.alice.id, text: 'Hello' })
  return staged
}

const fragmentOf = async (link: Locator) => (await link.getAttribute('href'))?.slice(1) ?? ''

describe.runIf(isHere('chromium'))('a link opened in a fresh tab', () => {
  it('shows the same chat', async () => {
    const { s } = await greeted()
    const page = await openPage(s.url, { route: 'phone=alice' })
    const route = await fragmentOf(phoneOf(page, 'Alice').getByRole('link', { name: 'Greeter' }))
    const fresh = await openPage(s.url, { route })
    await phoneOf(fresh, 'Alice').getByRole('log').getByText('Hello').waitFor()
  })

  it('shows and marks the same message', async () => {
    const { s } = await greeted()
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const fresh = await openPage(s.url, {
      route: await fragmentOf(page.getByRole('link', { name: 'link to message 2' })),
    })
    await expect.poll(() => fresh.locator('.linked .text').allTextContents()).toEqual(['Hello'])
  })

  it('selects the same call', async () => {
    const { s, greeter } = await greeted()
    await greeter.call('sendMessage', { chat_id: 777, text: 'x' })
    const page = await openPage(s.url, { route: 'phone=alice' })
    const fresh = await openPage(s.url, { route: await fragmentOf(page.locator('a.bad')) })
    await expect.poll(() => fresh.locator('.details dl').last().textContent()).toBe('chat_id777text"x"')
  })

  it.each(['phone=%', 'phone=nobody/nothing/x', 'phone=alice/greeter/-1&panel=x&call=x'])(
    '#%s shows the page without an error',
    async (route) => {
      const { s } = await greeted()
      const page = await openPage(s.url, { route })
      await page.getByRole('region', { name: 'Traffic' }).getByText('/start').waitFor()
    },
  )
})

describe.runIf(isHere('chromium'))('a link to a chat that is not there', () => {
  it('says so, and offers no message', async () => {
    const { s } = await greeted()
    const phone = phoneOf(await openPage(s.url, { route: 'phone=alice/gone' }), 'Alice')
    await phone.getByText('There is no chat "gone" for alice.').waitFor()
    expect(await phone.getByRole('textbox').count()).toBe(0)
  })
})

describe.runIf(isHere('chromium'))('a screen reader', () => {
  it('hears a new message with its author and buttons, and nothing else', async () => {
    const { s, alice, greeter } = await greeted()
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const log = page.getByRole('log')
    await log.getByText('Hello').waitFor()
    const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] }
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Coffee?', reply_markup })
    const message = log.getByRole('article').filter({ hasText: 'Coffee?' })
    await message.waitFor()
    const spoken = `(() => {
      const copy = [...document.querySelectorAll('[role=log] article')].at(-1).cloneNode(true)
      for (const silent of copy.querySelectorAll('[aria-live=off]')) silent.remove()
      return copy.textContent
    })()`
    expect(await page.evaluate(spoken)).toBe('GreeterCoffee?1 buttonYes')
  })
})
