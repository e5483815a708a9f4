// Multipart bodies: fields as they are, files straight to the disk.

import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { Upload } from '../media/upload.ts'
import { LIMITS } from '../spec/limits.ts'
import { type Refusal, refusal } from '../spec/refusals.ts'
import { drain } from './drain.ts'

type Fields = Record<string, unknown>
type Part = Parameters<NonNullable<NonNullable<Parameters<typeof koaBody>[0]>['formidable']>['onPart'] & object>[0]

const tooLarge = () => refusal('requestTooLarge', 'multipart', { allowed: LIMITS.multipartBytes })

/** Files go into the folder; without one they are passed over. */
export async function multipartFields(ctx: Context, folder: string | undefined): Promise<Fields | Refusal> {
  if (Number(ctx.req.headers['content-length'] ?? 0) > LIMITS.multipartBytes) return refuseTooLarge(ctx)
  // The parser reads the bodies of some methods only; which one came is no matter here.
  ctx.method = 'POST'
  const overrun = whenOver(ctx.req, LIMITS.multipartBytes)
  try {
    const parsed = parserInto(folder)(ctx, async () => {})
    // What the parser makes of a body that is refused already is of no interest.
    parsed.catch(() => {})
    if ((await Promise.race([parsed, overrun])) === 'over') return refuseTooLarge(ctx)
  } catch (error) {
    if ((error as { httpCode?: number }).httpCode === 413) return refuseTooLarge(ctx)
    await drain(ctx.req)
    return refusal('badBody', 'unreadable', { reason: (error as Error).message })
  }
  const { body, files } = ctx.request as { body?: Fields; files?: Record<string, StoredPart | StoredPart[]> }
  return { ...firstOfEach(body ?? {}), ...uploads(files ?? {}) }
}

async function refuseTooLarge(ctx: Context): Promise<Refusal> {
  await drain(ctx.req)
  ctx.set('Connection', 'close')
  return tooLarge()
}

const parserInto = (folder: string | undefined) =>
  koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      ...(folder && { uploadDir: folder }),
      hashAlgorithm: 'sha256',
      allowEmptyFiles: true,
      minFileSize: 0,
      maxFileSize: LIMITS.multipartBytes,
      maxTotalFileSize: LIMITS.multipartBytes,
      maxFieldsSize: LIMITS.multipartBytes,
      onPart(part, delegate) {
        const name = fileNameOf(part)
        if (name === undefined) delegate(Object.assign(part, { mimetype: null, originalFilename: null }))
        else if (folder) delegate(Object.assign(part, { mimetype: 'application/octet-stream', originalFilename: name }))
      },
    },
  })

/** A part is a file when it says a file name, whatever type it declares. */
function fileNameOf(part: Part): string | undefined {
  const { headers, originalFilename } = part as unknown as { headers: Fields; originalFilename: string | null }
  const disposition = String(headers['content-disposition'] ?? '')
  const encoded = /;\s*filename\*=utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decoded(encoded)
  return /;\s*filename=/i.test(disposition) ? (originalFilename ?? '') : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface StoredPart {
  filepath: string
  originalFilename: string | null
  size: number
  hash: string
}

/** Of a name that is given twice the first counts. */
const first = <T>(value: T | T[]): T => (Array.isArray(value) ? value[0]! : value)

const firstOfEach = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, first(value)]))

const uploads = (files: Record<string, StoredPart | StoredPart[]>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, given]) => {
      const { filepath, originalFilename, size, hash } = first(given)
      return [name, new Upload(filepath, originalFilename ?? '', size, hash)]
    }),
  )

/** Counts from the moment somebody reads, so as not to start the reading itself. */
function whenOver(req: IncomingMessage, most: number): Promise<'over'> {
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) return
      req.off('data', count)
      resolve('over')
    }
    const begin = (event: string | symbol) => {
      if (event !== 'data') return
      req.off('newListener', begin)
      req.on('data', count)
    }
    req.on('newListener', begin)
  })
}
