// The stored bytes of a file, whole or a range of them.

import { open } from 'node:fs/promises'
import type { Context } from 'koa'
import type { StoredFile } from '../control-api/stored-file.ts'
import { Problem } from '../lib/problem.ts'

export async function sendStoredFile(ctx: Context, { path, mime, size }: StoredFile) {
  const range = rangeIn(ctx.get('range'), size)
  const { start, end } = range === 'unsatisfiable' ? { start: 0, end: -1 } : (range ?? { start: 0, end: size - 1 })
  // The file is opened before the answer begins: one that is missing can still be reported in a sentence.
  const file = end < start || ctx.method === 'HEAD' ? undefined : await openBytes(path)
  ctx.set({
    'Content-Type': mime,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
  })
  if (range === 'unsatisfiable') {
    ctx.set('Content-Range', `bytes */${size}`)
    ctx.body = null
    ctx.status = 416
    return
  }
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
  ctx.length = end - start + 1
  if (file) ctx.body = file.createReadStream({ start, end })
}

async function openBytes(path: string) {
  try {
    return await open(path)
  } catch (error) {
    throw new Problem(
      'no-such-bytes',
      `The bytes of this file cannot be read: ${(error as Error).message}.`,
      'Bring them back into the folder beside the database, or have the file sent again.',
    )
  }
}

/** One range; anything else gets the whole. */
function rangeIn(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
