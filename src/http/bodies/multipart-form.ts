// How formidable, under koa-body, reads a multipart body: fields as they are, files into a folder while they arrive.

import { join } from 'node:path'
import type { Transform, Writable } from 'node:stream'
import { type File, multipart, type Part } from 'formidable'
import type { ExtendedFormidableOptions } from 'koa-body'
import { LIMITS } from '../../spec/limits.ts'
import { BadBody } from './bad-body.ts'
import { capParser } from './cap-parser.ts'
import { createFileSink } from './file-sink.ts'
import type { PartHead } from './part-head.ts'

/** The longest that RFC 2046 knows. */
const MAX_BOUNDARY_CHARACTERS = 70

/** What the types of a form leave out. */
interface Parsing {
  _parser: Transform & { initWithBoundary(boundary: string): void }
}

/** `folderFor` is asked when a file begins, and gives no folder where it is passed over; what it throws ends the parsing. */
export function multipartForm(
  contentType: string,
  fieldBytes: number,
  folderFor: (field: string) => string | undefined,
) {
  const boundary = boundaryIn(contentType)
  const heads: PartHead[] = []
  // This name formidable would set as the prototype of all others.
  const names = new Set(['__proto__'])
  const sinks: Writable[] = []
  const failure = new AbortController()
  let parser: Parsing['_parser']
  let folder = ''
  let files = 0
  let refusal: unknown

  /** What is to be kept of a part, in the words of formidable: for it a file is what has a type. */
  function contentOf({ field, fileName }: PartHead): Partial<Part> | undefined {
    // Of a name that comes twice the first counts.
    if (names.has(field)) return undefined
    names.add(field)
    if (fileName === undefined) return { name: field }
    const itsFolder = folderFor(field)
    if (itsFolder === undefined) return undefined
    folder = itsFolder
    return { name: field, originalFilename: fileName, mimetype: 'any/type' }
  }

  /** formidable waits for what `onPart` does, and a rejection that nobody hears ends the process. */
  function end(error: unknown) {
    refusal ??= error
    parser.destroy(new Error('refused'))
  }

  const options: ExtendedFormidableOptions = {
    enabledPlugins: [
      (form, own) => {
        multipart(form, own)
        parser = (form as typeof form & Parsing)._parser
        parser.initWithBoundary(boundary)
        capParser(parser, (head) => heads.push(head))
      },
    ],
    onPart(part, keep) {
      try {
        const content = contentOf(heads.shift()!)
        if (content) Promise.resolve(keep(Object.assign(part, content))).catch(end)
      } catch (error) {
        end(error)
      }
    },
    fileWriteStreamHandler(opened) {
      const file = opened as typeof opened & File
      file.filepath = join(folder, file.newFilename)
      const sink = createFileSink(file.filepath, failure.signal)
      sinks.push(sink)
      return sink
    },
    filename: () => String(++files),
    hashAlgorithm: 'sha256',
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFileSize: LIMITS.multipartBytes,
    maxFieldsSize: fieldBytes,
  }

  return {
    options,
    /** Waits for the parsing, and until nothing is written any more. */
    async settle(parsing: Promise<unknown>) {
      try {
        await parsing
      } catch (error) {
        failure.abort()
        throw refusal ?? error
      } finally {
        await Promise.all(sinks.map(closed))
      }
      // formidable reports a file as written even if its last bytes found the disk full.
      for (const { errored } of sinks) if (errored) throw errored
    },
  }
}

function boundaryIn(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new BadBody('the content type names no boundary')
  if (boundary.length <= MAX_BOUNDARY_CHARACTERS) return boundary
  throw new BadBody(`the boundary has more than ${MAX_BOUNDARY_CHARACTERS} characters`)
}

const closed = (sink: Writable) => sink.closed || new Promise<void>((done) => sink.once('close', done))
