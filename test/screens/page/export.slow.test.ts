// `export --html`: the page of a running emulator in one file, without an emulator behind it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, isDrawn, linesOf, openFile, phoneOf } from '../../helpers/browser.ts'
import { emptyFolder, run } from '../../helpers/program.ts'
import { isHere } from '../../helpers/programs.ts'
import { service } from '../../helpers/service.ts'

describe('export --html', () => {
  it.runIf(isHere('chromium'))(
    'shows the conversation, its pictures and the traffic, and offers no action',
    async () => {
      const s = await service()
      const alice = await s.user('Alice', { handle: 'alice' })
      const greeter = await s.bot({ handle: 'greeter' })
      await s.user('Zoë', { handle: 'zoë' })
      await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['greeter'] })
      await s.act('start', { as: 'alice', bot: 'greeter' })
      await greeter.drain()
      const photo = { name: 'cup.jpg', base64: readFileSync('fixtures/media/plain.jpg').toString('base64') }
      await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'photo', file: photo, caption: 'My cup' })
      const text = '</template><script>document.title=1</script>'
      const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] }
      await greeter.ok('sendMessage', { chat_id: alice.id, text, reply_markup })
      await greeter.call('sendMessage', { chat_id: 777, text: 'x' })

      const cwd = emptyFolder()
      const { ended } = run(['export', '--html', 'chat.html', '--url', s.url], { cwd })
      expect(await ended).toEqual({
        code: 0,
        stdout: 'The page is in chat.html. Open it in a browser.\n',
        stderr: '',
      })
      const page = await openFile(join(cwd, 'chat.html'))
      const phone = phoneOf(page, 'Alice')
      await phone.getByRole('link', { name: 'Greeter' }).click()
      await expect
        .poll(() => phone.getByRole('log').locator('.text').allTextContents())
        .toEqual(['/start', 'My cup', text])
      await expect.poll(() => phone.getByRole('img', { name: 'My cup' }).evaluate(isDrawn)).toBe(true)
      await expect
        .poll(() => linesOf(page.locator('a.bad')))
        .toEqual(['sendMessage "x" ✗ 400 … msthe chat 777 does not exist'])
      const buttons = await page.locator('button:enabled:visible:not(.tools)').allTextContents()
      expect(buttons).toEqual(['Add a phone', 'Shortcuts', 'Alice', ' Look back', 'This chat', '1 refused'])
      await phone.getByRole('button', { name: 'Actions on message 1' }).click()
      await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Show the update'])
      await page.keyboard.press('Escape')
      expect(await page.locator('textarea').count()).toBe(0)
      expect(await accessibilityProblems(page)).toEqual([])
      await phone.getByRole('link', { name: 'Team' }).click()
      await phone.getByRole('button', { name: '2 members' }).click()
      await expect
        .poll(() => page.locator('.members .titles').allTextContents())
        .toEqual(['Alice owner', 'Greeter member'])
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Bots' }).click()
      await page.getByRole('meter').first().waitFor()
      expect(await page.title()).toMatch(/^bot-emulator, /)
    },
  )

  it('contains no token of a bot and no secret of a webhook, but each message as it is', async () => {
    const s = await service()
    const alice = await s.user('Alice', { handle: 'alice' })
    const greeter = await s.bot({ handle: 'greeter' })
    await s.act('updateService', { allow_local_webhooks: true })
    await s.act('start', { as: 'alice', bot: 'greeter' })
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Your code is 42:ABC. \u2028' })
    await greeter.ok('setWebhook', { url: 'https://127.0.0.1:8443/hook', secret_token: 'open-sesame' })
    const cwd = emptyFolder()
    expect((await run(['export', '--html', 'chat.html', '--url', s.url], { cwd }).ended).code).toBe(0)
    const page = readFileSync(join(cwd, 'chat.html'), 'utf8')
    expect(page).toContain('https://127.0.0.1:8443/hook')
    expect(page).toContain('"text":"Your code is 42:ABC. \u2028"')
    expect(page).not.toContain(greeter.token)
    expect(page).not.toContain('open-sesame')
  })

  it('refuses to combine with --tokens', async () => {
    const { ended } = run(['export', '--html', 'chat.html', '--tokens'])
    expect(await ended).toEqual({
      code: 2,
      stdout: '',
      stderr: "Option '--html' cannot be used with option '--tokens'. See --help.\n",
    })
  })
})
