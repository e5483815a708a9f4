// Reads multipart bodies with formidable: fields into memory, files into a folder as they arrive.

import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Part } from 'formidable'
import type { Context } from 'koa'
import { ATTACH_PREFIX, Upload } from '../../service/media/upload.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { BadBody, toBadBody, tooLarge } from './bad-body.ts'
import { readPartHead } from './part-head.ts'
import { bodyParser, type Fields, MAX_TEXT_BYTES } from './text-body.ts'

export const MULTIPART_TYPE = 'multipart/form-data'

/** Returns the folder for uploaded files, or undefined to skip the files. Throws if all transfer slots are in use. */
export type FolderForFiles = () => string | undefined

/** The value that replaces a skipped file. An empty string would count as a missing parameter. */
const SKIPPED_FILE = ' '

type Form = InstanceType<typeof import('formidable')['Formidable']>

/** Returns fields and files in the order of the body. The first part of each name counts. */
export async function readMultipart(ctx: Context, folderForFiles: FolderForFiles): Promise<Fields> {
  const { errors, multipart } = await import('formidable')
  const values = new Map<string, unknown>()
  const fileNames = new Set<string>()
  const sinks = createSinks()
  const declared = Number(ctx.get('content-length'))
  let path = ''
  let folder = ''
  let received = 0
  let isOver = false
  let refusal: { cause: unknown } | undefined
  let emitError = (_error: unknown) => {}

  function follow(form: Form) {
    hideHeads(form)
    emitError = (error) => form.emit('error', error)
    form.on('progress', (bytes) => {
      received = bytes
      requireSize(bytes, LIMITS.multipartBytes)
    })
    form.on('field', (name, text) => values.set(name, text))
    form.on('file', (name, { filepath, originalFilename, size, hash }) => {
      // gotgbot sends each file with a field of the same name, whose value is `attach://<name>`.
      const text = values.get(name) ?? ATTACH_PREFIX + name
      if (text === ATTACH_PREFIX + name)
        values.set(name, new Upload(filepath, originalFilename ?? '', size, hash ?? ''))
    })
  }

  /** Never throws, because formidable does not catch what is thrown here, and the process would end. */
  function onPart(part: Part, read: (part: Part) => void) {
    const { field: name, fileName } = readPartHead(headOf(part))
    const isFile = fileName !== undefined
    if (isOver || refusal || name === '__proto__' || fileNames.has(name) || (values.has(name) && !isFile)) return
    if (isFile && !acceptFile(name)) return
    // Keeps the place of the part among the others. The value follows.
    if (!values.has(name)) values.set(name, undefined)
    // formidable takes a part that has a type for a file, and decodes a field with its transfer encoding.
    const mimetype = isFile ? 'any/type' : null
    read(Object.assign(part, { name, originalFilename: fileName, mimetype, transferEncoding: 'utf-8' }))
  }

  function acceptFile(name: string): boolean {
    fileNames.add(name)
    try {
      const filesFolder = folderForFiles()
      // The size is checked after the transfer slot, which `folderForFiles` takes.
      requireSize(declared, LIMITS.multipartBytes)
      if (filesFolder === undefined) values.set(name, values.get(name) ?? SKIPPED_FILE)
      else folder = filesFolder
      return filesFolder !== undefined
    } catch (cause) {
      refusal = { cause }
      emitError(cause)
      return false
    }
  }

  const parse = await bodyParser({
    multipart: true,
    multipartTypes: [MULTIPART_TYPE],
    formidable: {
      enabledPlugins: [multipart, follow],
      onPart,
      onFileBegin(_name, file) {
        path = join(folder, file.newFilename)
        file.filepath = path
      },
      fileWriteStreamHandler: () => sinks.open(path),
      // Reads the names in the head of a part byte by byte, because a character may be split between two chunks.
      encoding: 'binary',
      hashAlgorithm: 'sha256',
      allowEmptyFiles: true,
      minFileSize: 0,
      // The whole request has a limit, so its parts need none.
      maxFields: Number.POSITIVE_INFINITY,
      maxFieldsSize: Number.POSITIVE_INFINITY,
      maxFileSize: Number.POSITIVE_INFINITY,
    },
  })
  try {
    await parse(ctx, async () => {})
    await sinks.written()
    requireSize(Math.max(received, declared), fileNames.size ? LIMITS.multipartBytes : MAX_TEXT_BYTES)
    return Object.fromEntries(values)
  } catch (error) {
    await sinks.discard()
    if (refusal) throw refusal.cause
    const isMalformed = (error as { code?: unknown }).code === errors.malformedMultipart
    // go-telegram/bot sends an empty body for a call without parameters.
    if (isMalformed && received === 0) return {}
    throw isMalformed ? new BadBody('the multipart body is malformed or cut off') : toBadBody(error as Error)
  } finally {
    isOver = true
  }
}

function requireSize(bytes: number, allowed: number) {
  if (bytes > allowed) throw tooLarge(allowed)
}

/**
 * Keeps formidable from reading the heads of parts: it would miss file names, decode base64, and refuse other transfer
 * encodings. It knows a header by its name, so each piece of a name gets a colon, which no name contains.
 */
function hideHeads(form: Form) {
  const { _parser: parser } = form as unknown as { _parser: Transform | null }
  parser?.prependListener('data', (event: { name: string; buffer: Buffer; start: number; end: number }) => {
    if (event.name !== 'headerField') return
    const buffer = Buffer.from(`:${event.buffer.toString('latin1', event.start, event.end)}`)
    Object.assign(event, { buffer, start: 0, end: buffer.length })
  })
}

function headOf(part: Part): string {
  const { headers } = part as unknown as { headers: Record<string, string> }
  const lines = Object.entries(headers).map(([name, value]) => `${name.replaceAll(':', '')}: ${value}`)
  return Buffer.from(lines.join('\r\n'), 'latin1').toString()
}

/** The number of bytes that may wait to be written. formidable pauses the request until its sink has taken a chunk. */
const BUFFER_BYTES = 256 * 1024

function createSinks() {
  const files: WriteStream[] = []
  const writes: Promise<void>[] = []
  return {
    open(path: string) {
      const sink = new PassThrough({ highWaterMark: BUFFER_BYTES })
      const file = createWriteStream(path, { flags: 'wx', highWaterMark: BUFFER_BYTES })
      const write = pipeline(sink, file)
      write.catch(() => {})
      files.push(file)
      writes.push(write)
      return sink
    },
    /** Throws if the disk was full at the last bytes of a file, which formidable reports as a success. */
    written: () => Promise.all(writes),
    /** A pipeline never settles if formidable destroys a sink that has ended but was not read to the end. */
    async discard() {
      for (const file of files) file.destroy()
      await Promise.allSettled(files.map((file) => finished(file)))
    },
  }
}
