// The sample files of fixtures/media, files made on the spot, and damage that is the same on every run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll } from 'vitest'

export const sample = (name: string): string => fileURLToPath(new URL(`../../fixtures/media/${name}`, import.meta.url))
export const sampleBytes = (name: string): Buffer => readFileSync(sample(name))

/** A picture of one colour with 8000 × 6240 pixels, in a file of 1 KB. */
export const fiftyMegapixels = () => readFileSync(new URL('fifty-megapixels.avif', import.meta.url))

/** A folder for the files that one test file makes; gone when its tests are. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'media-'))
  let made = 0
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const newPath = (): string => join(folder, String(++made))
  function fileOf(...parts: (Buffer | string)[]): string {
    const path = newPath()
    const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))
    writeFileSync(path, Buffer.concat(bytes))
    return path
  }
  return { newPath, fileOf }
}

export const IMAGES: Readonly<Record<string, string>> = {
  'plain.jpg': 'image/jpeg',
  'turned-gps.jpg': 'image/jpeg',
  'transparent.png': 'image/png',
  'plain.webp': 'image/webp',
  'transparent.webp': 'image/webp',
  'animated.webp': 'image/webp',
  'animated.gif': 'image/gif',
  'transparent.gif': 'image/gif',
  'plain.heic': 'image/heic',
  'plain.heif': 'image/heic',
  'transparent.heic': 'image/heic',
  'turned-gps.heic': 'image/heic',
  'plain.avif': 'image/avif',
  'turned-10bit.avif': 'image/avif',
  'animated.avif': 'image/avif',
}

/** A picture of one colour: few bytes, however many pixels. */
export function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false })
}

/** Cut short, with a bit turned over, or with a stretch of noise: `count` damaged copies. */
export function damaged(whole: Buffer, count: number): Buffer[] {
  const random = randomFrom(whole.length)
  const at = (end: number) => Math.floor(random() * end)
  return Array.from({ length: count }, (_, turn) => {
    if (turn % 3 === 0) return whole.subarray(0, at(whole.length))
    const copy = Buffer.from(whole)
    const position = at(copy.length)
    if (turn % 3 === 1) copy[position] = copy[position]! ^ (1 << at(8))
    else for (let i = position; i < Math.min(position + 8, copy.length); i++) copy[i] = at(256)
    return copy
  })
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
