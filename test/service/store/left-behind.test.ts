// What cannot be removed, as another program has it open: what was done is answered as done all the same.

import fs, { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { media } from '../../helpers/files.ts'
import { ALICE, stage } from '../../helpers/stage.ts'

const BUSY = Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' })

/** Nothing can be removed, and somebody has tried. */
function nothingGoes() {
  const tries = [
    vi.spyOn(promises, 'rm').mockRejectedValue(BUSY),
    vi.spyOn(fs, 'rmSync').mockImplementation(() => {
      throw BUSY
    }),
  ]
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const each of tries) each.mockRestore()
    syncBuiltinESMExports()
  })
  return () => tries.some((each) => each.mock.calls.length > 0)
}

describe('where nothing can be removed', () => {
  it("a bot's file is sent", async () => {
    const { s, bot } = await stage()
    const hasTried = nothingGoes()
    expect(await bot.call('sendDocument', { chat_id: ALICE.id, document: media('page.pdf') })).toMatchObject({
      status: 200,
      body: { result: { message_id: 4 } },
    })
    expect(hasTried()).toBe(true)
    expect(await s.view('/bots/greeter/limits')).toContainEqual(
      expect.objectContaining({ limit: 'transfers', used: 0 }),
    )
  })

  it("a person's file is sent", async () => {
    const { s } = await stage()
    const hasTried = nothingGoes()
    const file = { name: 'a', base64: 'YQ==' }
    expect(await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })).toMatchObject({
      message_id: 4,
    })
    expect(hasTried()).toBe(true)
  })

  it('a snapshot is kept and restored, also where a file was deleted meanwhile', async () => {
    const { s } = await stage()
    const file = { name: 'a', base64: 'YQ==' }
    const { document } = await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
    const hasTried = nothingGoes()
    const keeping = s.emulator.perform('snapshot', { name: 'base' })
    s.emulator.perform('deleteFile', { file_unique_id: document.file_unique_id })
    expect(await keeping).toMatchObject({ name: 'base' })
    expect(await s.act('restore', { name: 'base' })).toMatchObject({ name: 'base' })
    expect(hasTried()).toBe(true)
  })
})

it('one content that cannot be removed keeps no other one', async () => {
  const { s } = await stage()
  const send = (base64: string) =>
    s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file: { name: 'a', base64 } })
  const uniqueIds = [await send('YQ=='), await send('Yg==')].map(({ document }) => document.file_unique_id)
  const keeping = s.emulator.perform('snapshot', { name: 'base' })
  for (const file_unique_id of uniqueIds) s.emulator.perform('deleteFile', { file_unique_id })
  const { rmSync } = fs
  const removing = vi.spyOn(fs, 'rmSync').mockImplementation((path, options) => {
    if (String(path).endsWith(uniqueIds[0])) throw BUSY
    rmSync(path, options)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    removing.mockRestore()
    syncBuiltinESMExports()
  })
  await keeping
  expect(uniqueIds.map(s.emulator.world.bytes.has)).toEqual([true, false])
})
