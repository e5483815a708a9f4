// The waterfall of an exchange: real times while the clock is frozen, and the deliveries to a webhook.

import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../helpers/browser.ts'
import { hooked } from '../../helpers/hooked.ts'
import { isHere } from '../../helpers/programs.ts'
import { status } from '../../helpers/receiver.ts'
import { service } from '../../helpers/service.ts'

const PAUSE_MS = 300

const startOf = (text: string | null) => Number(/\+(\d+) ms, took [\d.]+ ms/.exec(text ?? '')?.[1])

const boxesOf = async (parts: Locator) =>
  Promise.all((await parts.all()).map(async (part) => (await part.boundingBox())!))

const titlesOf = async (bars: Locator) => Promise.all((await bars.all()).map((bar) => bar.getAttribute('title')))

describe.runIf(isHere('chromium'))('the waterfall', () => {
  it('shows when each call began, although the clock is frozen', async () => {
    const s = await service()
    const alice = await s.user('Alice', { handle: 'alice' })
    const greeter = await s.bot({ handle: 'greeter' })
    const page = await openPage(s.url, { route: 'phone=alice' })
    await page.getByText('No calls yet.').waitFor()
    await s.act('start', { as: 'alice', bot: 'greeter' })
    for (const text of ['one', 'two']) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      await greeter.ok('sendMessage', { chat_id: alice.id, text })
    }
    const bars = page.getByRole('region', { name: 'Traffic' }).locator('.times')
    await expect.poll(() => bars.count()).toBe(2)
    const [first = 0, second = 0] = (await titlesOf(bars)).map(startOf)
    expect(first).toBeGreaterThan(PAUSE_MS / 2)
    expect(second - first).toBeGreaterThan(PAUSE_MS / 2)
    const times = page.locator('a.call time')
    expect(await times.allTextContents()).toEqual([`+${first} ms`, `+${second} ms`])
    expect(await times.first().getAttribute('title')).toMatch(/^\d\d:\d\d:\d\d$/)
    const [near, far] = await boxesOf(bars.locator('i'))
    expect(far!.x).toBeGreaterThan(near!.x)
  })

  it('shows only the duration of a call that ended before the page was opened, if the clock was frozen', async () => {
    const s = await service()
    const alice = await s.user('Alice', { handle: 'alice' })
    const greeter = await s.bot({ handle: 'greeter' })
    await s.act('start', { as: 'alice', bot: 'greeter' })
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'one' })
    const page = await openPage(s.url, { route: 'phone=alice' })
    await expect.poll(async () => (await titlesOf(page.locator('a.entry .times')))[0]).toMatch(/^took \d+\.\d ms$/)
  })

  it('cuts no row at the top, as long as the newest one is in view', async () => {
    const s = await service()
    const alice = await s.user('Alice', { handle: 'alice' })
    const greeter = await s.bot({ handle: 'greeter' })
    await s.act('start', { as: 'alice', bot: 'greeter' })
    await greeter.drain()
    const page = await openPage(s.url, { route: 'phone=alice/greeter&panel=traffic', width: 768, height: 500 })
    const list = page.getByRole('region', { name: 'Calls and updates' })
    for (const texts of [['1', '2', ''], ['3', '', '4', '5', '6', '7', '8', ''], ['9']]) {
      await s.act('send', { as: 'alice', to: 'greeter', text: 'hi' })
      await greeter.drain()
      for (const text of texts) await greeter.call('sendMessage', { chat_id: alice.id, text })
    }
    await list.getByText('"9"').waitFor()
    const cut = async () => {
      const [heads] = await boxesOf(list.locator('.heads'))
      const top = heads!.y + heads!.height
      const isCut = (box: { y: number; height: number }, edge: number) =>
        box.y < edge - 1 && box.y + box.height > edge + 1
      const [updates, calls] = [await boxesOf(list.locator('a.update')), await boxesOf(list.locator('a.call'))]
      const stuck = updates.find(({ y }) => Math.abs(y - top) <= 1)
      const edge = stuck ? stuck.y + stuck.height : top
      return [...updates.filter((box) => isCut(box, top)), ...calls.filter((box) => isCut(box, edge))]
    }
    for (let height = 500; height < 560; height += 9) {
      await page.setViewportSize({ width: 768, height })
      await expect.poll(cut).toEqual([])
    }
    // Above details, no room is left below the newest row, but for the border and what is lost by rounding.
    await list.getByText('"9"').click()
    await page.getByRole('region', { name: 'Details' }).waitFor()
    for (let height = 800; height < 860; height += 9) {
      await page.setViewportSize({ width: 768, height })
      await expect.poll(cut).toEqual([])
      const [[box], calls] = [await boxesOf(list), await boxesOf(list.locator('a.call'))]
      const newest = calls.at(-1)!
      expect(Math.abs(box!.y + box!.height - newest.y - newest.height)).toBeLessThan(4)
    }
  })

  it('has one axis where there is room, and an arrow for what goes beyond it', async () => {
    const s = await service()
    const alice = await s.user('Alice', { handle: 'alice' })
    const greeter = await s.bot({ handle: 'greeter' })
    await s.act('start', { as: 'alice', bot: 'greeter' })
    await s.act('advanceClock', { seconds: 21 })
    const [{ update_id }] = (await greeter.ok('getUpdates')) as [{ update_id: number }]
    await s.act('advanceClock', { seconds: 2 })
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'a text that is too long for a line of a phone' })
    for (let count = 1; count < 12; count++) await s.act('send', { as: 'alice', to: 'greeter', text: 'hi' })
    await greeter.ok('getUpdates', { offset: update_id + 1 })
    const page = await openPage(s.url, { route: 'phone=alice/greeter&panel=traffic', height: 900 })
    const rows = page.locator('a.entry')
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => rows.count()).toBe(13)
      await rows.first().getByText('1 call, waited').waitFor()
      await rows.first().getByText('21 s').waitFor()
      await page.locator('a.call').getByText('+23.0 s').waitFor()
      // A narrow row has no bar, and its content below the operation.
      const isNarrow = width < 1024
      const tracks = await boxesOf(page.locator('.times').filter({ visible: true }))
      expect(new Set(tracks.map((track) => track.width)).size).toBe(isNarrow ? 0 : 1)
      expect(await page.locator('.beyond').filter({ visible: true }).count()).toBe(isNarrow ? 0 : 2)
      const [text] = await boxesOf(page.locator('a.call .what'))
      expect(text!.height).toBeLessThan(isNarrow ? 45 : 30)
    }
  })

  it('shows each delivery to a webhook, with the cause of a failure', async () => {
    const { s, to, say, after } = await hooked(status(500))
    const page = await openPage(s.url, { route: 'phone=alice' })
    await page.getByText('setWebhook').waitFor()
    await say('hello')
    await after(1)
    to.replyWith(status(200))
    await s.act('advanceClock', { seconds: 1 })
    await after(2)
    const steps = page.getByRole('article').filter({ hasText: 'hello' }).locator('.call')
    await expect
      .poll(async () =>
        (await steps.allTextContents()).map((text) => text.replace(/^\S+( ms)? /, '').replace(/[\d.]+ ms/, '…')),
      )
      .toEqual(['webhook, attempt 1  ✗ …Wrong response from the webhook: 500', 'webhook, attempt 2  ✓ 200 …'])
    expect(await steps.getByRole('img').count()).toBe(2)
  })
})
