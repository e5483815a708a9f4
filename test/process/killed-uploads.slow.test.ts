// A process that is killed among uploads: answered files are complete.

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { emptyFolder, start } from '../helpers/program.ts'
import { storedIn } from '../helpers/stored.ts'
import { act, type Sent, sendDocument, uniqueIdOf } from './bodies.ts'

const BYTES = 3_000_000

it.each([40, 150, 400])(
  'FILE-08 killed after %i ms',
  async (ms) => {
    const cwd = emptyFolder()
    const args = ['--db', 'world.sqlite']
    const first = await start(args, { cwd })
    await act(first.url, 'createUser', { id: 777, first_name: 'Zoe', handle: 'zoe' })
    const { token } = await act(first.url, 'createBot', { first_name: 'Sender', handle: 'sender' })
    await act(first.url, 'start', { as: 'zoe', bot: 'sender' })

    const answered = new Map<number, Sent>()
    let nth = 0
    let alive = true
    const sender = async () => {
      while (alive) {
        const own = ++nth
        const sent = await sendDocument(first.url, token, 777, own, BYTES).catch(() => undefined)
        if (sent?.status === 200) answered.set(own, sent)
        else await pause(20)
      }
    }
    const senders = [sender(), sender(), sender()]
    await pause(ms)
    await first.stop('SIGKILL')
    alive = false
    await Promise.all(senders)

    const second = await start(args, { cwd })
    const view = async (path: string): Promise<Sent['body']> =>
      ((await (await fetch(`${second.url}/_emulator${path}`)).json()) as Sent['body']).result
    const messages: Sent['body'][] = await view('/chats/zoe/messages?bot=sender')
    const kept = messages.flatMap(({ document }) => (document ? [document.file_unique_id] : []))
    expect(storedIn(join(cwd, 'world.sqlite.files'))).toEqual(expect.arrayContaining(kept))
    for (const id of kept) {
      const response = await fetch(`${second.url}/_emulator/files/${id}`)
      expect((await response.arrayBuffer()).byteLength).toBe(BYTES)
    }
    for (const [own, { body }] of answered) {
      expect(body.result.document.file_unique_id).toBe(uniqueIdOf(own, BYTES))
      expect(kept).toContain(body.result.document.file_unique_id)
      const again = await fetch(`${second.url}/bot${token}/sendDocument`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chat_id: 777, document: body.result.document.file_id }),
      })
      expect([200, 429]).toContain(again.status)
    }
    const limits: { limit: string; used: number }[] = await view('/bots/sender/limits')
    expect(limits.filter(({ limit }) => limit.startsWith('transfers')).map(({ used }) => used)).toEqual([0, 0])
    await second.stop()
  },
  30_000,
)
