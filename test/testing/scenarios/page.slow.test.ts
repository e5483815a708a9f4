// The report of a run as a browser lays it out, wide and narrow: nothing is cut off, and what failed is marked.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, openFile } from '../../helpers/browser.ts'
import { cli } from '../../helpers/cli.ts'
import { isHere } from '../../helpers/programs.ts'

const LONG = 'x'.repeat(300)

const SCENARIOS = `include: ${process.cwd()}/fixtures/scenarios/people.yaml
world: { bots: { greeter: } }
scenarios:
  - name: shows a picture, a keyboard and what has no space to break at
    steps:
      - send: { as: alice, to: greeter, text: /pictures }
      - expect: { call: sendMessage }
      - sendFile: { as: alice, to: greeter, kind: photo, file: ${process.cwd()}/fixtures/media/plain.jpg }
      - expect: { call: sendPhoto }
      - send: { as: alice, to: greeter, text: /say ${LONG} }
      - start: { as: alice, bot: greeter }
      - expect: { call: sendMessage, with: { text: "Hello, Bob!" }, within: 2s }
      - press: { as: alice, chat: greeter, button: Thanks }
  - name: ${LONG}
    steps: [{ wait: 1ms }]
`

/** Runs in the browser: opens all details, then measures the layout of the report. */
function measure() {
  const { document: page, getComputedStyle: styleOf } = globalThis as unknown as Browser
  for (const each of page.querySelectorAll('details.scenario')) each.open = true
  return new Promise<unknown>((resolve) => setTimeout(() => resolve(layout()), 100))

  function layout() {
    const width = page.documentElement.clientWidth
    const all = (selector: string) => [...page.querySelectorAll(selector)]
    const box = (element: Element) => element.getBoundingClientRect()
    return {
      width,
      scrollWidth: page.documentElement.scrollWidth,
      /** What stands out over the edge of the page. */
      outside: all('body *')
        .filter((each) => box(each).right > width || box(each).left < 0)
        .map((each) => `${each.tagName} ${each.className}`),
      isChatBeside: box(all('.scene')[0]!).left >= box(all('.step')[0]!).right,
      bubbles: all('.bubble').filter((each) => box(each).height > 20).length,
      /** The natural width of each picture, 0 if it could not be shown. */
      pictures: all('img').map((each) => each.naturalWidth),
      buttons: all('.keyboard button').map((each) => each.textContent),
      marked: all('.step.failed').map((each) => {
        const [red = 0, green = 0, blue = 0] = styleOf(each.querySelectorAll('b')[0]!).color.match(/\d+/g)!.map(Number)
        return {
          text: [...each.querySelectorAll('span, code')].map(({ textContent }) => textContent).join(' '),
          mark: styleOf(each.querySelectorAll('span')[0]!, '::before').content,
          isRed: red > green + blue,
        }
      }),
    }
  }
}

interface Element {
  open: boolean
  tagName: string
  className: string
  textContent: string
  naturalWidth: number
  getBoundingClientRect(): { left: number; right: number; height: number }
  querySelectorAll(selector: string): Element[]
}

interface Browser {
  document: {
    documentElement: { clientWidth: number; scrollWidth: number }
    querySelectorAll(selector: string): Element[]
  }
  getComputedStyle(element: Element, part?: string): { color: string; content: string }
}

describe.runIf(isHere('chromium'))('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), `page-${'of-a-folder-with-a-long-name-'.repeat(4)}`))
  afterAll(() => rmSync(folder, { recursive: true }))

  beforeAll(async () => {
    writeFileSync(`${folder}/a.yaml`, SCENARIOS)
    const bot = `node ${process.cwd()}/fixtures/bots/greeter.js`
    await cli(['test', `${folder}/a.yaml`, '--bot', bot, '--reporter', `html=${folder}/page.html`])
  }, 60_000)

  it.each([1200, 375, 320])('fits a width of %d px, and marks the failed step', async (width) => {
    const page = await openFile(`${folder}/page.html`, { width })
    const bubbles = page.locator('.bubble')
    // Two steps are shown before the failed one.
    await expect.poll(() => page.locator('.step > span').allTextContents()).toEqual(['10', '11', '12', '13'])
    expect(await page.locator('.lead .bubble').count()).toBe(4)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Show 4 earlier steps' }).click()
    await expect.poll(() => page.locator('.lead .bubble').count()).toBe(0)
    expect(await bubbles.count()).toBe(8)
    const { isChatBeside, ...shown } = (await page.evaluate(measure)) as { isChatBeside: boolean }
    expect(isChatBeside).toBe(width === 1200)
    expect(shown).toEqual({
      width,
      scrollWidth: width,
      outside: [],
      bubbles: 8,
      pictures: [48, 48],
      buttons: ['How many?', 'Forget', 'Thanks'],
      marked: [
        {
          text: '12 expect { call: sendMessage, with: { text: "Hello, Bob!" }, within: 2s }',
          mark: '"✗ "',
          isRed: true,
        },
      ],
    })
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('marks the words that differ, and says where the step is', async () => {
    const page = await openFile(`${folder}/page.html`)
    await page.locator('.failure').waitFor()
    expect(await page.locator('.difference :is(p, div)').allTextContents()).toEqual([
      'with.text',
      'expected"Hello, Bob!"',
      'received"Hello, Alice!"',
    ])
    expect(await page.locator('.expected mark').allTextContents()).toEqual(['Bob'])
    expect(await page.locator('.received mark').allTextContents()).toEqual(['Alice'])
    expect(await page.locator('.failure h2 small').textContent()).toMatch(/a\.yaml:12:\d+$/)
    const short = page.locator('.failed > summary > .bad')
    expect(await short.count()).toBe(0)
    await page.locator('.failed > summary').click()
    expect(await short.textContent()).toBe('with.text: "Hello, Alice!" instead of "Hello, Bob!"')
  })

  it('has a link for each scenario, and a filter by text and status', async () => {
    const page = await openFile(`${folder}/page.html`, { route: 's2' })
    await page.locator('#s2[open]').waitFor()
    const names = () => page.locator('.scenario:visible > summary b').allTextContents()
    expect(await names()).toEqual(['shows a picture, a keyboard and what has no space to break at', LONG])
    await page.getByRole('button', { name: '1 passed' }).click()
    expect(await names()).toEqual([LONG])
    await page.getByText('1 of 2').waitFor()
    await page.getByRole('button', { name: '1 passed', pressed: true }).click()
    await page.getByLabel('Filter').fill('KEYBOARD picture')
    expect(await names()).toEqual(['shows a picture, a keyboard and what has no space to break at'])
    await page.getByLabel('Filter').fill('no such name')
    expect(await page.locator('.hint').textContent()).toBe('No scenario matches the filter. Clear it')
    await page.getByRole('button', { name: 'Clear it' }).click()
    expect(await names()).toEqual(['shows a picture, a keyboard and what has no space to break at', LONG])
    expect(await page.getByLabel('Filter').inputValue()).toBe('')
  })

  it('says in the title only how long a scenario took, and the other times above its steps', async () => {
    const page = await openFile(`${folder}/page.html`)
    const facts = page.locator('#s1 > summary small')
    expect(await facts.textContent()).toMatch(/a\.yaml:4:5 · \d+(\.\d+)? m?s$/)
    const times = /^answers p50 [\d.]+ m?s, p95 [\d.]+ m?s(, [\d.]+ m?s to start)?$/
    expect(await facts.getAttribute('title')).toMatch(times)
    expect((await page.locator('.part h3 small').textContent())!.replace(' · ', '')).toMatch(times)
  })
})
