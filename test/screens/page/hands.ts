// Uses the page like a person: by clicks, or by keys alone.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export interface Hands {
  /** Clicks a link, a button or a folded part. */
  press(target: Locator): Promise<void>
  /** Selects the newest row of the traffic. */
  select(row: Locator): Promise<void>
  /** Opens a part of the page beside the phones. */
  openPanel(name: string): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  choose(list: Locator, option: string): Promise<void>
  attach(input: Locator, file: string): Promise<void>
  /** Writes a message on the first phone and sends it. */
  send(text: string): Promise<void>
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: /^Message as/ }).first()

export function byClicks(page: Page): Hands {
  return {
    press: (target) => target.click(),
    select: (row) => row.click(),
    openPanel: (name) => page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name }).click(),
    fill: (field, text) => field.fill(text),
    async choose(list, option) {
      await list.click()
      await page.getByRole('menuitemradio', { name: option, exact: true }).click()
    },
    async attach(input, file) {
      const choosing = page.waitForEvent('filechooser')
      await input.click()
      await (await choosing).setFiles(file)
    },
    async send(text) {
      await composerOf(page).fill(text)
      await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    },
  }
}

/** Chooses an item of the menu of a message, or of a chat. */
export async function chooseFor(part: Locator, item: string) {
  await part.hover()
  await part.getByRole('button', { name: 'Actions on' }).first().click()
  await part.getByRole('menuitem', { name: item, exact: true }).click()
}

const MAX_PRESSES = 100

/** A text field with the focus takes letters, so Escape leaves the field before a letter opens a part of the page. */
export function byKeys(page: Page): Hands {
  const { keyboard } = page
  const hasFocus = (target: Locator) => target.evaluate(isActive)

  async function pressUntilFocus(key: string, target: Locator) {
    await target.waitFor()
    for (let presses = 0; !(await hasFocus(target)); presses++) {
      if (presses === MAX_PRESSES) throw new Error(`${presses} presses of ${key} do not reach ${target}`)
      await keyboard.press(key)
    }
  }

  return {
    async press(target) {
      await pressUntilFocus('Tab', target)
      await keyboard.press('Enter')
    },
    async select(row) {
      await pressUntilFocus('Tab', page.getByRole('region', { name: 'Calls and updates' }))
      await keyboard.press('ArrowUp')
      await expect.poll(() => row.getAttribute('aria-current')).toBe('true')
    },
    async openPanel(name) {
      await keyboard.press('Escape')
      await keyboard.press(name.slice(0, 1).toLowerCase())
      await expect.poll(() => page.getByRole('complementary').evaluate(isActive)).toBe(true)
    },
    async fill(field, text) {
      await pressUntilFocus('Tab', field)
      await keyboard.type(text)
    },
    async choose(list, option) {
      await pressUntilFocus('Tab', list)
      await keyboard.press('Enter')
      await page.locator('[role=menu] :focus').waitFor()
      await keyboard.type(option.replace('…', ''))
      await keyboard.press('Enter')
    },
    async attach(input, file) {
      // Chromium is told first: a dialog that opens before is not seen.
      const choosing = page.waitForEvent('filechooser')
      await pressUntilFocus('Tab', input)
      await keyboard.press('Space')
      await (await choosing).setFiles(file)
    },
    async send(text) {
      if (!(await hasFocus(composerOf(page)))) {
        await keyboard.press('Escape')
        await keyboard.press('1')
      }
      expect(await hasFocus(composerOf(page))).toBe(true)
      await keyboard.type(text)
      await keyboard.press('Enter')
    },
  }
}

const isActive = (element: { ownerDocument: { activeElement: unknown } }) =>
  element.ownerDocument.activeElement === element
