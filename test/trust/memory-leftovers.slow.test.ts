// The temporary folders of killed emulators with a world in memory.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { emptyFolder } from '../cli/program.ts'
import { emulatorProcess, post } from '../worlds/emulator-process.ts'

/** Starts an emulator that has a file and a snapshot. Returns its temporary folders too. */
async function furnished(temporary: string) {
  const before = new Set(readdirSync(temporary))
  const emulator = await emulatorProcess(['--memory'])
  const act = (name: string, params: object) => post(`${emulator.url}/_emulator/actions/${name}`, params)
  await act('start', { as: 'alice', bot: 'greeter' })
  const file = { name: 'a', base64: 'YQ==' }
  expect(await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })).toMatchObject({ ok: true })
  expect(await act('snapshot', { name: 'base' })).toMatchObject({ ok: true })
  const folders = readdirSync(temporary).filter((name) => name.startsWith('bot-emulator-') && !before.has(name))
  expect(folders).toHaveLength(2)
  return { ...emulator, folders }
}

it('the next start removes them, and no folders of others', { timeout: 60_000 }, async () => {
  const temporary = emptyFolder()
  vi.stubEnv('TMPDIR', temporary)
  const living = await furnished(temporary)
  const killed = await furnished(temporary)
  await killed.end('SIGKILL')
  const others = ['bot-emulator-recording', 'bot-emulator-container']
  for (const name of others) mkdirSync(join(temporary, name))
  writeFileSync(join(temporary, 'bot-emulator-container', 'owner'), `${killed.child.pid} another process table`)

  const next = await emulatorProcess(['--memory'])
  const isLeft = (name: string) => existsSync(join(temporary, name))
  await vi.waitUntil(() => !killed.folders.some(isLeft), { timeout: 10_000 })
  expect([...living.folders, ...others].filter(isLeft)).toEqual([...living.folders, ...others])

  await living.end('SIGTERM')
  expect(living.folders.filter(isLeft)).toEqual([])
  await next.end('SIGTERM')
  vi.unstubAllEnvs()
})
