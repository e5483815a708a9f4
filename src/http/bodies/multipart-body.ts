// Reads multipart bodies with koa-body and formidable: fields into memory, files into a folder while they arrive.

import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { File } from 'formidable'
import type { Context } from 'koa'
import type { ExtendedFormidableOptions } from 'koa-body'
import { Upload } from '../../media/upload.ts'
import { LIMITS } from '../../spec/limits.ts'
import { Refusal } from '../../spec/refusals.ts'
import { refusedBody } from './bad-body.ts'
import { createFileSink } from './file-sink.ts'
import { bodyParser, type Fields } from './koa-bodies.ts'
import type { PartHead } from './part-head.ts'
import { type PlainPart, partStream, tooLarge } from './part-stream.ts'

export const MULTIPART_TYPE = 'multipart/form-data'

/** Returns the folder for files of this request, or undefined if it takes none; throws if there is no room for them. */
export type FolderForFiles = () => string | undefined

/** Fields have at most so many bytes together. A file that is not taken becomes an empty text. */
export async function readMultipart(ctx: Context, fieldBytes: number, folderForFiles: FolderForFiles): Promise<Fields> {
  try {
    return await parse(ctx, fieldBytes, folderForFiles)
  } catch (error) {
    throw await refusedBody(ctx, error as Error, fieldBytes)
  }
}

async function parse(ctx: Context, fieldBytes: number, folderForFiles: FolderForFiles): Promise<Fields> {
  const isTooLarge = Number(ctx.get('content-length')) > LIMITS.multipartBytes
  const parts: PartHead[] = []
  const notTaken: Fields = {}
  // This name would set a prototype.
  const seen = new Set(['__proto__'])
  let folder = ''

  /** Only the first part of a name counts. */
  function onHead(head: PartHead): PlainPart | undefined {
    if (seen.has(head.field)) return undefined
    seen.add(head.field)
    const isFile = head.fileName !== undefined
    if (isFile) {
      const found = folderForFiles()
      // A bot without room for files learns that first: many clients then send something smaller.
      if (isTooLarge) throw tooLarge()
      if (found === undefined) {
        notTaken[head.field] = ''
        return undefined
      }
      folder = found
    }
    return { name: parts.push(head) - 1, isFile }
  }

  const body = partStream(ctx.req, onHead)
  const files = createFiles((name) => join(folder, name))
  const parseMultipart = await bodyParser({
    multipart: true,
    multipartTypes: [MULTIPART_TYPE],
    formidable: { ...files.options, maxFieldsSize: fieldBytes },
  })
  const withBody: Context = Object.create(ctx, { req: { value: body } })
  try {
    await files.settle(parseMultipart(withBody, async () => {}))
  } catch (error) {
    // koa-body makes an Error of a Refusal; the stream still has what ended it.
    const cause: unknown = body.errored ?? error
    throw isTooLarge && !(cause instanceof Refusal) ? tooLarge() : cause
  } finally {
    body.destroy()
  }
  const values: Fields = { ...(ctx.request.body as object), ...ctx.request.files }
  const taken = parts.map(({ field, fileName }, name) => [field, partValue(values[name], fileName)])
  return { ...notTaken, ...Object.fromEntries(taken) }
}

function partValue(value: unknown, fileName: string | undefined) {
  if (fileName === undefined) return value
  const { filepath, size, hash } = value as File
  return new Upload(filepath, fileName, size, hash ?? '')
}

/** How formidable writes files, and the wait until none is being written any more. */
function createFiles(pathOf: (name: string) => string) {
  const sinks: Writable[] = []
  const failure = new AbortController()
  let path = ''
  const options: ExtendedFormidableOptions = {
    filename: (_name, _extension, { name }) => String(name),
    onFileBegin(name, file) {
      path = pathOf(name)
      file.filepath = path
    },
    fileWriteStreamHandler() {
      const sink = createFileSink(path, failure.signal)
      sinks.push(sink)
      return sink
    },
    hashAlgorithm: 'sha256',
    allowEmptyFiles: true,
    minFileSize: 0,
  }
  return {
    options,
    async settle(parsing: Promise<unknown>) {
      try {
        await parsing
      } catch (error) {
        failure.abort()
        throw error
      } finally {
        await Promise.all(sinks.map(closed))
      }
      // formidable reports a file as written even if the disk was full at its last bytes.
      for (const { errored } of sinks) if (errored) throw errored
    },
  }
}

const closed = (sink: Writable) => sink.closed || new Promise<void>((done) => sink.once('close', done))
