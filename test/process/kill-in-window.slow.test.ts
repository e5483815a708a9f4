// Killed within a window, it knows afterwards how much of each limit is used.

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emulatorProcess, post } from '../helpers/emulator.ts'
import { emptyFolder } from '../helpers/program.ts'

const refused = (retry_after: number) => ({
  ok: false,
  error_code: 429,
  description: `Too Many Requests: retry after ${retry_after}`,
  parameters: { retry_after },
})

it('LIM-01 LIM-06 has every limit where it was', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'world.sqlite')

  async function live<T>(work: (url: string) => Promise<T>): Promise<T> {
    const emulator = await emulatorProcess(['--db', file])
    try {
      return await work(emulator.url)
    } finally {
      await emulator.end('SIGKILL')
    }
  }
  const act = async (url: string, name: string, params: object) =>
    expect(await post(`${url}/_emulator/actions/${name}`, params)).toMatchObject({ ok: true })
  const send = (url: string, bot: string, chat_id: number) =>
    post(`${url}/bot${bot}/sendMessage`, { chat_id, text: 'Hello.' })

  await live(async (url) => {
    // It stands still also after a restart.
    await act(url, 'freezeClock', {})
    await act(url, 'createUser', { handle: 'anna', id: 1, first_name: 'Anna', devices: 10 })
    await act(url, 'createBot', { handle: 'busy', id: 10, token: 'busy', first_name: 'Busy', owner: 'anna' })
    await act(url, 'createBot', { handle: 'calm', id: 11, token: 'calm', first_name: 'Calm', owner: 'anna' })
    for (const bot of ['busy', 'calm']) await act(url, 'start', { as: 'anna', bot })
    await act(url, 'createGroup', { handle: 'crew', id: -1, title: 'Crew', owner: 'anna', members: ['busy', 'calm'] })
    for (let n = 0; n < 30; n++) expect(await send(url, 'busy', 1)).toMatchObject({ ok: true })
    for (let n = 0; n < 20; n++) expect(await send(url, 'calm', -1)).toMatchObject({ ok: true })
  })
  await live(async (url) => {
    expect(await send(url, 'busy', 1)).toEqual(refused(1))
    expect(await send(url, 'calm', -1)).toEqual(refused(60))
    await act(url, 'advanceClock', { seconds: 1 })
    for (let n = 0; n < 30; n++) expect(await send(url, 'busy', 1)).toMatchObject({ ok: true })
    expect(await send(url, 'busy', 1)).toEqual(refused(1))
    expect(await send(url, 'calm', -1)).toEqual(refused(59))
  })
  await live(async (url) => {
    await act(url, 'advanceClock', { seconds: 58.9 })
    expect(await send(url, 'calm', -1)).toEqual(refused(1))
    await act(url, 'advanceClock', { seconds: 0.1 })
    expect(await send(url, 'calm', -1)).toMatchObject({ ok: true })
  })
})
