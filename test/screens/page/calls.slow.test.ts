// Calls beside the conversation: the call of a message, refused calls in the chat, filters and copies of the traffic.

import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, linesOf, openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { byClicks, chooseFor } from './hands.ts'
import { stage } from './stage.ts'

async function stageWithCalls() {
  const { s, alice, greeter } = await stage()
  await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
  await greeter.call('sendMessage', { chat_id: alice.id, text: '' })
  await greeter.call('sendMessage', { chat_id: alice.id, text: '' })
  await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Bye' })
  return { s, alice, greeter }
}

describe.runIf(isHere('chromium'))('beside the conversation', () => {
  it('a refused call stands where its message would be, and leads to the traffic', async () => {
    const { s } = await stageWithCalls()
    const page = await openPage(s.url, { route: 'phone=alice/greeter&panel=phones', width: 390, height: 844 })
    const log = page.getByRole('log')
    await expect
      .poll(() => log.locator('.text, .refused b').allTextContents())
      .toEqual(['/start', 'Hello', 'sendMessage refused 2 times:', 'Bye'])
    expect(await page.getByTitle('2 refused calls').textContent()).toBe('2')
    expect(await accessibilityProblems(page)).toEqual([])
    await log
      .getByRole('button', { name: 'sendMessage refused 2 times: the parameter text is invalid: ', expanded: false })
      .click()
    expect(await accessibilityProblems(page)).toEqual([])
    await log.getByRole('link', { name: 'sendMessage' }).click()
    await page.locator('.call.bad[aria-current]').waitFor({ state: 'attached' })
    await page.getByRole('region', { name: 'Details' }).getByText('Bad Request: ').first().waitFor()
  })

  it('at a width of 768, phone and traffic are side by side', async () => {
    const { s } = await stageWithCalls()
    const page = await openPage(s.url, { route: 'phone=alice/greeter', width: 768, height: 1024 })
    const [phone, traffic] = [phoneOf(page, 'Alice'), page.getByRole('region', { name: 'Traffic' })]
    await traffic.getByText('Bye').waitFor()
    const boxes = await Promise.all([phone.boundingBox(), traffic.boundingBox()])
    expect(boxes[0]!.x + boxes[0]!.width).toBeLessThanOrEqual(boxes[1]!.x)
  })

  it('a message shows its call on demand', async () => {
    const { s, alice } = await stageWithCalls()
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const message = page.getByRole('log').getByRole('article').filter({ hasText: 'Hello' })
    const card = message.locator('.call-card')
    await page.locator('a.call').filter({ hasText: 'Hello' }).waitFor()
    await message.getByText('Hello').click()
    await expect.poll(() => card.locator('dl').textContent()).toBe(`chat_id${alice.id}text"Hello"`)
    await expect.poll(() => page.locator('.call[aria-current] bdi').textContent()).toBe('"Hello"')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await card.locator('dl').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'World' }).click()
    await card.locator('dl').waitFor()
    await chooseFor(message, 'Hide the call')
    await expect.poll(() => card.count()).toBe(0)
  })

  it('the menu button of a message is beside its bubble, and covers no text', async () => {
    const { s } = await stageWithCalls()
    const page = await openPage(s.url, { route: 'phone=alice/greeter', width: 390, height: 844 })
    const log = page.getByRole('log')
    const boxOf = async (part: Locator) => (await part.boundingBox())!
    for (const text of ['/start', 'Bye']) {
      const message = log.getByRole('article').filter({ hasText: text })
      await message.hover()
      const [tools, bubble] = [await boxOf(message.locator('.tools')), await boxOf(message.locator('.bubble'))]
      expect(tools.x >= bubble.x + bubble.width || tools.x + tools.width <= bubble.x).toBe(true)
      for (const part of await log.locator('.text').all()) {
        const { x, y, width, height } = await boxOf(part)
        const isApart =
          tools.x >= x + width || tools.x + tools.width <= x || tools.y >= y + height || tools.y + tools.height <= y
        expect([text, await part.textContent(), isApart]).toEqual([text, await part.textContent(), true])
      }
    }
  })

  it('chips filter the traffic', async () => {
    const { s, alice, greeter } = await stageWithCalls()
    await greeter.call('sendChatAction', { chat_id: alice.id, action: 'typing' })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const chips = page.getByRole('group', { name: 'Filters' })
    const chooseCalls = (shown: string, option: string) =>
      byClicks(page).choose(chips.getByRole('button', { name: shown }), option)
    await chips.waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.chips')).borderWidth`)).toBe('0px')
    await chips.getByRole('button', { name: '3 refused' }).click()
    await expect.poll(() => page.getByLabel('Filter the traffic').inputValue()).toBe('status:refused')
    await chooseCalls('All calls', 'sendChatAction')
    await expect.poll(() => page.getByLabel('Filter the traffic').inputValue()).toBe('status:refused op:sendChatAction')
    await chips.getByRole('button', { name: '3 refused', pressed: true }).click()
    await expect.poll(() => page.getByLabel('Filter the traffic').inputValue()).toBe('op:sendChatAction')
    await chooseCalls('sendChatAction', 'sendMessage')
    await expect.poll(() => page.getByLabel('Filter the traffic').inputValue()).toBe('op:sendMessage')
    await chooseCalls('sendMessage', 'All calls')
    await expect.poll(() => page.getByLabel('Filter the traffic').inputValue()).toBe('')
    await page.getByRole('button', { name: 'This chat' }).click()
    await page.getByLabel('Filter the traffic').fill('op:nothing')
    const rows = page.locator('a.call')
    await page.getByText('No exchange matches the filter.').getByRole('button', { name: 'Clear the filter' }).click()
    await expect.poll(() => rows.count()).toBe(5)
    expect(await page.getByLabel('Filter the traffic').inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'This chat', pressed: false }).count()).toBe(1)
  })

  it('a call is copied as curl and as a step', async () => {
    const { s, alice, greeter } = await stageWithCalls()
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('a.call').filter({ hasText: 'Hello' }).click()
    const copied = async (name: string) => {
      await page.getByRole('button', { name }).click()
      await page.getByRole('button', { name: 'Copied' }).first().waitFor()
      return page.evaluate('navigator.clipboard.readText()')
    }
    expect(await copied('Copy curl')).toBe(
      `curl '${s.url}/bot${greeter.token}/sendMessage' -H 'content-type: application/json' -d '{"chat_id":${alice.id},"text":"Hello"}'`,
    )
    expect(await copied('Copy step')).toBe('- expect: {"call":"sendMessage","with":{"chat_id":"alice","text":"Hello"}}')
    const answer = await copied('Copy answer')
    expect(answer).toBe(await page.getByRole('region', { name: 'Details' }).locator('pre').first().textContent())
    expect(answer).toMatch(/^\{\n {2}"ok": true,\n {2}"result": \{\n {4}"message_id": 2,\n/)
  })

  it('this chat filters the traffic, which the arrow keys go through and Escape leaves', async () => {
    const { s, greeter } = await stageWithCalls()
    await greeter.call('sendMessage', { chat_id: 777, text: 'elsewhere' })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const texts = page.locator('a.call bdi')
    await expect.poll(() => texts.last().textContent()).toBe('"elsewhere"')
    await page.getByRole('button', { name: 'This chat' }).click()
    await expect.poll(() => texts.allTextContents()).toEqual(['"Hello"', '""', '""', '"Bye"'])
    await page.getByRole('region', { name: 'Calls and updates' }).focus()
    const chosen = page.locator('.entry[aria-current] bdi')
    for (const [key, text] of [
      ['ArrowUp', '"Bye"'],
      ['ArrowUp', '""'],
      ['ArrowDown', '"Bye"'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => chosen.allTextContents()).toEqual([text])
    }
    const log = page.getByRole('log')
    await expect.poll(() => log.locator('.selected .text, .linked .text').allTextContents()).toEqual(['Bye'])
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Close the details' }).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => chosen.count()).toBe(0)
    await expect.poll(() => page.locator('a.call:focus bdi').allTextContents()).toEqual(['"Bye"'])
  })

  it('an update without a call says so, and a guess is named', async () => {
    const { s, alice, greeter } = await stage()
    for (const text of ['one', 'two', 'three']) await s.act('send', { as: 'alice', to: 'greeter', text })
    const [, { update_id }] = await greeter.ok('getUpdates', { limit: 100 })
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
    await greeter.ok('getUpdates', { offset: update_id + 3 })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const rows = page.locator('.exchange .entry')
    const words = async () => (await linesOf(rows)).map((line) => line.replace(/\s+/g, ' ').trim())
    await expect
      .poll(words)
      .toEqual([
        'message Alice: /start ≈ 1 call',
        'sendMessage "Hello" ✓ … ms',
        'message Alice: one no call',
        'message Alice: two no call',
        'message Alice: three no call',
      ])
    await page.locator('a.call').click()
    await page.getByRole('region', { name: 'Details' }).getByText('– a guess').waitFor()
  })

  it('a selected press marks its button', async () => {
    const { s, alice, greeter } = await stage()
    const buttons = ['Yes', 'No'].map((text) => ({ text, callback_data: text }))
    const reply_markup = { inline_keyboard: [buttons] }
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Ready?', reply_markup })
    await s.act('press', { as: 'alice', chat: 'greeter', button: 'No' })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await page.locator('a.update').filter({ hasText: 'No' }).click()
    await expect.poll(() => page.getByRole('log').locator('mark').allTextContents()).toEqual(['No'])
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('an update is selected with its first call in view', async () => {
    const { s, alice, greeter } = await stage()
    await greeter.ok('getUpdates', { limit: 100 })
    for (let i = 1; i <= 20; i++) await greeter.ok('sendMessage', { chat_id: alice.id, text: `line ${i}` })
    const page = await openPage(s.url, { route: 'phone=alice/greeter', height: 500 })
    const lines = page.locator('a.call')
    await lines.last().waitFor()
    const rows = page.getByRole('region', { name: 'Calls and updates' })
    const topOf = async (part: Locator) => Math.round((await part.boundingBox())!.y)
    const update = page.locator('a.update')
    expect(await topOf(lines.first())).toBeLessThan(await topOf(rows))
    await update.click()
    await expect.poll(() => topOf(lines.first())).toBeGreaterThanOrEqual((await topOf(update)) + 20)
  })

  it('what a restored world has undone is struck out, refused or not', async () => {
    const { s, alice, greeter } = await stage()
    await s.act('snapshot', { name: 'base' })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
    await greeter.call('sendMessage', { chat_id: alice.id, text: '' })
    const calls = page.locator('a.call')
    await expect.poll(() => calls.locator('.outcome').allTextContents()).toEqual(['✓', '✗ 400'])
    await s.act('restore', { name: 'base' })
    await expect.poll(() => calls.locator('.outcome').allTextContents()).toEqual(['undone', 'undone'])
    expect(await page.locator('a.call.bad').count()).toBe(0)
    const line = `getComputedStyle(document.querySelector('a.call bdi')).textDecorationLine`
    expect(await page.evaluate(line)).toBe('line-through')
    expect(await page.locator('a.update.undone').count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('a call says which fault it met, and its details name the fault', async () => {
    const { s, alice, greeter } = await stage()
    for (const fault of [{ status: 429 }, { drop: 'before' }, { drop: 'after' }, { delay_ms: 10 }, { hang: true }]) {
      await s.act('injectFault', { operation: 'sendMessage', ...fault })
      await s.emulator.call({ token: greeter.token, method: 'sendMessage', input: { chat_id: alice.id, text: 'Hi' } })
    }
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await expect
      .poll(() => page.locator('.entry .outcome').allTextContents())
      .toEqual([
        '✗ 429 · injected',
        '✗ call lost · injected',
        'answer lost · injected',
        '10 ms late · injected',
        '✗ no answer · injected',
      ])
    expect(await page.getByRole('region', { name: 'Traffic' }).getByText('injected fault').count()).toBe(0)
    await page.locator('a.call').nth(2).click()
    await page
      .getByRole('region', { name: 'Details' })
      .getByText('injected fault 3: call executed, answer lost')
      .waitFor()
  })

  it('a selected update marks its message and all answers', async () => {
    const { s, alice, greeter } = await stage()
    await greeter.ok('getUpdates', { limit: 100 })
    for (const text of ['one', 'two']) await greeter.ok('sendMessage', { chat_id: alice.id, text })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await page.locator('a.update').filter({ hasText: '/start' }).click()
    await expect.poll(() => page.locator('.selected .text').allTextContents()).toEqual(['/start', 'one', 'two'])
    await expect.poll(() => page.locator('.call-card').count()).toBe(1)
  })

  it('on a phone, the details of a call are a page from which Back leads to its row', async () => {
    const { s } = await stageWithCalls()
    const page = await openPage(s.url, { route: 'phone=alice/greeter&panel=traffic', width: 390, height: 844 })
    const row = page.locator('a.call').filter({ hasText: 'Bye' })
    await row.click()
    await page.getByRole('region', { name: 'Details' }).waitFor()
    for (const hidden of [row, page.getByLabel('Filter the traffic'), page.getByRole('slider')])
      await expect.poll(() => hidden.isVisible()).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Traffic' }).click()
    await expect.poll(() => page.locator('a.call:focus bdi').allTextContents()).toEqual(['"Bye"'])
  })

  it('the message of a selected update comes into view', async () => {
    const { s } = await stage()
    for (let n = 1; n <= 40; n++) await s.act('send', { as: 'alice', to: 'greeter', text: `text ${n}` })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const log = page.getByRole('log')
    await log.getByText('text 40').waitFor()
    await page.locator('a.update').filter({ hasText: 'text 1' }).first().click()
    const top = async () => (await log.getByText('text 1', { exact: true }).boundingBox())!.y
    const { y } = (await log.boundingBox())!
    await expect.poll(top).toBeGreaterThanOrEqual(y)
  })
})
