// Patterns of the service that run away are refused when they are set, from wherever they come.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
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
  hint: 'Avoid nested repetitions such as (a+)+.',
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

const HOSTS = (first: number, count: number) => Array.from({ length: count }, (_, i) => `host${first + i}.example.org`)
const mapOf = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
const OPERATIONS = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => `unheardOf${'xyz'.repeat(3)}${first + i}`)

const tooMany = (name: string) => ({
  code: 'invalid-params',
  message: `updateService: ${name}: Invalid input: expected at most 100 entries`,
  hint: expect.any(String),
})

describe('a list or a map has 100 entries at most', () => {
  it.each<[string, (count: number) => unknown]>([
    ['content_filter', (count) => HOSTS(0, count).map((match) => ({ match }))],
    ['blocked_urls', (count) => HOSTS(0, count)],
    ['dns', (count) => mapOf(HOSTS(0, count), ['203.0.113.7'])],
    ['webhook_routes', (count) => mapOf(HOSTS(0, count), 'http://127.0.0.1:3000')],
    ['own_addresses', (count) => Array.from({ length: count }, (_, i) => `203.0.113.${i}`)],
    ['trusted_roots', (count) => rootCertificates.slice(0, count)],
    ['lenient', (count) => OPERATIONS(0, count)],
    ['stubs', (count) => mapOf(OPERATIONS(0, count), true)],
  ])('%s', async (name, entries) => {
    const s = await service()
    const before = await s.view('/service')
    const { status, body } = await s.tryAct('updateService', { [name]: entries(101) })
    expect({ status, body }).toEqual({ status: 400, body: { ok: false, error: tooMany(name) } })
    expect(await s.view('/service')).toEqual(before)
    expect((await s.tryAct('updateService', { [name]: entries(100) })).status).toBe(200)
  })

  it.each([
    ['dns', HOSTS, ['203.0.113.7']],
    ['webhook_routes', HOSTS, 'http://127.0.0.1:3000'],
    ['stubs', OPERATIONS, true],
  ] as const)('%s, also where one is added after the other', async (name, names, value) => {
    const s = await service()
    await s.act('updateService', { [name]: mapOf(names(0, 100), value) })
    const before = await s.view('/service')
    const { status, body } = await s.tryAct('updateService', { [name]: mapOf(names(100, 1), value) })
    const error = {
      code: 'too-many-entries',
      message: `${name} would have 101 entries, more than 100.`,
      hint: 'Remove entries first: pass null for their keys.',
    }
    expect({ status, body }).toEqual({ status: 400, body: { ok: false, error } })
    expect(await s.view('/service')).toEqual(before)
    await s.act('updateService', { [name]: { ...mapOf(names(100, 1), value), ...mapOf(names(0, 1), null) } })
    expect(Object.keys((await s.view('/service'))[name])).toHaveLength(100)
  })

  it('and a pattern 4096 characters', async () => {
    const s = await service()
    expect((await s.tryAct('updateService', { blocked_urls: ['x'.repeat(4097)] })).status).toBe(400)
    expect((await s.tryAct('updateService', { blocked_urls: ['x'.repeat(4096)] })).status).toBe(200)
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
  const { file, dispose } = await emulator.exportWorld()
  const archive = join(folder, 'world')
  const db = new Database(file)
  db.prepare('insert or replace into settings values (?, ?)').run('service', '{"blocked_urls":["/^(a+)+$/"]}')
  db.exec(`vacuum into '${archive}'`)
  db.close()
  await dispose()
  await expect(emulator.importWorld(async (path) => copyFileSync(archive, path))).rejects.toMatchObject({
    code: 'damaged-archive',
    message: 'The export is damaged: The pattern /^(a+)+$/ takes too long on some texts.',
  })
})
