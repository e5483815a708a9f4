// Patterns of the service that run away are refused when they are set, from wherever they come.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { service } from '../worlds/service.ts'

const SLOW = [
  '/^(a+)+$/',
  '/(x+x+)+y/',
  '/^(\\d+)*$/',
  '/(ab|a|b)+!/',
  '/^(\\w+\\s?)*$/',
  '/(.*)*(.*)*z/',
  '/(casino)*(casino)*(cas|ino)*$/',
]

const FAST = [
  'casino',
  '/casino/i',
  '/^cas+ino$/',
  '/\\s+$/',
  '/^https?:\\/\\/[^/]*evil\\.example\\//',
  '/(buy|sell) now/',
  '/^(\\w+\\s)+$/',
]

const refusal = (pattern: string) => ({
  code: 'slow-pattern',
  message: `The pattern ${pattern} takes too long on some texts.`,
  hint: 'Write it without repetitions inside repetitions.',
})

describe.each(['content_filter', 'blocked_urls'])('%s', (name) => {
  const setting = (pattern: string) => ({ [name]: [name === 'blocked_urls' ? pattern : { match: pattern }] })

  it.each(SLOW)('%s is refused, and nothing is changed', async (pattern) => {
    const s = await service()
    const before = await s.view('/service')
    const { status, body } = await s.tryAct('updateService', setting(pattern))
    expect({ status, body }).toEqual({ status: 400, body: { ok: false, error: refusal(pattern) } })
    expect(await s.view('/service')).toEqual(before)
  })

  it.each(FAST)('%s is taken', async (pattern) => {
    const s = await service()
    expect((await s.tryAct('updateService', setting(pattern))).status).toBe(200)
  })
})

it('is refused where an emulator is made with it', () => {
  expect(() => createEmulator({ service: { blocked_urls: ['/^(a+)+$/'] } })).toThrow(
    expect.objectContaining(refusal('/^(a+)+$/')),
  )
})

it('is refused in an archive', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slow-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const emulator = createEmulator()
  onTestFinished(() => emulator.close())
  const { file, done } = await emulator.exportWorld()
  const archive = join(folder, 'world')
  const db = new Database(file)
  db.prepare('insert or replace into settings values (?, ?)').run('service', '{"blocked_urls":["/^(a+)+$/"]}')
  db.exec(`vacuum into '${archive}'`)
  db.close()
  await done()
  await expect(emulator.importWorld(async (path) => copyFileSync(archive, path))).rejects.toMatchObject({
    code: 'damaged-archive',
    message: 'The export is damaged: The pattern /^(a+)+$/ takes too long on some texts.',
  })
})
