// The first look at the page: an open chat, and the steps before the first answer of a bot.

import { describe, expect, it } from 'vitest'
import { accessibilityProblems, openPage, phoneOf } from '../../helpers/browser.ts'
import type { Json } from '../../helpers/furnish.ts'
import { isHere } from '../../helpers/programs.ts'
import { service } from '../../helpers/service.ts'
import { chooseFor } from './hands.ts'
import { stage } from './stage.ts'

describe.runIf(isHere('chromium'))('the start of the page', () => {
  it('opens the chat with the bot, and ticks off the steps to its first answer', async () => {
    const s = await service()
    const alice = await s.user('Alice', { handle: 'alice' })
    const greeter = await s.bot({ handle: 'greeter' })
    const page = await openPage(s.url)
    const refused: string[] = []
    page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
    await page.reload()
    const steps = page.getByRole('region', { name: 'First steps' })
    const command = `BOT_API_URL=${s.url} BOT_TOKEN=${greeter.token} node bot.js`
    const drawn = `BOT_API_URL=${s.url} \\\nBOT_TOKEN=${greeter.token} \\\nnode bot.js`
    await expect.poll(() => steps.locator('pre').textContent()).toBe(drawn)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await steps.getByRole('button', { name: 'Copy' }).click()
    await steps.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command)
    expect(await accessibilityProblems(page)).toEqual([])
    await greeter.drain()
    await expect.poll(() => steps.locator('.done').allTextContents()).toEqual(['Run your program as Greeter ✓'])
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect.poll(() => steps.locator('.done').count()).toBe(2)
    await steps.getByText('Greeter').last().waitFor()
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
    await phoneOf(page, 'Alice').getByRole('log').getByText('Hello').waitFor()
    await expect.poll(() => steps.count()).toBe(0)
    expect(refused).toEqual([])
  })

  it('opens the latest chat of the first person', async () => {
    const { s } = await stage()
    await s.act('advanceClock', { seconds: 60 })
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice' })
    await s.act('send', { as: 'alice', to: 'team', text: 'Hi' })
    const page = await openPage(s.url)
    await page.getByRole('region', { name: 'Chat with Team' }).waitFor()
  })

  it('offers a wide button to unblock a blocked bot', async () => {
    const { s, greeter } = await stage()
    await greeter.drain()
    const page = await openPage(s.url)
    await chooseFor(phoneOf(page, 'Alice').locator('.conversation > .bar'), 'Block')
    await page.getByRole('button', { name: 'Unblock Greeter' }).click()
    await page.getByLabel('Message as Alice').waitFor()
    expect((await greeter.drain()).map((update) => update.my_chat_member?.new_chat_member.status)).toEqual([
      'kicked',
      'member',
    ])
  })

  it('offers to create a person and a bot in an empty world', async () => {
    const { s } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice/greeter&panel=world' })
    await phoneOf(page, 'Alice').getByText('/start').first().waitFor()
    const empty = async () => {
      await page.getByRole('button', { name: 'More about the world' }).click()
      await page.getByRole('menuitem', { name: 'Delete everything' }).click()
      await page.getByRole('heading', { name: 'No people yet.' }).waitFor()
    }
    await empty()
    expect(await page.locator('.phone').count()).toBe(0)
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await phoneOf(page, 'Alice').getByText('/start').first().waitFor()
    await empty()
    expect(await accessibilityProblems(page)).toEqual([])
    const people = page.getByRole('region', { name: 'People' })
    await people.getByLabel('First name').fill('Zoe')
    await people.getByRole('button', { name: 'New person' }).click()
    await phoneOf(page, 'Zoe').getByRole('heading', { name: 'No bots yet.' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await people.getByLabel('First name').fill('Helper')
    await people.getByRole('button', { name: 'New bot' }).click()
    await phoneOf(page, 'Zoe').getByRole('link', { name: 'Helper' }).click()
    await page.getByRole('region', { name: 'First steps' }).waitFor()
    expect((await s.view('/bots')).map(({ handle, owner }: Json) => [handle, owner])).toEqual([['helper', 'zoe']])
  })
})
