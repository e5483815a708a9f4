// The stored bytes of a file, whole or a range of them.

import { createReadStream } from 'node:fs'
import type { Context } from 'koa'
import type { StoredFile } from '../views/stored-file.ts'

export function sendStoredFile(ctx: Context, { path, mime, size }: StoredFile) {
  ctx.set({
    'Content-Type': mime,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
  })
  const range = rangeIn(ctx.get('range'), size)
  if (range === 'unsatisfiable') {
    ctx.status = 416
    ctx.set('Content-Range', `bytes */${size}`)
    ctx.body = null
    ctx.status = 416
    return
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
  ctx.length = end - start + 1
  ctx.body = createReadStream(path, { start, end })
}

/** One range; anything else gets the whole. */
function rangeIn(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
