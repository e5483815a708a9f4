// The page in a browser: people chat by clicks and by keys, and the traffic shows why a call was refused.

import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { listen } from '../../../src/http/listen.ts'
import { accessibilityProblems, linesOf, openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { chooseFor } from './hands.ts'
import { stage } from './stage.ts'

const KEYBOARD = {
  inline_keyboard: [
    [
      { text: 'Yes', callback_data: 'yes' },
      { text: 'No', callback_data: 'no' },
    ],
  ],
}

/** Starts a service with a group of 650 messages. */
async function serviceWithLongChat() {
  const { s } = await stage()
  await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice' })
  for (let number = 1; number <= 650; number++)
    await s.actDirectly('send', { as: 'alice', to: 'team', text: `text ${number}` })
  return s
}

describe.runIf(isHere('chromium'))('the page', () => {
  it('presses the clicked one of two buttons with the same text', async () => {
    const { s, alice, greeter } = await stage()
    await greeter.drain()
    const rows = ['first', 'second'].map((callback_data) => [{ text: 'Buy', callback_data }])
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Cups', reply_markup: { inline_keyboard: rows } })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await page.getByRole('button', { name: 'Buy' }).nth(1).click()
    await expect.poll(async () => (await greeter.drain()).map((each) => each.callback_query?.data)).toEqual(['second'])
  })

  it('replies, edits and deletes', async () => {
    const { s, greeter } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const message = page.getByRole('log').getByRole('article').filter({ hasText: '/start' })
    const field = page.getByLabel('Message as Alice')
    await chooseFor(message, 'Reply')
    await field.fill('again')
    await field.press('Enter')
    const reply = page.getByRole('log').getByRole('article').filter({ hasText: 'again' })
    await expect.poll(() => reply.locator('blockquote').textContent()).toBe('/start')
    await chooseFor(reply, 'Edit')
    await field.fill('again and again')
    await field.press('Enter')
    await expect.poll(() => reply.locator('.text').textContent()).toBe('again and again')
    await chooseFor(reply, 'Delete')
    await expect.poll(() => reply.count()).toBe(0)
    expect((await greeter.drain()).map((update) => Object.keys(update)[1])).toEqual([
      'message',
      'message',
      'edited_message',
    ])
  })

  it('puts the messages of one author together, and names each day', async () => {
    const { s } = await stage()
    await s.act('setClock', { at: new Date(2027, 0, 16, 23, 59).getTime() / 1000 })
    const send = (text: string) => s.act('send', { as: 'alice', to: 'greeter', text })
    for (const text of ['one', 'two']) await send(text)
    await s.act('advanceClock', { seconds: 120 })
    await send('three')
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const log = page.getByRole('log')
    await log.getByText('three').waitFor()
    expect((await log.locator('.day').allTextContents()).slice(-2)).toEqual(['Sat 16 Jan', 'Sun 17 Jan'])
    expect(await log.locator('.continued .text').allTextContents()).toEqual(['two'])
  })

  it('shows why a call was refused, and which parameters were ignored', async () => {
    const { s, alice, greeter } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice' })
    const traffic = page.getByRole('region', { name: 'Traffic' })
    await greeter.call('sendMessage', { chat_id: 777, text: 'x' })
    await expect
      .poll(() => linesOf(traffic.locator('a.bad')))
      .toEqual(['sendMessage "x" ✗ 400 … msthe chat 777 does not exist'])
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'x', parse_mode: 'HTML' })
    const exchange = traffic.getByRole('article').filter({ hasText: '/start' })
    await expect
      .poll(() => exchange.locator('.note').textContent())
      .toContain('parse_mode is not a parameter of this service and was ignored')
  })

  it('shows a message of one phone on the others', async () => {
    const { s } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice' })
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: 'Actions' }).click()
    await page.getByLabel('Title').fill('Friends')
    await page.getByLabel('Members').fill('bob, greeter')
    await page.getByRole('button', { name: 'New group', exact: true }).click()
    const group = phoneOf(page, 'Alice').getByRole('link', { name: 'Friends' })
    await group.click()
    await page.getByRole('button', { name: 'Add a phone' }).click()
    await phoneOf(page, 'Bob').getByRole('link', { name: 'Friends' }).click()
    await phoneOf(page, 'Bob').getByLabel('Message as Bob').fill('Hi all')
    await phoneOf(page, 'Bob').getByLabel('Message as Bob').press('Enter')
    await phoneOf(page, 'Alice').getByRole('log').getByText('Hi all').waitFor()
  })

  it('records a conversation, plays the recording, and downloads the scenario', async () => {
    const { s, greeter, alice } = await stage(false)
    const page = await openPage(s.url, { route: 'phone=alice/greeter&panel=record' })
    const panel = page.getByRole('region', { name: 'Record' })
    await panel.getByRole('button', { name: 'Record' }).click()
    await page.getByTitle('A recording runs').waitFor()
    await panel.getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect.poll(async () => (await greeter.drain()).map(({ message }) => message.text)).toEqual(['/start'])
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
    const steps = panel.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect
      .poll(() => steps.allTextContents())
      .toEqual([
        'start: { as: alice, bot: greeter }',
        'expect: { call: sendMessage, with: { chat_id: alice, text: Hello } }',
      ])
    await panel.getByRole('button', { name: 'Stop' }).click()
    await panel.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => panel.getByRole('status').textContent()).toBe('All 2 steps passed.')
    const downloading = page.waitForEvent('download')
    await panel.getByRole('link', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('recorded.yaml')
    expect(readFileSync(await download.path(), 'utf8')).toContain(
      '- start:\n          as: alice\n          bot: greeter\n      - expect:\n          call: sendMessage\n',
    )
  })

  it('moves among messages, buttons, panels and refused calls by keys', async () => {
    const { s, alice, greeter } = await stage()
    await greeter.drain()
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Coffee?', reply_markup: KEYBOARD })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    await page.getByRole('button', { name: 'Yes' }).waitFor()
    const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      return focused()
    }
    expect(await press('1')).toBe('Message as Alice')
    expect(await press('Shift+Tab', 'Shift+Tab')).toBe('Yes')
    expect(await press('ArrowRight')).toBe('No')
    await press('Enter')
    await expect.poll(async () => (await greeter.drain()).map((each) => each.callback_query?.data)).toEqual(['no'])

    await page.getByRole('log').focus()
    expect(await press('ArrowUp')).toBe('12:00, link to message 2')
    expect(await press('ArrowUp')).toBe('12:00, link to message 1')
    expect(await press('Tab')).toBe('Actions on message 1')
    await press('Enter')
    await page.locator('[role=menu] :focus').waitFor()
    expect(await press('ArrowUp')).toBe('Delete')
    await press('Enter')
    await expect.poll(focused).toBe('Message as Alice')
    expect(await page.getByRole('log').locator('.text').allTextContents()).toEqual(['Coffee?'])

    await press('Escape', '?')
    const keys = page.getByRole('dialog', { name: 'Shortcuts' })
    await keys.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await press('Escape')
    await expect.poll(() => keys.isVisible()).toBe(false)
    await press('b')
    await page.getByRole('region', { name: 'Bots' }).waitFor()
    await greeter.call('sendMessage', { chat_id: 777, text: 'x' })
    await press('t')
    await page.locator('.call.bad').waitFor()
    await press('!')
    await expect.poll(() => page.locator('.call.bad').getAttribute('aria-current')).toBe('true')
    expect(await press('/')).toBe('Filter the traffic')
  })

  it('opens a menu by keys, finds a choice by its first letters, and closes without one', async () => {
    const { s } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice' })
    const focused = page.locator(':focus')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      return focused.textContent()
    }
    await page.getByRole('button', { name: 'Person: Alice', exact: true }).focus()
    await press('Enter')
    const menu = page.getByRole('menu', { name: 'Person: Alice' })
    await expect.poll(() => focused.getAttribute('aria-checked')).toBe('true')
    expect(await menu.getByRole('menuitemradio').allTextContents()).toEqual(['Alice', 'Bob', 'Greeter owner'])
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await press('ArrowDown')).toBe('Bob')
    expect(await press('End')).toBe('Greeter owner')
    expect(await press('ArrowDown')).toBe('Alice')
    expect(await press('Escape')).toBe('Alice')
    expect(await menu.isVisible()).toBe(false)
    await press('Enter')
    await expect.poll(() => focused.getAttribute('aria-checked')).toBe('true')
    expect(await press('b')).toBe('Bob')
    await press('Enter')
    await phoneOf(page, 'Bob').waitFor()
  })

  it('filters the traffic by words', async () => {
    const { s, alice, greeter } = await stage()
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
    await greeter.call('sendMessage', { chat_id: 777, text: 'x' })
    const page = await openPage(s.url, { route: 'phone=alice' })
    const shown = page.getByRole('region', { name: 'Traffic' }).getByRole('article')
    await expect.poll(() => shown.count()).toBe(2)
    for (const [words, count] of [
      ['status:400', 1],
      ['op:sendm', 2],
      ['op:message', 1],
      ['hello', 1],
      ['bot:greeter status:ok', 1],
      ['nothing', 0],
    ] as const) {
      await page.getByLabel('Filter the traffic').fill(words)
      await expect.poll(() => shown.count()).toBe(count)
    }
    await page.getByText('No exchange matches the filter.').waitFor()
  })

  it('shows the past, read-only', async () => {
    const { s, alice, greeter } = await stage()
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice' })
    await greeter.call('sendMessage', { chat_id: alice.id, text: '' })
    for (const text of ['one', 'two']) await greeter.ok('sendMessage', { chat_id: alice.id, text })
    await greeter.call('sendMessage', { chat_id: alice.id, text: '' })
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const texts = page.getByRole('log').locator('.text')
    await expect.poll(() => texts.allTextContents()).toEqual(['/start', 'one', 'two'])
    await page.getByTitle('2 refused calls').waitFor()
    await page.getByRole('button', { name: 'Look back', expanded: false }).click()
    const slider = page.getByRole('slider', { name: 'What happened' })
    await expect
      .poll(async () => {
        await slider.press('ArrowLeft')
        return texts.allTextContents()
      })
      .toEqual(['/start', 'one'])
    await page.getByText(/The past, read-only\. \d\d:\d\d:\d\d · Greeter\s· sendMessage ✓/).waitFor()
    await page.getByTitle('1 refused call').waitFor()
    await expect.poll(() => page.locator('.entry.shown-moment bdi').textContent()).toBe('"one"')
    const row = page.getByRole('navigation', { name: 'Chats of alice' }).getByRole('link', { name: 'Greeter' })
    expect(await row.locator('.last').textContent()).toBe('one')
    expect(await row.getAttribute('class')).toBe('shown-moment')
    expect(await page.locator('.clock').textContent()).toMatch(/ past$/)
    expect(await page.getByRole('textbox').count()).toBe(0)
    await page.getByRole('button', { name: '+1 h', disabled: true }).waitFor()
    await phoneOf(page, 'Alice').getByText('The past, read-only').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await phoneOf(page, 'Alice').getByRole('link', { name: 'Team' }).click()
    await page.getByRole('status').getByRole('link', { name: 'Greeter' }).click()
    await expect.poll(() => texts.allTextContents()).toEqual(['/start', 'one'])
    await page.getByRole('button', { name: 'Return to the present' }).click()
    await page.getByRole('button', { name: '+1 h', disabled: false }).waitFor()
    await expect.poll(() => texts.allTextContents()).toEqual(['/start', 'one', 'two'])
    await page.getByLabel('Message as Alice').waitFor()
  })

  it('returns from the past on the phone where no banner stands beside it', async () => {
    const { s, alice, greeter } = await stage()
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'one' })
    for (const [panel, width] of [
      ['phones', 390],
      ['world', 1280],
    ] as const) {
      const page = await openPage(s.url, { route: `phone=alice/greeter&panel=${panel}`, width, height: 844 })
      const bar = page.locator('.composer', { hasText: 'The past, read-only' })
      await expect
        .poll(async () => {
          await page.keyboard.press('[')
          return bar.count()
        })
        .toBe(1)
      await bar.getByRole('button', { name: 'Return to the present' }).click()
      await page.getByLabel('Message as Alice').waitFor()
    }
  })

  it('lists the chat with the latest message first, also of one second, and names the bots of the open group', async () => {
    const { s, alice, greeter } = await stage()
    for (const first_name of ['Waiter', 'Porter']) await s.bot({ first_name, handle: first_name.toLowerCase() })
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['porter'] })
    const page = await openPage(s.url, { route: 'phone=alice/team' })
    const titles = page.getByRole('navigation', { name: 'Chats of alice' }).locator('b')
    const bots = page.getByRole('navigation', { name: 'Bots', exact: true }).locator('b')
    await s.act('send', { as: 'alice', to: 'team', text: 'here' })
    await expect.poll(() => titles.allTextContents()).toEqual(['Team', 'Greeter', 'Waiter', 'Porter'])
    await expect.poll(() => bots.allTextContents()).toEqual(['@porter', '@greeter', '@waiter'])
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'there' })
    await expect.poll(() => titles.allTextContents()).toEqual(['Greeter', 'Team', 'Waiter', 'Porter'])
    expect(await page.locator('.last').allTextContents()).toEqual(['there', 'you: here', 'not started', 'not started'])
  })

  it('has traffic and panel side by side if there is one phone on a wide screen', async () => {
    const { s } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice/greeter', width: 1760, height: 900 })
    await page.locator('a.entry').first().click()
    const isBeside = async () => {
      const [rows, details] = await Promise.all(
        ['Calls and updates', 'Details'].map((name) => page.getByRole('region', { name }).boundingBox()),
      )
      return details!.x > rows!.x + rows!.width
    }
    await expect.poll(isBeside).toBe(true)
    await page.setViewportSize({ width: 1759, height: 900 })
    await expect.poll(isBeside).toBe(false)
    await page.setViewportSize({ width: 1760, height: 900 })
    await expect.poll(isBeside).toBe(true)
    await page.getByRole('link', { name: 'World' }).click()
    await page.getByRole('heading', { name: 'Clock' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.locator('a.entry').first().click()
    await page.locator('a.entry').first().click()
    await expect.poll(isBeside).toBe(true)
    await page.getByRole('button', { name: 'Add a phone' }).click()
    await expect.poll(isBeside).toBe(false)
  })

  it('has a column for the traffic on a wide screen once there is any, and the phone keeps its width', async () => {
    const { s } = await stage(false)
    const page = await openPage(s.url, { route: 'phone=alice/greeter', width: 1920, height: 1080 })
    await page.getByRole('heading', { name: 'No calls yet.' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Panels' }).getByRole('link')
    const { width } = (await phoneOf(page, 'Alice').boundingBox())!
    expect(await tabs.allTextContents()).toEqual(['traffic', 'bots', 'world', 'record', 'actions'])
    await s.act('start', { as: 'alice', bot: 'greeter' })
    await page.getByRole('region', { name: 'Details' }).waitFor()
    expect(await tabs.allTextContents()).toEqual(['details', 'bots', 'world', 'record', 'actions'])
    expect((await phoneOf(page, 'Alice').boundingBox())!.width).toBe(width)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(`${s.url}/_emulator/#phone=alice`)
    await page.getByRole('region', { name: 'Chat with Greeter' }).waitFor({ state: 'detached' })
    // Without an open chat, it leaves room for the details.
    expect((await phoneOf(page, 'Alice').boundingBox())!.width).toBeLessThan(width)
  })

  it('has the details of the newest call of the open chat on a wide screen, until one is selected', async () => {
    const { s, alice, greeter } = await stage()
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'How are you?' })
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['greeter'] })
    await s.act('send', { as: 'alice', to: 'team', text: 'Who is here?' })
    const page = await openPage(s.url, { route: 'phone=alice/greeter', width: 1760, height: 900 })
    const details = page.getByRole('region', { name: 'Details' })
    const facts = details.locator('dl').first()
    await expect.poll(() => facts.textContent()).toBe(`chat_id${alice.id}text"How are you?"`)
    expect(await details.locator('.title').textContent()).toMatch(/^sendMessage ✓ .+ms.*the newest of Greeter$/)
    expect(await details.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Parameters',
      'Answer',
      'Update',
    ])
    expect(await accessibilityProblems(page)).toEqual([])
    const marked = page.locator('a.about-selected .what')
    await expect.poll(() => marked.allTextContents()).toEqual(['sendMessage "How are you?"'])
    await page.locator('a.call', { hasText: 'Hello' }).click()
    await expect.poll(() => facts.textContent()).toBe(`chat_id${alice.id}text"Hello"`)
    await details.getByRole('button', { name: 'Close the details' }).click()
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Bye' })
    await expect.poll(() => facts.textContent()).toBe(`chat_id${alice.id}text"Bye"`)
    await page.setViewportSize({ width: 1759, height: 900 })
    await expect.poll(() => details.count()).toBe(0)
  })

  it('names as many bots and their states as there is room for, and moves the clock from 60rem on', async () => {
    const { s } = await stage()
    for (const first_name of ['Waiter', 'Porter', 'Cook']) await s.bot({ first_name, handle: first_name.toLowerCase() })
    const page = await openPage(s.url, { route: 'phone=alice/greeter', width: 960, height: 900 })
    const links = page.getByRole('navigation', { name: 'Bots', exact: true }).getByRole('link')
    const greeter = '@greeter not connected, 1 pending'
    await expect
      .poll(() => links.allTextContents())
      .toEqual([greeter, '@waiter not connected', '@porter not connected', '+1'])
    await page.getByRole('button', { name: '+48 h' }).click()
    await page.setViewportSize({ width: 959, height: 900 })
    await expect.poll(() => links.allTextContents()).toEqual([greeter, '@waiter not connected', '+2'])
    expect(await page.getByRole('button', { name: '+48 h' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: '+1 h' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => links.allTextContents()).toEqual([greeter, '+3'])
    await links.getByText('+3').click()
    await page.getByRole('region', { name: 'Bots' }).getByText('@cook').first().waitFor()
  })

  it('has two phones beside each other, one of them as wide as a narrow page', async () => {
    const { s } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice/greeter&phone=bob&panel=phones', width: 390, height: 844 })
    const [alice, bob] = [phoneOf(page, 'Alice'), phoneOf(page, 'Bob')]
    const box = (await alice.boundingBox())!
    expect(box.width).toBeGreaterThan(330)
    expect((await bob.boundingBox())!.y).toBe(box.y)
    expect(await accessibilityProblems(page)).toEqual([])
    await bob.getByRole('link', { name: 'Greeter' }).focus()
    await expect
      .poll(async () => (await bob.boundingBox())!.x + (await bob.boundingBox())!.width)
      .toBeLessThanOrEqual(390)
  })

  it('counts what is unread elsewhere on the way back, and a fault only until it was injected', async () => {
    const { s, alice, greeter } = await stage()
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['bob'] })
    await s.act('injectFault', { operation: 'sendMessage', status: 500 })
    const page = await openPage(s.url, { route: 'phone=alice/greeter&panel=phones', width: 390, height: 844 })
    await page.getByTitle('1 fault to come').waitFor()
    await greeter.call('sendMessage', { chat_id: alice.id, text: 'lost' })
    await expect.poll(() => page.getByTitle('fault to come').count()).toBe(0)
    for (const text of ['one', 'two']) await s.act('send', { as: 'bob', to: 'team', text })
    const back = page.getByRole('link', { name: 'Back to the chats' })
    await expect.poll(() => back.textContent()).toBe('Back to the chats2')
    expect(await accessibilityProblems(page)).toEqual([])
    await back.click()
    await page.getByRole('link', { name: 'Team' }).click()
    await expect.poll(() => back.textContent()).toBe('Back to the chats')
  })

  it('shows the token, queue, limits, webhook and profile of a bot', async () => {
    const { s, alice, greeter } = await stage()
    await s.act('updateService', { allow_local_webhooks: true })
    await greeter.ok('setMyCommands', { commands: [{ command: 'menu', description: 'Shows the menu' }] })
    const page = await openPage(s.url, { route: 'phone=alice&panel=bots' })
    const panel = page.getByRole('region', { name: 'Bots' })
    await expect
      .poll(() => panel.getByRole('list', { name: 'Pending updates' }).textContent())
      .toMatch(/message \/start \(Alice\)$/)
    await panel.getByText('Shows the menu').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await panel.getByRole('button', { name: 'Copy' }).click()
    await panel.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(greeter.token)
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello' })
    const limits = panel.getByRole('list', { name: 'Limits' }).getByRole('listitem')
    await expect
      .poll(() => limits.allTextContents())
      .toEqual(['Messages per second 1 of 30', 'Chats per day 1 of 10000'])
    await panel.getByText('5 limits unused').click()
    await expect.poll(() => limits.count()).toBe(7)
    await greeter.ok('setWebhook', { url: 'https://127.0.0.1:8443/hook' })
    await panel.getByText('https://127.0.0.1:8443/hook').waitFor()
  })

  it('freezes the clock, injects a fault, takes a snapshot and restores it', async () => {
    const { s } = await stage()
    const page = await openPage(s.url, { route: 'phone=alice&panel=world' })
    const panel = page.getByRole('region', { name: 'World' })
    await panel.getByRole('button', { name: 'Resume' }).click()
    await panel.getByRole('button', { name: 'Freeze' }).click()
    await panel.getByRole('button', { name: 'Resume' }).waitFor()
    await panel.getByRole('button', { name: 'Advanced…' }).click()
    const form = page.getByRole('dialog', { name: 'Inject a fault' })
    await expect.poll(() => form.locator(':focus').getAttribute('aria-label')).toBe('What happens: Refuse with 429')
    await form.getByLabel('Retry after').fill('soon')
    await form.getByLabel('Refuse with status').fill('200')
    await form.getByRole('button', { name: 'Inject a fault' }).click()
    await expect.poll(() => form.locator('b.bad').allTextContents()).toEqual([': write 90s, 10m, 48h'])
    await form.getByLabel('Retry after').fill('1s')
    await form.getByRole('button', { name: 'Inject a fault' }).click()
    await expect.poll(() => form.locator('b.bad').allTextContents()).toEqual([': expected a status from 400 to 599'])
    await expect.poll(() => form.locator(':focus').inputValue()).toBe('200')
    await form.getByRole('button', { name: 'What happens: Refuse with 200' }).click()
    await form.getByRole('menuitemradio', { name: 'Deliver updates twice' }).click()
    expect(await form.locator('label').allTextContents()).toEqual(['Bot', 'How many times', 'Only each nth time'])
    await form.getByRole('button', { name: 'What happens: Deliver updates twice' }).click()
    await form.getByRole('menuitemradio', { name: 'Refuse with 500' }).click()
    await form.getByLabel('Operation').fill('sendMesage')
    await form.getByRole('button', { name: 'Inject a fault' }).click()
    await form.getByText('Unknown operation "sendMesage". Did you mean sendMessage?').waitFor()
    await form.getByLabel('Operation').fill('sendMessage')
    const chat = form.locator('.field').filter({ hasText: 'Only calls to chat' })
    await chat.getByRole('button', { name: 'Suggestions' }).click()
    await chat.getByRole('menuitem', { name: 'bob' }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    await form.getByRole('button', { name: 'Inject a fault' }).click()
    await expect
      .poll(() => panel.getByRole('listitem').first().textContent())
      .toBe('sendMessage: refused with 500 Internal Server Error, if {"chat_id":"bob"} happened 0 of 1')
    await panel.getByRole('button', { name: 'Lose the answer' }).click()
    await panel.getByText('sendMessage: the answer is lost').waitFor()
    expect(await page.getByTitle('2 faults to come').textContent()).toBe('2')
    await panel.getByRole('button', { name: 'Remove the fault: the answer is lost' }).click()
    await expect
      .poll(async () => (await s.view('/faults')).map(({ status }: { status?: number }) => status))
      .toEqual([500])
    await panel.getByLabel('Name').fill('before')
    await panel.getByRole('button', { name: 'Take a snapshot' }).click()
    await panel.getByRole('button', { name: 'Restore' }).waitFor()
    const users = await s.view('/users')
    await s.act('createUser', { first_name: 'Carol', handle: 'carol' })
    await panel.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => s.view('/users')).toEqual(users)
    await panel.getByRole('button', { name: 'More about the faults' }).click()
    await panel.getByRole('menuitem', { name: 'Remove all faults' }).click()
    await expect.poll(async () => s.view('/faults')).toEqual([])
  })

  it('offers the usual rights as checkboxes', async () => {
    const { s } = await stage()
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['bob'] })
    const page = await openPage(s.url, { route: 'phone=alice&panel=actions' })
    await page.getByRole('button', { name: 'Action: New group…' }).click()
    await page.getByRole('menuitemradio', { name: 'Make an administrator…' }).click()
    await page.getByLabel('Chat', { exact: true }).fill('team')
    await page.getByLabel('Who').fill('bob')
    await page.getByRole('checkbox', { name: 'Delete messages' }).uncheck()
    await page.getByRole('button', { name: 'Make an administrator', exact: true }).click()
    await expect
      .poll(() => s.view('/chats/team/members/bob'))
      .toMatchObject({ status: 'administrator', can_pin_messages: true, can_delete_messages: false })
  })

  it('shows the present values of what a form changes', async () => {
    const { s } = await stage()
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice' })
    const page = await openPage(s.url, { route: 'phone=alice/team&panel=actions' })
    await page.getByRole('button', { name: 'Action: New group…' }).click()
    await page.getByRole('menuitemradio', { name: 'Change the group or channel…' }).click()
    await expect.poll(() => page.getByLabel('Title').getAttribute('placeholder')).toBe('now: Team')
    await page.getByRole('checkbox', { name: 'Send messages', checked: true }).uncheck()
    await page.getByRole('button', { name: 'Change the group or channel', exact: true }).click()
    await expect
      .poll(() => s.view('/chats/team'))
      .toMatchObject({ title: 'Team', permissions: { can_send_messages: false, can_invite_users: true } })
    await page.getByRole('checkbox', { name: 'Send messages', checked: false }).waitFor()
  })

  it('offers what a person may do with a member', async () => {
    const { s } = await stage()
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['bob', 'greeter'] })
    const page = await openPage(s.url, { route: 'phone=alice/team&phone=bob/team' })
    const members = page.getByRole('dialog', { name: 'Members of Team' })
    await phoneOf(page, 'Bob').getByRole('button', { name: '3 members' }).click()
    await expect.poll(() => members.getByRole('listitem').count()).toBe(3)
    expect(await members.getByRole('button', { name: /^Change/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await phoneOf(page, 'Alice').getByRole('button', { name: '3 members' }).click()
    await members.getByRole('button', { name: 'Change Bob' }).click()
    await members.getByRole('menuitem', { name: 'Make an administrator…' }).click()
    const rights = page.getByRole('dialog', { name: 'Make an administrator: Bob' })
    await rights.getByRole('checkbox', { name: 'Delete messages' }).uncheck()
    await rights.getByRole('button', { name: 'Make an administrator', exact: true }).click()
    await expect
      .poll(() => s.view('/chats/team/members/bob'))
      .toMatchObject({ status: 'administrator', can_pin_messages: true, can_delete_messages: false })
  })

  it.each(['light', 'dark'] as const)(
    'has no accessibility problem in %s colours',
    async (colorScheme) => {
      const { s, alice, greeter } = await stage()
      await greeter.drain()
      await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Coffee?', reply_markup: KEYBOARD })
      await greeter.call('sendMessage', { chat_id: 777, text: 'x', parse_mode: 'HTML' })
      for (const panel of ['traffic', 'bots', 'world', 'record', 'actions']) {
        const page = await openPage(s.url, { route: `phone=alice/greeter&phone=bob&panel=${panel}`, colorScheme })
        await page.getByRole('button', { name: 'Yes' }).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
      }
    },
    120_000,
  )

  it('shows the newest messages of a long chat, and earlier ones when the person scrolls up', async () => {
    const s = await serviceWithLongChat()
    const page = await openPage(s.url, { route: 'phone=alice/team' })
    const log = page.getByRole('log')
    const texts = log.locator('.text')
    await expect.poll(() => texts.count()).toBe(100)
    await expect.poll(() => texts.last().textContent()).toBe('text 650')
    const first = log.getByText('text 1', { exact: true })
    await expect
      .poll(async () => {
        await log.evaluate((element: { scrollTop: number }) => (element.scrollTop = -100_000))
        return first.count()
      })
      .toBe(1)
    expect(await texts.count()).toBe(600)
    await s.act('edit', { as: 'alice', chat: 'team', message_id: 2, text: 'text two' })
    await log.getByText('text two').waitFor()
    const newest = page.getByRole('button', { name: 'Newest messages' })
    const [logBox, newestBox] = [(await log.boundingBox())!, (await newest.boundingBox())!]
    expect(newestBox.y).toBeGreaterThanOrEqual(logBox.y + logBox.height)
    await newest.click()
    await expect.poll(() => texts.last().textContent()).toBe('text 650')
    expect(await texts.count()).toBe(100)
  })

  it('opens a link to an early message of a long chat', async () => {
    const s = await serviceWithLongChat()
    const page = await openPage(s.url, { route: 'phone=alice/team/20' })
    await expect.poll(() => page.locator('.linked .text').textContent()).toBe('text 20')
    await page.locator('.linked').waitFor()
  })

  it('asks for the control token, and reconnects to the next emulator', async () => {
    const start = async (port: number, handle: string) => {
      const emulator = createEmulator()
      emulator.perform('createUser', { first_name: 'Alice', handle: 'alice' })
      emulator.perform('createBot', { first_name: handle, handle })
      const server = await listen(emulator, { port, controlToken: 's3cret' })
      const stop = async () => {
        await server.close()
        await emulator.close()
      }
      return { ...server, stop }
    }
    const first = await start(0, 'first')
    const page = await openPage(first.url)
    await page.getByLabel('Control token').fill('wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByLabel('Control token').fill('s3cret')
    await page.getByRole('button', { name: 'Open' }).click()
    await phoneOf(page, 'Alice').getByRole('link', { name: 'first' }).waitFor()
    await first.stop()
    await page.getByText('The emulator does not answer. Reconnecting…').waitFor()
    const second = await start(first.port, 'second')
    onTestFinished(second.stop)
    await phoneOf(page, 'Alice').getByRole('link', { name: 'second' }).waitFor()
  })
})
