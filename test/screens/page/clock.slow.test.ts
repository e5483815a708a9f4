// The clock on the page: the day and how far it has moved, and a field that sets it.

import { describe, expect, it } from 'vitest'
import { openPage } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { service } from '../../helpers/service.ts'

describe.runIf(isHere('chromium'))('the clock', () => {
  it('shows the day, and how far it is ahead of real time', async () => {
    const s = await service()
    await s.user('Alice', { handle: 'alice' })
    await s.act('setClock', { at: Math.floor(Date.now() / 1000) + 2 * 86_400 + 3600 + 30 })
    const page = await openPage(s.url)
    await expect
      .poll(() => page.locator('.clock').textContent())
      .toMatch(/^clock (Sun|Mon|Tue|Wed|Thu|Fri|Sat) \d{1,2} [A-Z][a-z]+ \d\d:\d\d · \+2 d 1 h frozen$/)
  })

  it('is set to a moment in words', async () => {
    const s = await service()
    await s.user('Alice', { handle: 'alice' })
    const page = await openPage(s.url, { route: 'phone=alice&panel=world' })
    const field = page.getByLabel('Moment')
    await field.fill('nonsense')
    await field.press('Enter')
    await page.getByText('Moment: write 1h, tomorrow 9:00, a date, or Unix seconds').waitFor()
    const moment = new Date((await s.view('/clock')).now * 1000)
    moment.setDate(moment.getDate() + 1)
    moment.setHours(9, 0, 0, 0)
    await field.fill('tomorrow 9:00')
    await field.press('Enter')
    await expect.poll(async () => (await s.view('/clock')).now).toBe(moment.getTime() / 1000)
    await expect.poll(() => field.inputValue()).toBe('')
  })
})
