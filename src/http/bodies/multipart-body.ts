// Reads multipart bodies: fields into memory, files into a folder as they arrive.

import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { File } from 'formidable'
import type { Context } from 'koa'
import type { ExtendedFormidableOptions } from 'koa-body'
import { ATTACH_PREFIX, Upload } from '../../media/upload.ts'
import { LIMITS } from '../../spec/limits.ts'
import { Refusal } from '../../spec/refusals.ts'
import { drainRefusedBody } from './bad-body.ts'
import { createFileSink } from './file-sink.ts'
import { bodyParser, type Fields } from './koa-bodies.ts'
import type { PartHead } from './part-head.ts'
import { type PlainPart, partStream, tooLarge } from './part-stream.ts'

export const MULTIPART_TYPE = 'multipart/form-data'

/** Returns the folder for uploaded files, or undefined to skip the files. Throws if all transfer slots are in use. */
export type FolderForFiles = () => string | undefined

/** The value that replaces a skipped file. An empty string would count as a missing parameter. */
const SKIPPED_FILE = ' '

/** Reads a multipart body with at most `fieldBytes` in all fields together. */
export async function readMultipart(ctx: Context, fieldBytes: number, folderForFiles: FolderForFiles): Promise<Fields> {
  try {
    return await parse(ctx, fieldBytes, folderForFiles)
  } catch (error) {
    throw await drainRefusedBody(ctx, error as Error, fieldBytes)
  }
}

async function parse(ctx: Context, fieldBytes: number, folderForFiles: FolderForFiles): Promise<Fields> {
  const isTooLarge = Number(ctx.get('content-length')) > LIMITS.multipartBytes
  const parts: PartHead[] = []
  const fields: Fields = {}
  // Assigning a part with the name `__proto__` would set the prototype of `fields`.
  const seenNames = new Set(['__proto__'])
  const seenFiles = new Set(['__proto__'])
  let folder = ''

  /**
   * Returns undefined to drop a part with a repeated name. A file may have the same name as a field, because gotgbot
   * sends each file with a field of the same name, whose value is `attach://<name>`.
   */
  function onHead(head: PartHead): PlainPart | undefined {
    const isFile = head.fileName !== undefined
    const isNewName = !seenNames.has(head.field)
    if (isFile ? seenFiles.has(head.field) : !isNewName) return undefined
    seenNames.add(head.field)
    if (isFile) {
      seenFiles.add(head.field)
      const filesFolder = folderForFiles()
      // The size is checked after `folderForFiles`, whose refusal for a lack of transfer slots has priority.
      if (isTooLarge) throw tooLarge()
      if (filesFolder === undefined) {
        if (isNewName) fields[head.field] = SKIPPED_FILE
        return undefined
      }
      folder = filesFolder
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
    // If onHead() throws a Refusal, koa-body throws a plain Error instead. The original error is in `body.errored`.
    const cause: unknown = body.errored ?? error
    throw isTooLarge && !(cause instanceof Refusal) ? tooLarge() : cause
  } finally {
    body.destroy()
  }
  const values: Fields = { ...(ctx.request.body as object), ...ctx.request.files }
  for (const [name, { field, fileName }] of parts.entries()) {
    const value = partValue(values[name], fileName)
    const isAttached = value instanceof Upload && fields[field] === ATTACH_PREFIX + field
    if (!Object.hasOwn(fields, field) || isAttached) fields[field] = value
  }
  return fields
}

function partValue(value: unknown, fileName: string | undefined) {
  if (fileName === undefined) return value
  const { filepath, size, hash } = value as File
  return new Upload(filepath, fileName, size, hash ?? '')
}

/** Creates the sinks of uploaded files. `settle` waits until all files are written and closed. */
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
        await Promise.all(sinks.map(untilClosed))
      }
      // Each sink is checked, because formidable reports success even if the disk was full at the last bytes of a file.
      for (const { errored } of sinks) if (errored) throw errored
    },
  }
}

const untilClosed = (sink: Writable) => sink.closed || new Promise<void>((done) => sink.once('close', done))
