// Multipart requests recorded from 17 client libraries: what is read from each, and how it is answered.

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { storedBytes } from '../helpers/files.ts'
import { service } from '../helpers/service.ts'
import { chunked, exchange } from './recorded/exchange.ts'

const FOLDER = 'fixtures/multipart'

const isFile = (value: unknown): value is { file_unique_id: string; file_size: number } =>
  typeof value === 'object' && value !== null && 'file_unique_id' in value

it.each(globSync(`${FOLDER}/*/`).sort())(
  'TRN-08 FILE-05 DOC-02 each request in %s is read as before',
  async (folder) => {
    const s = await service()
    await s.user('Alice', { handle: 'alice', id: 100001 })
    const bot = await s.bot({ handle: 'greeter' })
    await s.act('start', { as: 'alice', bot: 'greeter' })
    const lines: string[] = []
    for (const file of globSync(`${folder}/*.http`).sort()) {
      const [head = '', body = ''] = readFileSync(file, 'latin1').split(/\r\n\r\n(.*)/s, 2)
      const isChunked = /^transfer-encoding: chunked$/im.test(head)
      const sentHead = `${head.replace('<token>', bot.token)}\r\nHost: localhost\r\nConnection: close\r\n\r\n`
      const answer = await exchange(s.url, Buffer.from(sentHead + (isChunked ? chunked(body) : body), 'latin1'))
      const { result, description } = answer.body
      // The stored bytes stand in the body as they were sent. A photo is encoded again, so it is not among them.
      for (const sent of Object.values(result ?? {}).filter(isFile)) {
        const bytes = await storedBytes(s, sent)
        expect([bytes.length, body.includes(bytes.toString('latin1'))], file).toEqual([sent.file_size, true])
      }
      const { params } = (await s.view('/calls')).at(-1)
      lines.push(
        basename(file, '.http'),
        `  ${JSON.stringify(params)}`,
        `  ${answer.status} ${JSON.stringify(description ?? result, withoutIds)}`,
      )
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../${folder}/answers.txt`)
  },
)

/** The ids of files differ between worlds, and the size of a photo depends on the encoder. */
const withoutIds = (key: string, value: unknown) =>
  key === 'photo'
    ? (value as object[]).map((size) => ({ ...size, file_size: 0, file_unique_id: '' }))
    : key === 'file_id'
      ? ''
      : value
