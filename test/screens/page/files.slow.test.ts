// Files on the page: a photo keeps its shape and can be enlarged, a document is a card.

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, isDrawn, openPage, phoneOf } from '../../helpers/browser.ts'
import { isHere } from '../../helpers/programs.ts'
import { stage } from './stage.ts'

async function chatWith(kind: string, name: string, bytes: Buffer) {
  const { s } = await stage()
  const file = { name, base64: bytes.toString('base64') }
  await s.act('sendFile', { as: 'alice', to: 'greeter', kind, file, caption: 'Mine' })
  return s
}

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()

describe.runIf(isHere('chromium'))('a file', () => {
  it.each([
    [1200, 300],
    [300, 1200],
    [500, 500],
    [60, 40],
  ])('a photo of %s x %s keeps its shape, also when enlarged', async (width, height) => {
    const s = await chatWith('photo', 'cup.jpg', await photo(width, height))
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const shown = phoneOf(page, 'Alice').getByRole('img', { name: 'Mine' })
    await expect.poll(() => shown.evaluate(isDrawn)).toBe(true)
    const shape = async (image: typeof shown) => {
      const box = (await image.boundingBox())!
      return Math.round((100 * box.width) / box.height)
    }
    expect(Math.abs((await shape(shown)) / ((100 * width) / height) - 1)).toBeLessThan(0.03)
    await shown.click()
    const large = page.getByRole('dialog', { name: 'Photo of Alice' }).getByRole('img')
    await expect.poll(() => large.evaluate(isDrawn)).toBe(true)
    expect(Math.abs((await shape(large)) / ((100 * width) / height) - 1)).toBeLessThan(0.03)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('a document of the person and a dangerous entry of a menu are readable in dark colours', async () => {
    const s = await chatWith('document', 'invoice.pdf', Buffer.alloc(2000))
    const page = await openPage(s.url, { route: 'phone=alice/greeter', colorScheme: 'dark' })
    const message = page.getByRole('log').getByRole('article').filter({ hasText: 'invoice.pdf' })
    await message.hover()
    await message.getByRole('button', { name: 'Actions on' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('a document has its name, its type and its size', async () => {
    const s = await chatWith('document', 'invoice.pdf', Buffer.alloc(2000))
    const page = await openPage(s.url, { route: 'phone=alice/greeter' })
    const card = phoneOf(page, 'Alice').getByRole('log').getByRole('link', { name: 'invoice.pdf' })
    await expect.poll(() => card.textContent()).toBe('invoice.pdfPDF · 2 kB')
    const downloading = page.waitForEvent('download')
    await card.click()
    expect((await downloading).suggestedFilename()).toBe('invoice.pdf')
  })
})
