// One whole conversation on the page, by clicks without an accessibility problem at any stage, and by keys alone.

import { describe, expect, it } from 'vitest'
import { accessibilityProblems, isDrawn, linesOf, openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { service } from '../../helpers/service.ts'
import { byClicks, byKeys } from './hands.ts'

const COFFEE = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }], [{ text: 'No', callback_data: 'no' }]] }
const SIZES = { keyboard: [[{ text: 'Small' }, { text: 'Large' }]], one_time_keyboard: true }

describe.runIf(isHere('chromium')).each([
  ['by clicks', byClicks, true],
  ['by keys alone', byKeys, false],
] as const)('a whole conversation %s', (_, handsOf, looksClosely) => {
  it('plays to the end', { timeout: 240_000 }, async () => {
    const s = await service()
    const alice = await s.user('Alice', { handle: 'alice' })
    await s.user('Bob', { handle: 'bob' })
    const greeter = await s.bot({ handle: 'greeter' })
    const page = await openPage(s.url, { route: 'phone=alice' })
    const phone = phoneOf(page, 'Alice')
    const hands = handsOf(page)
    const button = (name: string) => phone.getByRole('button', { name, exact: true })
    const openChat = async (name: string) => {
      await hands.press(phone.getByRole('link', { name }))
      await phone.getByRole('region', { name: `Chat with ${name}` }).waitFor()
    }
    const picture = (name: string) => phone.getByRole('img', { name })
    const updates = () => expect.poll(async () => (await greeter.drain()).at(-1))
    const isAccessible = async () => {
      if (looksClosely) expect(await accessibilityProblems(page)).toEqual([])
    }

    await openChat('Greeter')
    await button('Start').waitFor()
    await isAccessible()
    await hands.press(button('Start'))
    await updates().toMatchObject({ message: { text: '/start' } })

    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Coffee?', reply_markup: COFFEE })
    await button('Yes').waitFor()
    await isAccessible()
    await hands.press(button('Yes'))
    await updates().toMatchObject({ callback_query: { data: 'yes' } })

    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Size?', reply_markup: SIZES })
    await button('Small').waitFor()
    await isAccessible()
    await hands.press(button('Small'))
    await updates().toMatchObject({ message: { text: 'Small' } })

    await hands.attach(phone.getByLabel('Attach a file'), 'fixtures/media/plain.jpg')
    await phone.getByText('plain.jpg').waitFor()
    await isAccessible()
    await hands.send('My cup')
    let photo: { file_id: string }[] = []
    await expect
      .poll(async () => {
        for (const { message } of await greeter.drain()) photo = message.photo
        return photo.length
      })
      .toBeGreaterThan(0)
    await greeter.ok('sendPhoto', { chat_id: alice.id, photo: photo.at(-1)?.file_id, caption: 'Your cup' })
    for (const name of ['My cup', 'Your cup']) await expect.poll(() => picture(name).evaluate(isDrawn)).toBe(true)
    await isAccessible()

    await hands.openPanel('Actions')
    const form = page.getByRole('region', { name: 'Actions' })
    await hands.choose(form.getByRole('button', { name: /^Action: / }), 'New channel…')
    await hands.choose(form.getByRole('button', { name: /^Action: / }), 'New group…')
    await hands.fill(form.getByLabel('Title'), 'Friends')
    await hands.fill(form.getByLabel('Members'), 'bob, greeter')
    await isAccessible()
    await hands.press(form.getByRole('button', { name: 'New group', exact: true }))
    await openChat('Friends')
    await hands.press(button('3 members'))
    const members = page.getByRole('dialog', { name: 'Members of Friends' })
    const change = members.getByRole('button', { name: 'Change Bob' })
    await hands.press(change)
    const menu = members.getByRole('menu', { name: 'Change Bob' })
    await expect
      .poll(() => menu.getByRole('menuitem').allTextContents())
      .toEqual(['Mute…', 'Make an administrator…', 'Ban'])
    await isAccessible()
    await hands.press(menu.getByRole('menuitem', { name: 'Mute…' }))
    const muting = page.getByRole('dialog', { name: 'Mute: Bob' })
    await isAccessible()
    await hands.press(muting.getByRole('button', { name: 'Mute a member' }))
    await expect.poll(async () => (await s.view('/chats/friends/members/bob')).status).toBe('restricted')
    await expect.poll(() => muting.isVisible()).toBe(false)
    await hands.press(button('3 members'))
    await hands.press(change)
    await expect
      .poll(() => menu.getByRole('menuitem').allTextContents())
      .toEqual(['Lift the mute', 'Make an administrator…', 'Ban'])
    for (const shown of [menu, members]) {
      await page.keyboard.press('Escape')
      await expect.poll(() => shown.isVisible()).toBe(false)
    }

    await hands.openPanel('Traffic')
    await greeter.call('sendMessage', { chat_id: 777, text: 'x' })
    const refused = page.getByRole('region', { name: 'Traffic' }).locator('a.bad')
    const cause = 'sendMessage "x" ✗ 400 … msthe chat 777 does not exist'
    await expect.poll(() => linesOf(refused)).toEqual([cause])
    await hands.select(refused)
    await page.getByRole('region', { name: 'Details' }).getByText('does not exist (CID-12)').waitFor()
    await page.getByText('"description": "Bad Request: chat not found"').waitFor()
    await isAccessible()

    const { now } = (await s.view('/health')).clock
    await hands.press(page.getByRole('button', { name: '+48 h', exact: true }))
    await expect.poll(async () => (await s.view('/health')).clock.now).toBe(now + 172_800)

    await hands.openPanel('Record')
    const recorder = page.getByRole('region', { name: 'Record' })
    await isAccessible()
    await hands.press(recorder.getByRole('button', { name: 'Record' }))
    await recorder.getByRole('button', { name: 'Stop' }).waitFor()
    await openChat('Greeter')
    await hands.send('hello')
    await updates().toMatchObject({ message: { text: 'hello' } })
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello, Alice' })
    await expect.poll(() => recorder.getByRole('listitem').count()).toBe(2)
    await isAccessible()
    await hands.press(recorder.getByRole('button', { name: 'Stop' }))
    await hands.press(recorder.getByRole('button', { name: 'Play' }))
    await expect.poll(() => recorder.getByRole('status').textContent()).toBe('All 2 steps passed.')
    await isAccessible()
  })
})
