// Sends stored files, and sends and receives the world as an archive.

import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'koa'
import type { StoredFile } from '../control/views/stored-file.ts'
import type { Emulator } from '../emulator.ts'
import { Problem } from '../lib/problem.ts'

export async function sendStoredFile(ctx: Context, { path, mime, size }: StoredFile) {
  const range = parseRange(ctx.get('range'), size)
  const { start, end } = range === 'unsatisfiable' ? { start: 0, end: -1 } : (range ?? { start: 0, end: size - 1 })
  // The file is opened before the answer begins, so that the answer to a missing file can be a Problem.
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
    const hint = 'Restore the file in the folder of sent files, next to the database, or send it again.'
    throw new Problem('no-such-bytes', `The content of this file cannot be read: ${(error as Error).message}.`, hint)
  }
}

/** Returns the requested range of bytes, or undefined if the header requests something else and is ignored. */
function parseRange(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

const ARCHIVE_TYPE = 'application/octet-stream'

const MAX_ARCHIVE_BYTES = 4 * 1024 ** 3

export async function sendArchive(ctx: Context, emulator: Emulator, tokens: boolean) {
  const { file, dispose } = await emulator.exportWorld({ tokens })
  ctx.set({ 'Content-Type': ARCHIVE_TYPE, 'Content-Disposition': 'attachment; filename="world.bot-emulator"' })
  ctx.length = (await stat(file)).size
  ctx.body = createReadStream(file).once('close', () => void dispose())
}

export function receiveArchive(ctx: Context, emulator: Emulator) {
  if (!ctx.is(ARCHIVE_TYPE)) {
    const hint = `Send the exported file with the header "Content-Type: ${ARCHIVE_TYPE}".`
    throw new Problem('not-an-archive', `An import needs a body of type ${ARCHIVE_TYPE}.`, hint)
  }
  return emulator.importWorld((path) => pipeline(limitSize(ctx.req), createWriteStream(path)))
}

async function* limitSize(body: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ARCHIVE_BYTES) {
      throw new Problem('too-large', 'The body is too large.', 'An import has at most 4 GiB.')
    }
    yield chunk
  }
}
