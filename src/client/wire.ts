// Values as a client sends them: as JSON with expressions between slashes, in a path and query, or as bytes.

import { types } from 'node:util'
import type { FileToSend } from '../contract/file-to-send.ts'
import type { Values } from './client.ts'

/** Also that of a test runner which runs tests in a realm with classes of its own. */
export const isRegExp = types.isRegExp

export const wireText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each) => (isRegExp(each) ? String(each) : each))

/** The same as comes out at the other end of a connection. */
export function throughJson<Result>(value: unknown): Result {
  return JSON.parse(wireText(value) ?? 'null')
}

export const asQuery = (values: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

/** Puts values in the places that the path names; the others are the query. A path may lack its first slash. */
export function located(path: string, params: Values = {}): { path: string; query: Record<string, string> } {
  const query = asQuery(params)
  const filled = path.replace(/^(?!\/)/, '/').replace(/(?<=\/):(\w+)/g, (place, name: string) => {
    const { [name]: value = place } = query
    delete query[name]
    return value === place ? place : encodeURIComponent(value)
  })
  return { path: filled, query }
}

/** Takes a file with bytes out of the parameters of an action, as it travels beside their JSON. */
export function withoutFile(params: Values): { rest: Values; file?: { name: string; bytes: Buffer<ArrayBuffer> } } {
  const { file, ...rest } = params
  const { name = '', bytes } = (file ?? {}) as Partial<FileToSend>
  if (typeof bytes !== 'string' && !ArrayBuffer.isView(bytes)) return { rest: params }
  return { rest, file: { name, bytes: Buffer.from(bytes as Uint8Array) } }
}
