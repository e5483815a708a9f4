// The stored bytes of a file, whole or a range of them.

import { createReadStream } from 'node:fs'
import type { Context } from 'koa'
import { Problem } from '../lib/problem.ts'
import type { World } from '../world/world.ts'

export function sendStoredFile(ctx: Context, { store, bytes }: World, uniqueId: string) {
  const row = store.files.byContent(uniqueId)
  if (!row) {
    throw new Problem('no-such-file', `There is no file "${uniqueId}".`, 'Take file_unique_id from a message.')
  }
  ctx.set({
    'Content-Type': row.mime,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
  })
  const range = rangeIn(ctx.get('range'), row.size)
  if (range === 'unsatisfiable') {
    ctx.status = 416
    ctx.set('Content-Range', `bytes */${row.size}`)
    ctx.body = null
    ctx.status = 416
    return
  }
  const { start, end } = range ?? { start: 0, end: row.size - 1 }
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${start}-${end}/${row.size}`)
  ctx.length = end - start + 1
  ctx.body = createReadStream(bytes.pathOf(uniqueId), { start, end })
}

/** One range; anything else gets the whole. */
function rangeIn(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
