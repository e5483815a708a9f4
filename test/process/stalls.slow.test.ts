// Large files and long queues hold up no other request: the event loop stands still for less than 100 ms.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastStall, watchedProgram } from '../helpers/watched-program.ts'

const MAX_MS = 100

type Watched = Awaited<ReturnType<typeof watchedProgram>>

const json = (body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
describe('a request', () => {
  let program: Watched
  beforeAll(async () => {
    program = await watchedProgram()
  })
  afterAll(() => program.end())

  it('a file of 50 MB', async () => {
    const act = (name: string, params: object) =>
      fetch(`${program.url}/_emulator/actions/${name}`, json(JSON.stringify(params)))
    await act('start', { as: 'alice', bot: 'greeter' })
    const send = (bytes: number) => {
      const body = new FormData()
      for (const [field, value] of [
        ['as', 'alice'],
        ['to', 'greeter'],
        ['kind', 'document'],
      ] as const)
        body.append(field, value)
      body.append('file', new Blob([Buffer.alloc(bytes, 1)]), 'a.bin')
      return fetch(`${program.url}/_emulator/actions/sendFile`, { method: 'POST', body })
    }
    await send(10)
    await program.longestStall()
    const sendMuch = async () => expect((await send(50_000_000)).status).toBe(200)
    expect(await leastStall(program, MAX_MS, sendMuch)).toBeLessThan(MAX_MS)
  })
})
