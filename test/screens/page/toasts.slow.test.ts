// Toasts: why an action was refused, beside the button that caused it; and a button that undoes a deletion.

import { describe, expect, it } from 'vitest'
import { accessibilityProblems, openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { chooseFor } from './hands.ts'
import { stage } from './stage.ts'

describe.runIf(isHere('chromium'))('a toast', () => {
  it('offers to undo a deletion', async () => {
    const { s } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const texts = page.getByRole('log').locator('.text')
    await chooseFor(page.getByRole('log').getByRole('article'), 'Delete')
    await expect.poll(() => texts.count()).toBe(0)
    const toast = page.locator('.toast')
    await expect.poll(() => toast.locator('b').textContent()).toBe('The message was deleted.')
    await toast.hover()
    expect(await accessibilityProblems(page)).toEqual([])
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => texts.allTextContents()).toEqual(['/start'])
    expect(await toast.count()).toBe(0)
  })

  it('says why an action was refused, above the phone that caused it', async () => {
    const { s } = await stage()
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['bob'] })
    await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
    const page = await openPage(s.url, { route: 'phone=alice/team&phone=bob/team' })
    await page.getByLabel('Message as Bob').fill('Hi')
    await page.getByLabel('Message as Bob').press('Enter')
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Bob')
    const toast = (await page.locator('.toast').boundingBox())!
    const phone = (await phoneOf(page, 'Bob').boundingBox())!
    expect(toast.x).toBeGreaterThanOrEqual(phone.x)
    expect(toast.x + toast.width).toBeLessThanOrEqual(phone.x + phone.width)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Close this message' }).click()
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
  })

  it('a button with a link asks before it opens the link', async () => {
    const { s, alice, greeter } = await stage()
    const reply_markup = { inline_keyboard: [[{ text: 'Site', url: 'https://example.com/shop' }]] }
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Look', reply_markup })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Site ↗' }).click()
    const dialog = page.getByRole('dialog', { name: 'The button opens a link' })
    await dialog.getByRole('button', { name: 'Open' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('https://example.com/shop')
  })
})
