// Compares two versions of a bot: each planted change is one difference, and a version equals itself.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, openFile } from '../../helpers/browser.ts'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { isHere } from '../../helpers/programs.ts'

const SHOP = 'node test/testing/compare/bots/shop.js'

const conversation = (name: string, person: string) => `
  - name: ${name}
    tags: [${name === 'another' ? 'second' : 'first'}]
    steps:
      - start: { as: ${person}, bot: shop }
      - press: { as: ${person}, chat: shop, button: Order }
      - expect: { call: sendMessage, with: { text: not awaited for long } }
      - send: { as: ${person}, to: shop, text: the harbour }
`
const SCENARIOS = `
world:
  users: { alice: {}, bob: {} }
  bots: { shop: {} }
scenarios:${conversation('one order', 'alice')}${conversation('another', 'bob')}`

const MOODY = `
world:
  users: { alice: {} }
  bots: { moody: {} }
scenarios:
  - name: talk
    steps:
      - start: { as: alice, bot: moody }
      - send: { as: alice, to: moody, text: a }
      - send: { as: alice, to: moody, text: b }
`
const DICE = `
import { poll, say } from ${JSON.stringify(new URL('../explore/bots/base.js', import.meta.url))}
await poll(({ message }) => message && say(message.chat.id, 'You rolled ' + ['one', 'two', 'three', 'four'][Math.floor(Math.random() * 4)]))
`
const CLERK = `
import { poll, say } from ${JSON.stringify(new URL('../explore/bots/base.js', import.meta.url))}
await poll(({ message }) => message?.text === '/start' && say(message.chat.id, 'We are open every day of the week from ' + process.env.HOURS))
`

const compareShop = (planted: string, ...flags: string[]) => {
  const at = folder({ 'shop.yaml': SCENARIOS })
  return cli(['compare', at, '--baseline', SHOP, '--bot', `PLANTED='${planted}' ${SHOP}`, ...flags])
}

describe.concurrent('compare', () => {
  it('finds no difference between a bot and itself', async () => {
    expect(await compareShop('nothing')).toMatchObject({
      code: 0,
      stdout: 'All 2 conversations are the same (time)\n',
      stderr: '',
    })
  })

  it.each([
    ['button', "‹Help› became ‹Assist› under 'Hi, Alice!' in 2 places like this"],
    ['keyboard', "‹Pay› became ‹Pay now› under 'Sent to the harbour.' in 2 places"],
    ['order of messages', "'Send your address.' earlier in 2 places"],
    ['missing edit', "no edit of 'We have tea.' in 2 places"],
  ])('reports a planted change (%s) as one difference', async (planted, title) => {
    const { code, stdout } = await compareShop(planted)
    expect([code, ...stdout.split('\n').filter((line) => /^\S/.test(line))]).toEqual([
      1,
      title,
      '2 of 2 conversations differ (time)',
    ])
  })

  it('compares up to the step that a version no longer allows', async () => {
    const { code, stdout } = await compareShop('menu', '--tag', 'first')
    expect([code, ...stdout.split('\n').filter((line) => /^\S/.test(line))]).toEqual([
      1,
      "‹Order› became ‹Buy› under 'Hi, Alice!'",
      `"one order" is compared up to step 1, because the new version doesn't allow step 2: press { as: alice, chat: shop, button: Order }`,
      '1 of 1 conversation differs (time)',
    ])
  })

  it('finds no difference in a bot with random answers and times, but one that is always there', async () => {
    const moody = 'node test/testing/compare/bots/moody.js'
    const at = folder({ 'moody.yaml': MOODY })
    const compareMoody = (bot: string) => cli(['compare', at, '--baseline', moody, '--bot', bot])
    expect(await compareMoody(moody)).toMatchObject({ code: 0, stdout: 'The conversation is the same (time)\n' })
    const { code, stdout } = await compareMoody(`PLANTED=text ${moody}`)
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^'You said \/start at \d+\.' became 'You wrote \/start at \d+\.' in 3 places like this\n/,
      ),
    })
  })

  it('cuts long lines so that both columns show what differs', async () => {
    const at = folder({ 'shop.yaml': SCENARIOS, 'clerk.js': CLERK })
    const clerk = (hours: string) => `HOURS=${hours} node ${at}/clerk.js`
    const versions = ['--baseline', clerk('nine'), '--bot', clerk('ten')]
    const { stdout } = await cli(['compare', `${at}/shop.yaml`, '--tag', 'first', ...versions])
    expect(stdout.split('\n').filter((line) => line.startsWith('  ≠'))).toEqual([
      '  ≠ …the week from nine                   …the week from ten',
    ])
  })

  it('seeds the random numbers of Node', async () => {
    const at = folder({ 'shop.yaml': SCENARIOS, 'dice.js': DICE })
    const dice = `node ${at}/dice.js`
    expect(await cli(['compare', `${at}/shop.yaml`, '--bot', dice, '--accept', `${at}/a.json`])).toMatchObject({
      code: 0,
    })
    expect(readFileSync(`${at}/a.json`, 'utf8')).toMatch(/"varies": \[\]/)
  })

  it('compares with what --accept stored', async () => {
    const at = folder({ 'shop.yaml': SCENARIOS })
    const file = `${at}/shop.baseline.json`
    const shop = (planted: string) => ['compare', `${at}/shop.yaml`, '--bot', `PLANTED='${planted}' ${SHOP}`]
    expect(await cli([...shop('nothing'), '--accept', file])).toEqual({
      code: 0,
      stdout: `Wrote 2 conversations to ${file}.\n`,
      stderr: '',
    })
    expect(await cli([...shop('nothing'), '--baseline', file])).toMatchObject({ code: 0 })
    const { code, stdout } = await cli([
      ...shop('text'),
      ...['--baseline', file, '--reporter', 'json', '--reporter', `html=${at}/out.html`],
    ])
    expect(readFileSync(`${at}/out.html`, 'utf8')).toContain('<title>2 of 2 conversations differ (')
    const [difference, ...others] = JSON.parse(stdout).differences
    expect({ code, others, difference }).toEqual({
      code: 1,
      others: [],
      difference: {
        text: "'Total: 10 €' became 'Total: 10.00 €'",
        places: [
          { conversation: 'one order', file: `${at}/shop.yaml`, line: 10, column: 9, step: 2, chat: 'Alice · shop' },
          { conversation: 'another', file: `${at}/shop.yaml`, line: 18, column: 9, step: 2, chat: 'Bob · shop' },
        ],
        chat: expect.arrayContaining([
          { before: 'Shop edits: We have tea.', after: 'Shop edits: We have tea.', differs: false },
          { before: 'Shop: Total: 10 €', after: 'Shop: Total: 10.00 €', differs: true },
        ]),
      },
    })
  })

  it.runIf(isHere('chromium'))('draws how many conversations differ, and both versions of each', async () => {
    const later = '\n      - send: { as: alice, to: shop, text: Thanks }'.repeat(5)
    const scenarios = SCENARIOS.replace(' }\n\n', ` }${later}\n\n`)
    const at = folder({ 'shop.yaml': `${scenarios}\n  - { name: only looks, steps: [{ wait: 1ms }] }\n` })
    const html = ['--reporter', `html=${at}/out.html`]
    await cli(['compare', `${at}/shop.yaml`, '--baseline', SHOP, '--bot', `PLANTED='text' ${SHOP}`, ...html])
    const page = await openFile(`${at}/out.html`)
    const bar = page.locator('h1 + .bar-of i')
    expect(await Promise.all((await bar.all()).map((part) => part.getAttribute('class')))).toEqual([
      'failed',
      'alike',
      'passed',
    ])
    expect(await page.locator('.scenario > summary').allTextContents()).toEqual([
      `one order ${at}/shop.yaml:6`,
      `another ${at}/shop.yaml:19 · differs as in "one order"`,
    ])
    expect(await page.locator('.finding > *').allTextContents()).toEqual([
      'changed in 2 places',
      `step 2: press { as: alice, chat: shop, button: Order } (${at}/shop.yaml:10)`,
    ])
    expect(await page.locator('.scenario.passed').allTextContents()).toEqual([`only looks ${at}/shop.yaml:27`])
    expect(await page.locator('.origin > summary').textContent()).toMatch(
      /^\d{4}-\d\d-\d\d .* UTC · .*bot-emulator compare /,
    )
    const sides = page.locator('.differs')
    expect(await sides.allTextContents()).toEqual(['beforeShopTotal: 10 €', 'afterShopTotal: 10.00 €'])
    expect(await sides.locator('mark').allTextContents()).toEqual(['.', '00'])
    expect(await accessibilityProblems(page)).toEqual([])
    const [before, after] = [sides.first(), sides.last()]
    expect((await before.boundingBox())!.y).toBe((await after.boundingBox())!.y)
    await page.setViewportSize({ width: 390, height: 800 })
    expect((await before.boundingBox())!.x).toBe((await after.boundingBox())!.x)
    expect(await page.getByText('We have tea.').filter({ visible: true }).count()).toBe(1)
    const thanks = page.getByText('Thanks', { exact: true })
    expect(await thanks.count()).toBe(0)
    await page.getByRole('button', { name: 'Show all 19 lines' }).last().click()
    await thanks.nth(9).waitFor({ state: 'attached' })
    expect(await thanks.count()).toBe(10)
    await page.locator('summary').last().click()
    await page.locator('.finding').nth(1).waitFor()
    expect(await page.locator('.finding').last().locator('> *').allTextContents()).toEqual([
      "'Total: 10 €' became 'Total: 10.00 €' in 2 places",
      `step 2: press { as: bob, chat: shop, button: Order } (${at}/shop.yaml:23)`,
      'differs as in one order',
    ])
    expect(await before.locator('xpath=preceding-sibling::div').locator('.service').allTextContents()).toEqual([
      'alice presses ‹Order›',
      'alice presses ‹Order›',
    ])
    expect(await page.locator('.chips button').allTextContents()).toEqual([
      '1 different',
      '1 same change',
      '1 the same',
    ])
    await page.getByRole('button', { name: '1 the same' }).click()
    expect(await page.locator('.scenario:visible b').allTextContents()).toEqual(['only looks'])
    await page.getByRole('searchbox').fill('order')
    expect(await page.locator('.filter').getByRole('status').textContent()).toBe('0 of 3')
    await page.getByText('No conversation matches the filter.').waitFor()
  })

  it('says why a bot cannot start, and what is missing to compare', async () => {
    const at = folder({ 'shop.yaml': SCENARIOS })
    expect(await cli(['compare', at, '--baseline', 'node missing.js', '--bot', SHOP])).toMatchObject({ code: 3 })
    expect(await cli(['compare', at, '--baseline', 'no.json', '--bot', SHOP])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^no\.json cannot be read: .*\. Write it again with --accept\.\n$/),
    })
    expect(await cli(['compare', at, '--bot', SHOP])).toMatchObject({
      code: 2,
      stderr:
        'There is nothing to compare the bot with. Pass --baseline-ref HEAD, --baseline "node old.js", or --accept bot.baseline.json for later.\n',
    })
  })
})
