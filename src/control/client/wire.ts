// Encodes the parameters of client requests as JSON, as path and query, or as bytes.

import { Problem } from '../../lib/problem.ts'
import type { FileToSend } from '../contract/messages.ts'
import type { Values } from './client.ts'

/** Unlike `instanceof RegExp`, this also works in a realm with its own RegExp class, as in jest. */
export const isRegExp = (value: unknown): value is RegExp => Object.prototype.toString.call(value) === '[object RegExp]'

export const toJsonText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each) => (isRegExp(each) ? String(each) : each))

/** Returns the value as it would arrive over HTTP. */
export function copyThroughJson<Result>(value: unknown): Result {
  return JSON.parse(toJsonText(value) ?? 'null')
}

export const toQuery = (values: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

/** Fills placeholders such as :user in a path. The other parameters become the query. Adds a missing leading slash. */
export function fillPath(path: string, params: Values = {}): { path: string; query: Record<string, string> } {
  const query = toQuery(params)
  const filled = path.replace(/^(?!\/)/, '/').replace(/(?<=\/):(\w+)/g, (placeholder, name: string) => {
    const { [name]: value = placeholder } = query
    delete query[name]
    return value === placeholder ? placeholder : encodeSegment(value)
  })
  return { path: filled, query }
}

/** Refuses `.` and `..`, because URL parsers resolve them even if they are percent-encoded. */
function encodeSegment(value: string): string {
  if (value !== '.' && value !== '..') return encodeURIComponent(value)
  throw new Problem('invalid-params', `"${value}" is not a handle or an id.`, 'Pass a handle such as alice, or an id.')
}

export interface FileBytes {
  name: string
  bytes: Uint8Array<ArrayBuffer> | Blob
}

/** Separates a file from the other parameters, because its bytes are not sent as JSON. */
export function separateFile(params: Values): { rest: Values; file?: FileBytes } {
  const { file, ...rest } = params
  const { name = '', bytes } = (file ?? {}) as Partial<FileToSend>
  if (typeof bytes === 'string') return { rest, file: { name, bytes: new TextEncoder().encode(bytes) } }
  if (bytes instanceof Blob) return { rest, file: { name, bytes } }
  if (!ArrayBuffer.isView(bytes)) return { rest: params }
  return { rest, file: { name, bytes: new Uint8Array(bytes) } }
}
