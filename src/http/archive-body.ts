// The whole world as a file: sent as a download, taken from a body.

import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'koa'
import type { Emulator } from '../emulator.ts'
import { Problem } from '../lib/problem.ts'

const TYPE = 'application/octet-stream'

/** It only keeps a body from filling the disk. */
const MAX_BYTES = 4 * 1024 ** 3

export async function sendArchive(ctx: Context, emulator: Emulator, tokens: boolean) {
  const { file, done } = await emulator.exportWorld({ tokens })
  ctx.set({ 'Content-Type': TYPE, 'Content-Disposition': 'attachment; filename="world.bot-emulator"' })
  ctx.length = (await stat(file)).size
  ctx.body = createReadStream(file).once('close', () => void done())
}

export function receiveArchive(ctx: Context, emulator: Emulator) {
  if (!ctx.is(TYPE)) {
    throw new Problem('not-an-archive', `An import takes a body of type ${TYPE}.`, 'Send the exported file as it is.')
  }
  return emulator.importWorld((path) => pipeline(limited(ctx.req), createWriteStream(path)))
}

async function* limited(body: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Problem('too-large', 'The body is too large.', 'An import has up to 4 GiB.')
    yield chunk
  }
}
