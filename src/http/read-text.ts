// A request body of moderate size as text.

import type { IncomingMessage } from 'node:http'
import { LIMITS } from '../spec/limits.ts'
import { type Refusal, refusal } from '../spec/refusals.ts'

/** Far above what any parameters need; it only keeps a body from filling the memory. */
const USUAL_BYTES = 16 * 1024 * 1024

export function readText(req: IncomingMessage, most = USUAL_BYTES): Promise<string | Refusal> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve(refusal('requestTooLarge', 'multipart', { allowed: LIMITS.multipartBytes }))
      }
    })
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString()))
    req.on('error', reject)
    req.on('aborted', () => reject(new Error('The caller hung up.')))
  })
}
