// Multipart bodies: fields as they are, files straight to the disk.

import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { refusalOf } from '../bot-api/answer.ts'
import { Upload } from '../media/upload.ts'
import { LIMITS } from '../spec/limits.ts'
import { Refusal, refusal } from '../spec/refusals.ts'
import { drain } from './drain.ts'
import { readPartHead } from './part-head.ts'
import { Malformed, splitterAt } from './split-multipart.ts'

type Fields = Record<string, unknown>

/** Each write is a trip to another thread and back. */
const WRITTEN_AT_ONCE = 256 * 1024

/** No operation has a tenth of it. */
const MAX_PARTS = 200

/** Files go into the folder; without one they are passed over. What is refused is read to its end all the same. */
export async function multipartFields(req: IncomingMessage, folder: string | undefined): Promise<Fields | Refusal> {
  const fields = await fieldsIn(req, folder)
  if (fields instanceof Refusal) await drain(req)
  return fields
}

async function fieldsIn(req: IncomingMessage, folder: string | undefined): Promise<Fields | Refusal> {
  if (Number(req.headers['content-length'] ?? 0) > LIMITS.multipartBytes) return tooLarge()
  const boundary = boundaryIn(req.headers['content-type'] ?? '')
  if (boundary === undefined) return unreadable('the content type names no boundary')
  const parts = createParts(folder)
  const splitter = splitterAt(boundary)
  let bytes = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > LIMITS.multipartBytes) return tooLarge()
      for (const piece of splitter.take(chunk)) {
        if ('head' in piece) await parts.begin(piece.head)
        else await parts.add(piece.data)
      }
    }
    splitter.end()
    return await parts.fields()
  } catch (error) {
    if (error instanceof Malformed) return unreadable(error.message)
    if (req.socket.destroyed) throw error
    return refusalOf(error)
  } finally {
    await parts.close()
  }
}

const tooLarge = () => refusal('requestTooLarge', 'multipart', { allowed: LIMITS.multipartBytes })

const unreadable = (reason: string) => refusal('badBody', 'unreadable', { reason })

function boundaryIn(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  return quoted ?? bare
}

/** One part under way: a file on its way to the disk, a field, or something that is passed over. */
interface Part {
  add(data: Buffer): Promise<void> | void
  end(): Promise<unknown>
  file?: FileHandle
}

function createParts(folder: string | undefined) {
  const fields: Fields = Object.create(null)
  let field = ''
  let part: Part | undefined
  let count = 0

  async function end() {
    const value = await part?.end()
    // Of a name that is given twice the first counts.
    if (value !== undefined && !(field in fields)) fields[field] = value
    part = undefined
  }

  return {
    async begin(head: string) {
      await end()
      if (++count > MAX_PARTS) throw new Malformed(`there are more than ${MAX_PARTS} parts`)
      const { field: name, fileName } = readPartHead(head)
      field = name
      if (fileName === undefined) part = fieldPart()
      else if (folder) part = await filePart(join(folder, String(count)), fileName)
    },
    add: (data: Buffer) => part?.add(data),
    async fields(): Promise<Fields> {
      await end()
      return { ...fields }
    },
    close: () => part?.file?.close(),
  }
}

function fieldPart(): Part {
  const chunks: Buffer[] = []
  return {
    add: (data) => void chunks.push(data),
    end: async () => Buffer.concat(chunks).toString(),
  }
}

async function filePart(path: string, name: string): Promise<Part> {
  const file = await open(path, 'wx')
  const hash = createHash('sha256')
  let bytes = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0

  async function write() {
    const chunks = waiting
    waiting = []
    waitingBytes = 0
    if (!chunks.length) return
    const written = writtenWhole(file, chunks)
    for (const data of chunks) hash.update(data)
    await written
  }

  return {
    file,
    add(data) {
      bytes += data.length
      waiting.push(data)
      waitingBytes += data.length
      return waitingBytes < WRITTEN_AT_ONCE ? undefined : write()
    },
    async end() {
      await write()
      await file.close()
      return new Upload(path, name, bytes, hash.digest('hex'))
    },
  }
}

/** A disk that is almost full takes a part and says nothing; the next write is told why. */
async function writtenWhole(file: FileHandle, chunks: readonly Buffer[]) {
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten < chunks.reduce((sum, { length }) => sum + length, 0)) {
    await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
  }
}
