// Opens a page in Chromium, and collects what the browser complains about.

import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { onTestFinished } from './finished.ts'
import { pathOf } from './programs.ts'

let browser: Browser | undefined

afterAll(async () => {
  await browser?.close()
  browser = undefined
})

interface OpenOptions {
  /** What follows the # of the address. */
  route?: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}

/** Opens the page of an emulator. */
export const openPage = (url: string, { route = '', ...options }: OpenOptions = {}) =>
  openAddress(`${url}/_emulator/${route && `#${route}`}`, options)

/** Opens a page that is one file, from the disk. */
export const openFile = (file: string, { route = '', ...options }: OpenOptions = {}) =>
  openAddress(`file://${file}${route && `#${route}`}`, options)

/** Opens an address. When the test finishes, the browser must not have reported an error or a refused resource. */
async function openAddress(address: string, { width = 1280, height = 800, colorScheme = 'light' }: OpenOptions) {
  browser ??= await chromium.launch({ executablePath: pathOf('chromium')!, args: ['--no-sandbox'] })
  const context = await browser.newContext({ viewport: { width, height }, colorScheme })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    const isExpected =
      /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING/.test(message.text())
    if (message.type() === 'error' && !isExpected) complaints.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  await page.goto(address)
  return page
}

export const phoneOf = (page: Page, name: string) => page.getByRole('article', { name: `Phone of ${name}` })

/** Returns the rules of accessibility that the page breaks, with the elements that break them. */
export async function accessibilityProblems(page: Page) {
  // This rule is off by default.
  const rules = { 'label-content-name-mismatch': { enabled: true } }
  const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Returns the class and the text of each element. */
export const classesAndTexts = async (elements: Locator) =>
  Promise.all(
    (await elements.all()).map(async (each) => {
      const classes = await each.getAttribute('class')
      return [classes?.replace(/\s+/g, ' ').trim() ?? null, await each.textContent()]
    }),
  )

export const isDrawn = (image: object) => 'naturalWidth' in image && Number(image.naturalWidth) > 0

/** Returns the lines of the traffic without the times and the durations of calls. */
export const linesOf = async (lines: Locator) =>
  (await lines.allTextContents()).map((text) => text.replace(/^\d\d:\d\d:\d\d /, '').replace(/[\d.]+ ms/, '… ms'))
