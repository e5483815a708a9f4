// A corpus of damaged and disguised files: each is answered as documented, and the service goes on.

import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FILE_OPERATIONS, fileOf, MEBIBYTE, mediaBytes } from '../helpers/files.ts'
import { damaged } from '../helpers/samples.ts'
import { service } from '../helpers/service.ts'
import { nothingUnderWay } from '../helpers/slow-upload.ts'

const SAMPLES = readdirSync(new URL('../../fixtures/media', import.meta.url))
const DAMAGES = 6
const DISGUISES = ['a.jpg', 'a.mp4', 'a.m4a', 'a.pdf', 'a']

const REFUSALS = (kind: string) => [
  'Bad Request: empty_file',
  'Bad Request: invalid_image',
  ...(kind === 'document' ? [] : [`Bad Request: type of file mismatch (expected ${kind})`]),
]

/** Damaged copies: at random places, then only the head, doubled, behind noughts, and with a long tail. */
function copiesOf(whole: Buffer): Buffer[] {
  const heads = [4, 8, 12, 16, 24, 32, 64].map((length) => whole.subarray(0, length))
  const noise = Buffer.concat([whole.subarray(0, 32), Buffer.alloc(4096, 'noise')])
  const inverted = Buffer.from(whole.map((byte, at) => (at < 32 ? byte : byte ^ 0xff)))
  const doubled = Buffer.concat([whole, whole])
  const behind = Buffer.concat([Buffer.alloc(512), whole])
  return [...damaged(whole, DAMAGES), ...heads, noise, inverted, doubled, behind]
}

async function withAlice() {
  const s = await service()
  const alice = await s.user('Alice')
  const bot = await s.bot()
  await s.act('start', { as: 'alice', bot: 'greeter' })
  const send = async (method: string, kind: string, file: File) => {
    // Only what a bot sends in a second is bounded, not what is refused.
    await s.act('advanceClock', { seconds: 1 })
    return bot.call(method, { chat_id: alice.id, [kind]: file })
  }
  return { s, bot, send }
}

it.each(SAMPLES)(
  'FILE-17 FILE-19 PHO-25 VID-10 AUD-17 DOC-07 %s, damaged, is sent or refused as documented',
  async (sample) => {
    const { s, bot, send } = await withAlice()
    // Decoding these takes longest, and one of the size shows it all.
    const all = sample === 'twelve-megapixels.heic' ? damaged(mediaBytes(sample), 3) : copiesOf(mediaBytes(sample))
    for (const [at, bytes] of all.entries()) {
      const { method, kind } = FILE_OPERATIONS[at % FILE_OPERATIONS.length]!
      for (const operation of [{ method, kind }, FILE_OPERATIONS[3]!]) {
        const name = at % 2 ? sample : DISGUISES[at % DISGUISES.length]!
        const { status, body } = await send(operation.method, operation.kind, fileOf(bytes, name))
        const context = `copy ${at} to ${operation.method} as ${name}`
        if (status === 200) expect(body.result[operation.kind], context).toBeDefined()
        else
          expect([status, REFUSALS(operation.kind)], context).toEqual([400, expect.arrayContaining([body.description])])
      }
    }
    expect((await bot.call('getMe')).status).toBe(200)
    await nothingUnderWay(s, bot)
  },
  60_000,
)

it('FILE-19 GAP-67 whatever passes as a photo is a picture that can be read', async () => {
  const { default: sharp } = await import('sharp')
  const { s, send } = await withAlice()
  for (const sample of ['plain.jpg', 'plain.webp', 'animated.gif', 'transparent.png', 'plain.avif']) {
    for (const bytes of damaged(mediaBytes(sample), 12)) {
      const { status, body } = await send('sendPhoto', 'photo', fileOf(bytes, sample))
      if (status !== 200) continue
      const [{ file_unique_id, width, height, file_size }] = body.result.photo
      const stored = Buffer.from(await (await fetch(`${s.url}/_emulator/files/${file_unique_id}`)).arrayBuffer())
      expect(stored.length).toBe(file_size)
      expect((await sharp(stored).raw().toBuffer({ resolveWithObject: true })).info).toMatchObject({ width, height })
    }
  }
})

it('FILE-20 a small file that unfolds to a huge picture is refused', async () => {
  const { default: sharp } = await import('sharp')
  const { s, bot, send } = await withAlice()
  const size = { width: 10_000, height: 10_000 }
  const bomb = await sharp({ create: { ...size, channels: 3, background: 'white' }, limitInputPixels: false })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(MEBIBYTE)
  const refused = { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: invalid_image' } }
  expect(await send('sendPhoto', 'photo', fileOf(bomb))).toEqual(refused)
  expect(await send('sendDocument', 'document', fileOf(bomb))).toEqual(refused)
  await nothingUnderWay(s, bot)
}, 60_000)
