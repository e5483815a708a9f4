// What --durable writes to the disk before the answer: snapshots and the contents of files.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator } from '../../../src/emulator.ts'
import { emptyFolder } from '../../helpers/program.ts'

function opened(durable: boolean) {
  const folder = emptyFolder()
  const emulator = createEmulator({ file: join(folder, 'world.sqlite'), durable })
  onTestFinished(() => emulator.close())
  return { emulator, folder }
}

/** As far as this test goes, everybody has these in place of the real ones. */
function instead(spies: { mockRestore(): void }[]) {
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  })
}

/** What is brought to the disk from now on. */
function broughtToDisk(): string[] {
  const paths: string[] = []
  const opening = vi.spyOn(fs, 'openSync')
  const syncing = vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    const call = opening.mock.results.findLastIndex(({ value }) => value === fd)
    paths.push(String(opening.mock.calls[call]?.[0]))
  })
  instead([opening, syncing])
  return paths
}

it.each([
  [false, []],
  [true, ['world.sqlite.snapshots', '.']],
])('durable %s: what is brought to the disk with it: %j', async (durable, names) => {
  const { emulator, folder } = opened(durable)
  const brought = broughtToDisk()
  await emulator.perform('snapshot', { name: 'base' })
  expect(brought).toEqual(names.map((name) => join(folder, name)))
})

it('durable: the content of a sent file is on the disk before the answer', async () => {
  const { emulator, folder } = opened(true)
  emulator.perform('createUser', { handle: 'alice', first_name: 'Alice' })
  emulator.perform('createBot', { handle: 'greeter', first_name: 'Greeter', owner: 'alice' })
  emulator.perform('start', { as: 'alice', bot: 'greeter' })
  const brought = broughtToDisk()
  const file = { name: 'a', base64: 'YQ==' }
  await emulator.perform('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  const files = join(folder, 'world.sqlite.files')
  expect(brought.at(0)).toMatch(`${files}/`)
  expect(brought.at(1)).toBe(files)
})
