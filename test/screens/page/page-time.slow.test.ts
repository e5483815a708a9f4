// A long chat: it opens soon, and the page draws only a part of it.

import { describe, expect, it } from 'vitest'
import { openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { service } from '../../helpers/service.ts'

const MESSAGES = 10_000
const EVENTS = 1000
const TRIES = 5

/** Returns the milliseconds from a click on the chat to the newest message, by the page's own clock. */
const OPEN_CHAT = `(async () => {
  const from = performance.now()
  document.querySelector('.chats a').click()
  const last = () => [...document.querySelectorAll('[role=log] .text')].at(-1)?.textContent
  while (last() !== 'text ${MESSAGES}') await new Promise(requestAnimationFrame)
  return performance.now() - from
})()`

/** Scrolls up over 1000 messages, and returns the largest number of messages that were drawn at once. */
const SCROLL_UP = `(async () => {
  const log = document.querySelector('[role=log]')
  let most = 0
  for (let first = ${MESSAGES}; first > ${MESSAGES - 1000};) {
    log.scrollTop -= 1000
    await new Promise(requestAnimationFrame)
    const texts = log.querySelectorAll('.text')
    most = Math.max(most, texts.length)
    first = Number(texts[0].textContent.slice('text '.length))
  }
  return most
})()`

describe.runIf(isHere('chromium'))(`a chat with ${MESSAGES} messages`, () => {
  it('opens in less than 300 ms, and has a bounded number of elements', { timeout: 60_000 }, async () => {
    const s = await service()
    const say = (text: string) => s.actDirectly('send', { as: 'alice', to: 'team', text })
    await s.user('Alice', { handle: 'alice' })
    await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice' })
    for (let number = 1; number <= MESSAGES; number++) await say(`text ${number}`)

    let fastest = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES; tries++) {
      const fresh = await openPage(s.url, { route: 'phone=alice' })
      await phoneOf(fresh, 'Alice').getByRole('link', { name: 'Team' }).waitFor()
      fastest = Math.min(fastest, Number(await fresh.evaluate(OPEN_CHAT)))
    }
    expect(fastest).toBeLessThan(300)

    const page = await openPage(s.url, { route: 'phone=alice/team' })
    const texts = page.getByRole('log').locator('.text')
    await expect.poll(() => texts.count()).toBe(100)
    expect(await page.evaluate(SCROLL_UP)).toBeLessThanOrEqual(600)
    await page.getByRole('button', { name: 'Newest messages' }).click()
    for (let number = 1; number <= EVENTS; number++) await say(`event ${number}`)
    await page.getByLabel('Message as Alice').fill('typed meanwhile')
    await expect.poll(() => texts.last().textContent()).toBe(`event ${EVENTS}`)
    expect(await texts.count()).toBe(100)
  })
})
