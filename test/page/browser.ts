// Opens the page of an emulator in Chromium, and collects what the browser complains about.

import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { pathOf } from '../programs.ts'

let browser: Browser | undefined

afterAll(async () => {
  await browser?.close()
  browser = undefined
})

interface OpenOptions {
  /** What follows the # of the address. */
  route?: string
  width?: number
  colorScheme?: 'light' | 'dark'
}

/** Opens the page. When the test finishes, the browser must not have reported an error or a refused resource. */
export async function openPage(url: string, { route = '', width = 1280, colorScheme = 'light' }: OpenOptions = {}) {
  browser ??= await chromium.launch({ executablePath: pathOf('chromium')!, args: ['--no-sandbox'] })
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
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
  await page.goto(`${url}/_emulator/${route && `#${route}`}`)
  return page
}

export const phoneOf = (page: Page, name: string) => page.getByRole('article', { name: `Phone of ${name}` })
