// The map of an exploration as a page: states, moves between them, and unused buttons.

import { describe, expect, it } from 'vitest'
import { mapPage } from '../../../src/testing/explore/map.ts'
import { accessibilityProblems, openFile } from '../../helpers/browser.ts'
import { folder } from '../../helpers/folder.ts'
import { isHere } from '../../helpers/programs.ts'

const HOSTILE = 'private: <img src=x onerror="document.title=1"> &lt;'
const MEMORY = {
  states: new Map([
    [HOSTILE, 2],
    ['private: Menu', 5],
  ]),
  ways: new Map([
    ['a', { from: 'private: Menu', label: 'button Yes', to: HOSTILE, count: 3 }],
    ['b', { from: 'private: Menu', label: 'command /add …', to: HOSTILE, count: 2 }],
  ]),
  offered: new Set(['button Yes', 'button <b>No</b>']),
} as unknown as Parameters<typeof mapPage>[0]

describe.runIf(isHere('chromium'))('the map', () => {
  it('shows each state with its moves, the most visited first, and hostile texts as text', async () => {
    const at = folder({ 'map.html': mapPage(MEMORY, ['Found no failures.']) })
    const page = await openFile(`${at}/map.html`)
    expect(await page.locator('main p').allTextContents()).toEqual([
      'Found no failures.',
      'Buttons and commands never used: button <b>No</b>',
    ])
    expect(await page.locator('section').allTextContents()).toEqual([
      `private: Menuseen 5 timesbutton Yes → ${HOSTILE} 3command /add … → ${HOSTILE} 2`,
      `${HOSTILE}seen 2 times`,
    ])
    await page.getByRole('link', { name: HOSTILE }).first().click()
    expect(page.url()).toMatch(/map\.html#state-2$/)
    expect(await page.title()).toBe('States of the bot that the exploration saw')
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
